import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { forEachEngine } from '../../../test/support/database/each-engine.ts'
import { changeRows, readRows } from '../../../test/support/database/rows.ts'
import { conditionOf } from '../../../test/support/rule-fixtures.ts'
import { addRuleGroup, readVerdict, type ScriptedRules, scriptRules, TOKEN } from '../../../test/support/rule-groups.ts'
import { actAs } from '../../../test/support/server/acting.ts'
import { newAccount } from '../../../test/support/server/http-browser.ts'
import { addPerson, grantStepUp, type TestPerson } from '../../../test/support/server/people.ts'
import { startServer, type TestServer } from '../../../test/support/server/server.ts'
import { purgeDeletedPeople } from '../accounts/person/purge-person.ts'
import { promoteToOwner } from '../accounts/person/restore-and-promote.ts'
import { addWallet } from '../accounts/wallet/link-wallet.ts'
import { unlinkWallet } from '../accounts/wallet/unlink-wallet.ts'
import { findWallet } from '../accounts/wallet/wallet.ts'
import { newId } from '../platform/crypto/id.ts'
import { invalidateContractProofs } from '../session/revalidate-contract-wallet.ts'
import { removeVault } from './vault/vault.ts'
import { checkVerdicts } from './verdicts/check-verdicts.ts'

forEachEngine('a verdict', (engine) => {
  let server: TestServer
  let script: ScriptedRules
  let admin: TestPerson
  let person: TestPerson
  let group: { id: string; slug: string }
  let team: string
  before(async () => {
    server = await startServer(engine)
    admin = await addPerson(server, 'owner')
    await grantStepUp(server, admin, 'admin.mode')
  })
  after(() => server.close())
  beforeEach(async () => {
    script = scriptRules(server, () => ({ outcome: 'yes', tokens: [TOKEN] }))
    person = await addPerson(server)
    group = await addRuleGroup(server, { seats: true })
    await checkVerdicts(server.context, { groupIds: [group.id], personIds: [person.id] })
    team = newId(server.context, 'grp')
    const sql = `INSERT INTO people_group (id, name, slug, created_at, updated_at, version) VALUES (?, 'A', ?, 1, 1, 1)`
    await changeRows(server, sql, team, team.toLowerCase().replace('_', '-'))
  })

  const state = async () => {
    const { outcome, freshFor, keptFor } = (await readVerdict(server, group.id, person.id)) ?? {}
    const kept = keptFor !== undefined && keptFor > 0
    return { outcome, fresh: freshFor !== undefined && freshFor > 0, kept }
  }
  const inTransaction: TestServer['context']['store']['transaction'] = (work) => server.context.store.transaction(work)
  const link = (account = newAccount(), chain = '0') =>
    inTransaction((queries) =>
      addWallet(server.context, queries, {
        ...{ personId: person.id, account: { namespace: 'eip155', address: account.address.toLowerCase(), chain } },
        ...{ name: null, rdns: null, via: 'link' },
      }),
    )
  const changeMembers = async (add: string[], remove: string[]) => {
    const path = `/api/admin/groups/${team}/members`
    const response = await admin.browser.call({ method: 'PUT', path, body: { add, remove } })
    assert.equal(response.status, 200, response.text)
  }
  const changePerson = async (change: object) => {
    const [row] = await readRows(server, 'SELECT version FROM person WHERE id = ?', person.id)
    const response = await admin.signed('PATCH', `/api/admin/people/${person.id}`, change, Number(row?.version))
    assert.equal(response.status, 200, response.text)
  }
  const reset = () => checkVerdicts(server.context, { groupIds: [group.id], personIds: [person.id] })

  const DUE = { outcome: 'yes', fresh: false, kept: true }
  const SUSPENDED = { outcome: 'yes', fresh: false, kept: false }

  test('is due when a wallet is linked, and does not count once one is removed', async () => {
    const wallet = await link()
    assert.deepEqual(await state(), DUE)
    await reset()
    await inTransaction(async (queries) => {
      const found = (await findWallet(queries, wallet)) ?? assert.fail()
      await unlinkWallet(server.context, queries, { wallet: found })
    })
    assert.deepEqual(await state(), SUSPENDED)
  })

  test('is due when the person joins a group, and does not count once they leave it', async () => {
    await changeMembers([person.id], [])
    assert.deepEqual(await state(), DUE)
    await reset()
    await changeMembers([], [person.id])
    assert.deepEqual(await state(), SUSPENDED)
    await reset()
    await changeMembers([], [person.id])
    assert.deepEqual(await state(), { ...DUE, fresh: true })
  })

  test('does not count once the person joins a group that the rule forbids', async () => {
    const condition = conditionOf.all(conditionOf.erc721(), conditionOf.not({ kind: 'group', groupId: team }))
    group = await addRuleGroup(server, { condition })
    await reset()
    await changeMembers([person.id], [])
    assert.deepEqual(await state(), SUSPENDED)
  })

  test('is due with a higher role, and does not count after a lower one or a suspension', async () => {
    await changePerson({ role: 'admin' })
    assert.deepEqual(await state(), DUE)
    await reset()
    await changePerson({ role: 'member' })
    assert.deepEqual(await state(), SUSPENDED)
    await reset()
    await changePerson({ status: 'suspended', reason: 'Sold' })
    assert.deepEqual(await state(), SUSPENDED)
    await changePerson({ status: 'active' })
    await reset()
    const owner = { id: person.id, displayName: null, role: 'member', status: 'active' } as const
    await inTransaction((queries) => promoteToOwner(server.context, queries, owner, 'test'))
    assert.deepEqual(await state(), DUE)
  })

  test('stays as it is when the person is renamed', async () => {
    await changePerson({ displayName: 'Ada' })
    assert.deepEqual(await state(), { ...DUE, fresh: true })
  })

  test('does not count once a contract wallet must be proven again', async () => {
    await link(newAccount(), '10')
    await reset()
    await inTransaction((queries) => invalidateContractProofs(server.context, queries, 11))
    assert.deepEqual(await state(), { ...DUE, fresh: true })
    await inTransaction((queries) => invalidateContractProofs(server.context, queries, 10))
    assert.deepEqual(await state(), SUSPENDED)
    let holders = -1
    script.decide = (subject) => {
      holders = subject.holders.length
      return 'no'
    }
    await reset()
    assert.equal(holders, 1)
  })

  test('does not count once a vault is removed', async () => {
    const id = await addVaultRow()
    const actor = actAs(server.context, { actorId: person.id, sessionId: person.sessionId })
    await removeVault(server.context, actor, id)
    assert.deepEqual(await state(), SUSPENDED)
  })

  test('is in the data export with seats and vaults, and is erased with the person', async () => {
    await addVaultRow()
    await grantStepUp(server, person, 'data.export')
    const exported = (await person.browser.post('/api/me/export')).json as Record<string, Record<string, unknown>[]> // compared next
    assert.deepEqual(
      exported.groupsByRule?.map(({ slug, outcome, reasons }) => ({ slug, outcome, reasons: Array.isArray(reasons) })),
      [{ slug: group.slug, outcome: 'yes', reasons: true }],
    )
    assert.deepEqual(
      exported.seats?.map(({ slug, tokenId }) => ({ slug, tokenId })),
      [{ slug: group.slug, tokenId: '7' }],
    )
    assert.deepEqual(
      exported.vaults?.map(({ chainId, active }) => ({ chainId, active })),
      [{ chainId: 1, active: true }],
    )
    await changeRows(server, "UPDATE person SET status = 'deleting', delete_after = 1 WHERE id = ?", person.id)
    await purgeDeletedPeople(server.context)
    for (const table of ['rule_verdict', 'rule_seat', 'vault'])
      assert.deepEqual(await readRows(server, `SELECT 1 FROM ${table} WHERE person_id = ?`, person.id), [])
  })

  test('exports neither names of groups that the person is not in nor reasons that the operator hides', async () => {
    const hidden = await addRuleGroup(server, { showReasons: false })
    const refused = await addRuleGroup(server, { refusalText: 'Buy one.' })
    script.decide = (_, { refusalText }) => (refusalText === null ? 'yes' : 'no')
    await checkVerdicts(server.context, { groupIds: [hidden.id, refused.id], personIds: [person.id] })
    await grantStepUp(server, person, 'data.export')
    const exported = (await person.browser.post('/api/me/export')).json as Record<string, Record<string, unknown>[]> // compared next
    const rows = exported.groupsByRule?.map(({ slug, name, reasons }) => `${slug} ${name} ${Array.isArray(reasons)}`)
    const expected = [`${group.slug} Holders true`, `${hidden.slug} Holders false`, 'null null true']
    assert.deepEqual(rows?.toSorted(), expected.toSorted())
  })

  async function addVaultRow(): Promise<string> {
    const id = newId(server.context, 'vlt')
    const sql = `INSERT INTO vault (id, person_id, chain_id, address, added_at, checked_at, active)
      VALUES (?, ?, 1, ?, 1, 1, 1)`
    await changeRows(server, sql, id, person.id, newAccount().address.toLowerCase())
    return id
  }
})
