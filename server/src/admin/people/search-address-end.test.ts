import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { FoundPerson } from '@countersign/contract/routes/admin/people.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { explain } from '../../../../test/support/database/explain.ts'
import { changeRows } from '../../../../test/support/database/rows.ts'
import { addPerson, type TestPerson } from '../../../../test/support/server/people.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { findAddressEnds } from '../../accounts/person/list-people.store.ts'

const idOf = (number: number) => `per_01${String(number).padStart(24, '0')}`

const EVM = `0x1234${'0'.repeat(32)}beef`
const EVM_OTHER = `0x5678${'0'.repeat(32)}beef`
const EVM_THIRD = `0x9999${'0'.repeat(32)}0c1a`
const SOLANA = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
const BITCOIN = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'

forEachEngine('searching people by the end of an address', (engine) => {
  let server: TestServer
  let auditor: TestPerson
  before(async () => {
    server = await startServer(engine)
    auditor = await addPerson(server, 'auditor')
    await insertPerson(0, 'Ada', [['eip155', EVM]])
    await insertPerson(1, 'Grace', [
      ['eip155', EVM_OTHER],
      ['eip155', EVM_OTHER, '8453'],
    ])
    await insertPerson(2, 'Alan', [['solana', SOLANA]])
    await insertPerson(3, 'Zoë', [['bip122', BITCOIN]])
    await insertPerson(4, 'Beefy', [['eip155', EVM_THIRD]])
    await insertPerson(5, 'Lost', [['eip155', `0x${'1'.repeat(36)}dada`]])
    await changeRows(server, "UPDATE wallet SET status = 'removed' WHERE person_id = ?", idOf(5))
  })
  after(() => server.close())

  /** Page by page. */
  async function search(q: string, more = ''): Promise<number[]> {
    const found: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query: string = `q=${encodeURIComponent(q)}&limit=1${more}${cursor && `&cursor=${cursor}`}`
      const response = await auditor.browser.get(`/api/admin/people?${query}`)
      assert.equal(response.status, 200, response.text)
      const page = response.json as { items: FoundPerson[]; nextCursor: string | null } // compared by the caller
      found.push(...page.items.map(({ id }) => Number(id.slice(6))))
      cursor = page.nextCursor
    }
    return found
  }

  test('finds the last four characters of every family, each person once', async () => {
    assert.deepEqual(await search('…beef'), [0, 1])
    assert.deepEqual(await search('...BEEF'), [0, 1])
    assert.deepEqual(await search('0c1a'), [4])
    assert.deepEqual(await search('0C1A'), [4])
    assert.deepEqual(await search('gAsU'), [2])
    assert.deepEqual(await search('gasu'), [])
    assert.deepEqual(await search('5mdq'), [3])
    assert.deepEqual(await search('zzwf5mdq'), [3])
    assert.deepEqual(await search('xxwf5mdq'), [])
    assert.deepEqual(await search('dada'), [], 'a removed wallet')
  })

  test('finds the short address as lists show it', async () => {
    assert.deepEqual(await search('0x1234…bEEf'), [0])
    assert.deepEqual(await search('0x5678...beef'), [1])
    assert.deepEqual(await search('0x0000…beef'), [])
    assert.deepEqual(await search('7xKX…gAsU'), [2])
    assert.deepEqual(await search('bc1qar…5mdq'), [3])
  })

  test('prefers names to the end of an address', async () => {
    assert.deepEqual(await search('beef'), [4])
  })

  test('combines the end of an address with filters', async () => {
    assert.deepEqual(await search('…beef', '&role=owner'), [])
    assert.deepEqual(await search('…beef', '&status=active'), [0, 1])
    await changeRows(server, "UPDATE person SET role = 'admin' WHERE id = ?", idOf(1))
    assert.deepEqual(await search('…beef', '&role=admin'), [1])
  })

  test('reads an index, so that its cost does not grow with the number of people', async () => {
    const plan = await explain(server, (queries) => findAddressEnds(queries, { start: '', end: 'beef' }, { most: 26 }))
    assert.match(plan, /wallet_by_address_end/)
    assert.doesNotMatch(plan, /SCAN|Seq Scan|Sort|TEMP B-TREE/)
  })

  async function insertPerson(number: number, name: string, wallets: [string, string, string?][]): Promise<void> {
    const id = idOf(number)
    await changeRows(
      server,
      `INSERT INTO person (id, display_name, role, status, primary_wallet_id, created_at, updated_at, version)
       VALUES (?, ?, 'member', 'active', ?, 0, 0, 1)`,
      ...[id, name, `wal_00${id.slice(6)}`],
    )
    for (const [index, [namespace, address, chain = '0']] of wallets.entries())
      await changeRows(
        server,
        `INSERT INTO wallet (id, person_id, namespace, address, chain, kind, status, linked_via, linked_at, last_used_at, version)
         VALUES (?, ?, ?, ?, ?, 'eoa', 'linked', 'sign_in', 0, 0, 1)`,
        ...[`wal_0${index}${id.slice(6)}`, id, namespace, address, chain],
      )
    await changeRows(server, 'INSERT INTO person_term (term, person_id) VALUES (?, ?)', name.toLowerCase(), id)
  }
})
