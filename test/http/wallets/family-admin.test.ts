import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { families } from '@countersign/contract/family/family.ts'
import { shortAddress } from '@countersign/contract/family/short-address.ts'
import { DELETION_GRACE_MS } from '@countersign/contract/limits.ts'
import type { Activity } from '@countersign/contract/routes/activity.ts'
import type { PersonDetails, PersonItem } from '@countersign/contract/routes/admin/people.ts'
import { DELETION_PHRASE } from '@countersign/contract/routes/person.ts'
import * as schemas from '@countersign/contract/schemas/admin/rule.ts'
import { purge } from '../../../server/src/operations/purge.ts'
import { currentMembership } from '../../../server/src/rules/membership.ts'
import { forEachEngine } from '../../support/database/each-engine.ts'
import { changeRows, readRows } from '../../support/database/rows.ts'
import { newBitcoinAccount } from '../../support/families/bitcoin.ts'
import type { FamilyAccount } from '../../support/families/family-account.ts'
import {
  addPersonAs,
  claimOf,
  type FamilyPerson,
  identityOf,
  requestStepUpAs,
  signInAs,
} from '../../support/families/family-requests.ts'
import { newFamilyAccount } from '../../support/families/new-family-account.ts'
import { newSolanaAccount } from '../../support/families/solana.ts'
import { conditionOf, ruleOf } from '../../support/rule-fixtures.ts'
import { openBrowser } from '../../support/server/http-browser.ts'
import { addPerson, grantStepUp, type TestPerson } from '../../support/server/people.ts'
import { expectSession, expectStarted } from '../../support/server/responses.ts'
import { type CommandResult, runCli } from '../../support/server/run-cli.ts'
import { startServer, type TestServer } from '../../support/server/server.ts'

forEachEngine('the administration of people with wallets of every chain family', (engine, testOnce) => {
  let server: TestServer
  let databaseUrl: string
  let admin: TestPerson
  beforeEach(async () => {
    databaseUrl = await engine.createDatabase()
    server = await startServer(engine, { databaseUrl })
    admin = await addPerson(server, 'owner')
    await grantStepUp(server, admin, 'admin.mode')
  })
  afterEach(() => server.close())

  const storedOf = (account: FamilyAccount) => identityOf(account).split(':')[2] ?? ''
  const search = async (q: string) => {
    const { items } = (await admin.browser.get(`/api/admin/people?q=${encodeURIComponent(q)}`)).json as {
      items: PersonItem[]
    } // compared by the caller
    return items.map(({ id }) => id)
  }

  // Other files test the same with Ethereum.
  for (const namespace of ['solana', 'bip122'] as const) {
    const { name } = families[namespace]

    test(`${name}: people are found by their address, its beginning and their account`, async () => {
      const { id, account } = await addPersonAs(server, newFamilyAccount(namespace))
      await addPersonAs(server, newFamilyAccount(namespace))
      const { address } = account
      for (const q of [address, ` ${address} `, address.slice(0, 14), identityOf(account), claimOf(account)])
        assert.deepEqual(await search(q), [id], q)
      assert.deepEqual(await search(`${address.slice(0, -1)}${address.endsWith('1') ? '2' : '1'}`), [])
      const isBase58 = namespace === 'solana'
      const otherCase = isBase58 ? address.toLowerCase() : address.toUpperCase().replace('0X', '0x')
      assert.deepEqual(await search(otherCase), isBase58 ? [] : [id])
    })

    test(`${name}: lists and details of people, their sessions and activity show the address`, async () => {
      const { id, account } = await addPersonAs(server, newFamilyAccount(namespace))
      const details = (await admin.browser.get(`/api/admin/people/${id}`)).json as PersonDetails // compared next
      assert.equal(details.person.address, account.address)
      assert.deepEqual(
        details.wallets.map((wallet) => [wallet.account, wallet.address]),
        [[identityOf(account), account.address]],
      )
      assert.deepEqual(
        details.sessions.map(({ wallet }) => wallet.account),
        [identityOf(account)],
      )
      const path = `/api/admin/activity?kind=sign_in.ok&person=${id}`
      const { items } = (await admin.browser.get(path)).json as { items: Activity[] } // compared next
      const short = shortAddress(account.address)
      assert.deepEqual(
        items.map((event) => [event.address, event.person?.label]),
        [[account.address, short]],
      )
      await server.context.background.settled()
      assert.equal(((await admin.browser.get('/api/admin/activity/verify')).json as { ok: boolean }).ok, true)
    })

    test(`${name}: the export of a person contains the account, and deletion leaves no row of it`, async () => {
      const person = await addPersonAs(server, newFamilyAccount(namespace))
      expectSession(await requestStepUpAs(person, 'data.export'))
      const exported = await person.browser.post('/api/me/export')
      assert.equal(exported.status, 200, exported.text)
      const { wallets } = exported.json as { wallets: Record<string, string>[] } // compared next
      assert.deepEqual(
        wallets.map((wallet) => `${wallet.namespace}:${wallet.chain}:${wallet.address}`),
        [identityOf(person.account)],
      )
      await insertRequest(person)
      expectSession(await requestStepUpAs(person, 'account.delete'))
      assert.equal((await person.browser.post('/api/me/deletion', { phrase: DELETION_PHRASE })).status, 202)
      server.clock.now += DELETION_GRACE_MS + 1
      await purge(server.context)
      const stored = storedOf(person.account)
      for (const [table, column] of [
        ['wallet', 'address'],
        ['activity', 'address'],
        ['notice', 'address'],
        ['access_request', 'subject'],
      ])
        assert.deepEqual(
          await readRows(server, `SELECT ${column} FROM ${table} WHERE ${column} LIKE '%' || ? || '%'`, stored),
          [],
          table,
        )
      const again = expectStarted(await signInAs(openBrowser(server), person.account))
      assert.deepEqual([again.created, again.me.id === person.id], [true, false])
    })

    test(`${name}: the command line names the wallet by address or account`, async () => {
      const { id, account } = await addPersonAs(server, newFamilyAccount(namespace))
      const listed = JSON.parse((await run('sessions', '--json', '--person', account.address)).out) as object[]
      assert.deepEqual(listed, [{ ...listed[0], address: account.address }])
      const line = (words: string) => `${account.address} ${words}\nSign in with it at http://localhost:3000\n`
      assert.deepEqual(await run('make-owner', claimOf(account)), { code: 0, out: line('is now an owner.'), err: '' })
      assert.equal((await run('make-owner', account.address)).out, line('is already an owner.'))
      assert.deepEqual(await readRows(server, 'SELECT role FROM person WHERE id = ?', id), [{ role: 'owner' }])
      assert.equal((await run('end-sessions', '--person', identityOf(account))).code, 0)
      const unknown = newFamilyAccount(namespace)
      assert.match((await run('make-owner', unknown.address)).out, /has no account yet/)
      assert.equal(expectStarted(await signInAs(openBrowser(server), unknown)).me.role, 'owner')
    })

    test(`${name}: a wallet list of a rule puts its people in the group`, async () => {
      const person = await addPersonAs(server, newFamilyAccount(namespace))
      const other = await addPersonAs(server, newFamilyAccount(namespace))
      const created = await admin.browser.post('/api/admin/groups', { name: 'Listed', slug: 'listed' })
      const { id: groupId } = created.json as { id: string } // a good answer has one
      const path = `/api/admin/groups/${groupId}`
      const csv = `wallet,note\n${claimOf(person.account)},Ada\n${newFamilyAccount('solana').address}\n`
      const uploaded = await admin.signed('POST', `${path}/wallet-lists`, { csv })
      assert.equal(uploaded.status, 201, uploaded.text)
      const { id: listId } = uploaded.json as { id: string } // a good answer has one
      const { items } = schemas.getWalletList.answer.parse(
        (await admin.browser.get(`${path}/wallet-lists/${listId}`)).json,
      )
      const row = { address: person.account.address, chainId: null, name: null, note: 'Ada' }
      assert.deepEqual(
        items.find(({ note }) => note !== null),
        row,
      )
      const rule = ruleOf(conditionOf.list(listId))
      const saved = await admin.signed('PUT', `${path}/rule`, { rule })
      assert.equal(saved.status, 200, saved.text)
      await server.context.background.settled()
      assert.deepEqual((await currentMembership(server.context, person.id)).ids, [groupId])
      assert.deepEqual((await currentMembership(server.context, other.id)).ids, [])
      const trial = async (account: FamilyAccount) =>
        (await admin.browser.post(`${path}/rule/try`, { rule, accounts: [account.address] })).json as {
          outcome: string
          wallets: string[]
        } // compared next
      const { outcome, wallets } = await trial(person.account)
      assert.deepEqual([outcome, wallets], ['yes', [person.account.address]])
      assert.equal((await trial(other.account)).outcome, 'no')
    })
  }

  test('a base58 address and a name with the same letters are found by their case', async () => {
    let solana = newSolanaAccount()
    while (!/^.{0,5}[A-Z]/.test(solana.address)) solana = newSolanaAccount()
    const { id } = await addPersonAs(server, solana)
    const word = solana.address.slice(0, 6)
    const named = await addPerson(server)
    const body = { displayName: `${word} of Example`, locale: null, theme: null, timeZone: null }
    const response = await named.change('PATCH', '/api/me', body)
    assert.equal(response.status, 200, response.text)
    assert.deepEqual(await search(word.toLowerCase()), [named.id])
    assert.deepEqual(new Set(await search(`solana:${word}`)), new Set([id]))
    assert.equal((await search(word)).length, 1)
  })

  test('a search by address returns every person once, page by page', async () => {
    const people: FamilyPerson[] = []
    for (let count = 0; count < 3; count++) people.push(await addPersonAs(server, newBitcoinAccount()))
    const found: string[] = []
    let cursor = ''
    do {
      const page = (await admin.browser.get(`/api/admin/people?q=bc1q&limit=1${cursor}`)).json as {
        items: PersonItem[]
        nextCursor: string | null
      } // compared next
      found.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`
    } while (cursor !== '')
    assert.deepEqual(found.toSorted(), people.map(({ id }) => id).toSorted())
  })

  testOnce('the command line explains what is wrong with an address', async () => {
    const wrong: [string, RegExp][] = [
      [`solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1:${newSolanaAccount().address}`, /network that is not supported/],
      ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', /network that is not supported/],
      ['bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3', /kind that is not supported/],
      ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', /is not an address/],
      ['11111111111111111111111111111111', /The address is reserved/],
      [`eip155:1:${newFamilyAccount('eip155').address}`, /is a contract wallet/],
      ['cosmos:cosmoshub-4:cosmos1t2uflqwqe0fsj0shcfkrvpukewcw40yjj6hdc0', /is not an address/],
    ]
    for (const [typed, error] of wrong) {
      const { code, err } = await run('make-owner', typed)
      assert.equal(code, 2)
      assert.match(err, error)
    }
  })

  testOnce('a rule on a chain ignores wallets of other families', async () => {
    const person = await addPersonAs(server, newFamilyAccount('solana'))
    const created = await admin.browser.post('/api/admin/groups', { name: 'Holders', slug: 'holders' })
    const { id: groupId } = created.json as { id: string } // a good answer has one
    const rule = ruleOf(conditionOf.erc20())
    const body = { rule, personId: person.id }
    const response = await admin.browser.post(`/api/admin/groups/${groupId}/rule/try`, body)
    const { outcome, reasons } = schemas.tryRule.answer.parse(response.json)
    assert.equal(outcome, 'no')
    assert.deepEqual(reasons[0]?.wallets ?? [], [])
  })

  const run = (...words: string[]): Promise<CommandResult> =>
    runCli(words, { environment: { DATABASE_URL: databaseUrl, SECRET_KEY: 'ab'.repeat(32) } })

  /** A request to sign up from before the account, as it is stored. */
  async function insertRequest({ account }: FamilyPerson): Promise<void> {
    const insert = `INSERT INTO access_request (id, subject, object, status, created_at)
      VALUES ('req_01ARZ3NDEKTSV4RRFFQ69G5FAV', ?, 'site', 'declined', ?)`
    await changeRows(server, insert, identityOf(account), server.clock.now)
  }
})
