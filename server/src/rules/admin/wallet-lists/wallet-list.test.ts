import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import {
  WALLET_LIST_MAX,
  WALLET_LIST_MAX_BYTES,
  WALLET_LIST_UNUSED_MS,
} from '@countersign/contract/limits/rule-limits.ts'
import type { WalletList } from '@countersign/contract/routes/admin/rule.ts'
import { createWalletList as schemas } from '@countersign/contract/schemas/admin/rule.ts'
import { forEachEngine } from '../../../../../test/support/database/each-engine.ts'
import { changeRows, readRows } from '../../../../../test/support/database/rows.ts'
import { conditionOf, ruleOf } from '../../../../../test/support/rule-fixtures.ts'
import { type HttpResponse, newAccount } from '../../../../../test/support/server/http-browser.ts'
import { addPerson, type TestPerson } from '../../../../../test/support/server/people.ts'
import { expectProblem } from '../../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../../test/support/server/server.ts'
import { purge } from '../../../operations/purge.ts'
import { newId } from '../../../platform/crypto/id.ts'

const GROUPS = '/api/admin/groups'

forEachEngine('wallet lists', (engine, testOnce) => {
  let server: TestServer
  let admin: TestPerson
  let group: string
  beforeEach(async () => {
    server = await startServer(engine)
    admin = await addPerson(server, 'admin')
    group = await createGroup('listed')
  })
  afterEach(() => server.close())

  const createGroup = async (slug: string) => {
    const id = newId(server.context, 'grp')
    const sql = 'INSERT INTO people_group (id, name, slug, created_at, updated_at, version) VALUES (?, ?, ?, 1, 1, 1)'
    await changeRows(server, sql, id, slug, slug)
    return id
  }
  const upload = (csv: string, groupId = group) => admin.signed('POST', `${GROUPS}/${groupId}/wallet-lists`, { csv })
  const expectList = (response: HttpResponse): WalletList => {
    assert.equal(response.status, 201, response.text)
    return schemas.answer.parse(response.json)
  }
  const read = (id: string, groupId = group) => admin.browser.get(`${GROUPS}/${groupId}/wallet-lists/${id}`)
  const saveRule = (listId: string, version = 1, groupId = group) =>
    admin.signed('PUT', `${GROUPS}/${groupId}/rule`, { rule: ruleOf(conditionOf.list(listId)) }, version)
  const lists = () => readRows(server, 'SELECT id FROM wallet_list ORDER BY id')

  test('stores addresses of keys and contract wallets with notes', async () => {
    const [one, other] = [newAccount().address, newAccount().address]
    const csv = `address,note\n${one},Alice\n${other.toLowerCase()}\neip155:10:${other},"Bob, treasury"\n`
    const list = expectList(await upload(csv))
    assert.deepEqual(list, { id: list.id, wallets: 3, createdAt: new Date(server.clock.now).toISOString() })
    const { json } = await read(list.id)
    const items = [
      { address: one, chainId: null, name: null, note: 'Alice' },
      { address: other, chainId: null, name: null, note: null },
      { address: other, chainId: 10, name: null, note: 'Bob, treasury' },
    ]
    const byAddress = (a: { address: string }, b: { address: string }) =>
      a.address.toLowerCase() < b.address.toLowerCase() ? -1 : a.address === b.address ? 0 : 1
    assert.deepEqual(json, { list, items: items.toSorted(byAddress) })
  })

  test('stores the longest list, and decides by it', async () => {
    const listed = await addPerson(server)
    const rows = Array.from(
      { length: WALLET_LIST_MAX - 1 },
      (_, index) => `0x${(index + 65536).toString(16).padStart(40, '0')}`,
    )
    const list = expectList(await upload([...rows, listed.account.address].join('\n')))
    assert.equal(list.wallets, WALLET_LIST_MAX)
    const saved = await saveRule(list.id)
    assert.deepEqual((saved.json as { lists: unknown }).lists, [list])
    await server.context.background.settled()
    const members = await admin.browser.get(`${GROUPS}/${group}/rule/members`)
    const { items } = members.json as { items: { person: { id: string } }[] } // compared next
    assert.deepEqual(
      items.map(({ person }) => person.id),
      [listed.id],
    )
  })

  test('stores nothing of a list with problems', async () => {
    const { address } = newAccount()
    const csv = `${address}\nhello\n${address.toLowerCase()}\n${address.replace(/[a-f]/, (digit) => digit.toUpperCase())}x`
    assert.deepEqual(expectProblem(await upload(csv), 'invalid_body').fields, [
      { path: '/csv/2', code: 'invalid_account' },
      { path: '/csv/3', code: 'duplicate_of_1' },
      { path: '/csv/4', code: 'invalid_account' },
    ])
    assert.deepEqual(await lists(), [])
    assert.deepEqual(await readRows(server, 'SELECT list_id FROM wallet_list_row'), [])
  })

  testOnce('reports the first problems and their number', async () => {
    const { fields, detail } = expectProblem(await upload('x\n'.repeat(73)), 'invalid_body')
    assert.equal(fields?.length, 50)
    assert.deepEqual(fields?.[49], { path: '/csv/50', code: 'invalid_account' })
    assert.equal(detail, '73 rows have problems. The first 50 are listed.')
  })

  testOnce('refuses names without a network, and files that are too large', async () => {
    assert.deepEqual(expectProblem(await upload('vitalik.eth'), 'invalid_body').fields, [
      { path: '/csv/1', code: 'network_missing' },
    ])
    expectProblem(await upload('x'.repeat(WALLET_LIST_MAX_BYTES)), 'payload_too_large')
    expectProblem(await upload(''), 'invalid_body')
  })

  test('belongs to its group', async () => {
    const list = expectList(await upload(newAccount().address))
    const other = await createGroup('other')
    expectProblem(await read(list.id, other), 'not_found')
    assert.deepEqual(expectProblem(await saveRule(list.id, 1, other), 'invalid_body').fields, [
      { path: '/rule/condition/listId', code: 'unknown_list' },
    ])
    const rule = ruleOf(conditionOf.list(list.id))
    for (const path of ['preview', 'try']) {
      const body = path === 'try' ? { rule, accounts: [newAccount().address] } : { rule }
      const response = await admin.browser.post(`${GROUPS}/${other}/rule/${path}`, body)
      assert.deepEqual(expectProblem(response, 'invalid_body').fields, [
        { path: '/rule/condition/listId', code: 'unknown_list' },
      ])
    }
    expectProblem(await upload(newAccount().address, newId(server.context, 'grp')), 'not_found')
  })

  test('is deleted after a day unless a rule names it', async () => {
    const [used, unused] = [
      expectList(await upload(newAccount().address)),
      expectList(await upload(newAccount().address)),
    ]
    await saveRule(used.id)
    server.clock.now += WALLET_LIST_UNUSED_MS
    const recent = expectList(await upload(newAccount().address))
    await purge(server.context)
    assert.deepEqual(
      (await lists()).map(({ id }) => id),
      [used.id, unused.id, recent.id].toSorted(),
    )
    server.clock.now += 1
    await purge(server.context)
    assert.deepEqual(
      (await lists()).map(({ id }) => id),
      [used.id, recent.id].toSorted(),
    )
  })

  test('needs an administrator with a signature', async () => {
    const body = { csv: newAccount().address }
    expectProblem(await admin.browser.post(`${GROUPS}/${group}/wallet-lists`, body), 'step_up_required')
    const auditor = await addPerson(server, 'auditor')
    expectProblem(await auditor.signed('POST', `${GROUPS}/${group}/wallet-lists`, body), 'forbidden')
    const list = expectList(await upload(body.csv))
    assert.equal((await auditor.browser.get(`${GROUPS}/${group}/wallet-lists/${list.id}`)).status, 200)
    const member = await addPerson(server)
    expectProblem(await member.browser.get(`${GROUPS}/${group}/wallet-lists/${list.id}`), 'forbidden')
  })
})
