import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { RATE_CHECKS_PER_PERSON, VAULT_FRESH_MS, VAULTS_PER_PERSON } from '@countersign/contract/limits/rule-limits.ts'
import type { Vault } from '@countersign/contract/routes/vault.ts'
import { vaultSchema } from '@countersign/contract/schemas/vault.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { changeRows, readRows } from '../../../../test/support/database/rows.ts'
import { addressOf, conditionOf } from '../../../../test/support/rule-fixtures.ts'
import { addRuleGroup, readVerdict, scriptRules } from '../../../../test/support/rule-groups.ts'
import { type ScriptedRegistry, scriptRegistry, word } from '../../../../test/support/scripted-registry.ts'
import { type HttpResponse, newAccount } from '../../../../test/support/server/http-browser.ts'
import { addPerson, readEvents, type TestPerson } from '../../../../test/support/server/people.ts'
import { expectProblem } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { linkWallet } from '../../../../test/support/server/wallets.ts'
import { newId } from '../../platform/crypto/id.ts'
import type { ReadOutcome } from '../chain-read.ts'
import { findSubjects } from '../find-subjects.ts'
import { checkVerdicts } from '../verdicts/check-verdicts.ts'

const PATH = '/api/me/vaults'
const TOKEN = addressOf(0x721)

forEachEngine('vaults', (engine, testOnce) => {
  let server: TestServer
  let registry: ScriptedRegistry
  let person: TestPerson
  let vault: string
  before(async () => {
    // Nothing listens there: every read of this server is scripted.
    server = await startServer(engine, { environment: { RPC_1: 'http://127.0.0.1:9', RPC_10: 'http://127.0.0.1:9' } })
  })
  after(() => server.close())
  beforeEach(async () => {
    registry = scriptRegistry(server)
    person = await addPerson(server)
    vault = newAccount().address
  })

  const delegate = (address = vault, by = person, chainId = 1) =>
    registry.delegate({ chainId, vault: address, delegate: by.account.address })
  const add = (address = vault, by = person, chainId = 1) => by.browser.post(PATH, { chainId, address })
  const list = async (by = person) => (await by.browser.get(PATH)).json as { items: Vault[]; networks: unknown[] } // a good answer is one
  const rowsOf = ({ id }: TestPerson) => readRows(server, 'SELECT address FROM vault WHERE person_id = ?', id)

  function expectVault({ status, json }: HttpResponse): Vault {
    assert.equal(status, 201)
    return vaultSchema.parse(json)
  }
  function expectField(response: HttpResponse, code: string): void {
    assert.deepEqual(expectProblem(response, 'invalid_body').fields, [{ path: '/address', code }])
  }

  test('are added, listed and removed, with an event each', async () => {
    delegate()
    const added = expectVault(await add())
    const now = new Date(server.clock.now).toISOString()
    assert.deepEqual(added, { id: added.id, chainId: 1, address: vault, addedAt: now, checkedAt: now, active: true })
    assert.deepEqual((await list()).items, [added])
    const { status } = await person.browser.delete(`${PATH}/${added.id}`)
    assert.equal(status, 204)
    assert.deepEqual((await list()).items, [])
    const events = (await readEvents(server, 'vault.added', 'vault.removed')).filter((e) => e.person_id === person.id)
    const data = { vaultId: added.id, chainId: 1 }
    assert.deepEqual(
      events.map((event) => [event.kind, event.actor_id, event.data]),
      [
        ['vault.added', person.id, data],
        ['vault.removed', person.id, data],
      ],
    )
  })

  test('cannot be removed twice, by somebody else, or by a made-up id', async () => {
    delegate()
    const { id } = expectVault(await add())
    const other = await addPerson(server)
    expectProblem(await other.browser.delete(`${PATH}/${id}`), 'not_found')
    assert.deepEqual((await list(other)).items, [])
    assert.equal((await rowsOf(person)).length, 1)
    const both = await Promise.all([1, 2].map(() => person.browser.delete(`${PATH}/${id}`)))
    assert.deepEqual(both.map(({ status }) => status).sort(), [204, 404])
    expectProblem(await person.browser.delete(`${PATH}/${id}`), 'not_found')
    expectProblem(await person.browser.delete(`${PATH}/vlt_00000000000000000000000000`), 'not_found')
    expectProblem(await person.browser.delete(`${PATH}/${'x'.repeat(300)}`), 'not_found')
  })

  test('are added once per person and network', async () => {
    delegate()
    const both = await Promise.all([add(), add(vault.toLowerCase())])
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409])
    expectProblem(await add(), 'vault_exists')
    delegate(vault, person, 10)
    expectVault(await add(vault, person, 10))
    const other = await addPerson(server)
    delegate(vault, other)
    expectVault(await add(vault, other))
  })

  test('are limited per person, also in parallel', async () => {
    const free = 2
    await fill(person, VAULTS_PER_PERSON - free)
    const addresses = Array.from({ length: RATE_CHECKS_PER_PERSON.burst }, () => newAccount().address)
    for (const address of addresses) delegate(address)
    const responses = await Promise.all(addresses.map((address) => add(address)))
    const added = responses.filter(({ status }) => status === 201)
    assert.equal(added.length, free)
    for (const response of responses) if (response.status !== 201) expectProblem(response, 'vault_limit')
    assert.equal((await rowsOf(person)).length, VAULTS_PER_PERSON)
  })

  test('are not added more often than a person may have chains read', async () => {
    for (let count = 0; count < RATE_CHECKS_PER_PERSON.burst; count++) expectProblem(await add(), 'delegation_missing')
    const reads = registry.reads.length
    expectProblem(await add(), 'rate_limited')
    assert.equal(registry.reads.length, reads)
  })

  testOnce('need a delegation to a wallet of the same person, on the same network', async () => {
    expectProblem(await add(), 'delegation_missing')
    delegate(vault, await addPerson(server))
    expectProblem(await add(), 'delegation_missing')
    delegate(vault, person, 10)
    expectProblem(await add(), 'delegation_missing')
    // From the wallet to the vault.
    registry.delegate({ chainId: 1, vault: person.account.address, delegate: vault })
    expectProblem(await add(), 'delegation_missing')
    assert.deepEqual(await rowsOf(person), [])
  })

  testOnce('may delegate to any wallet of the person', async () => {
    const second = newAccount()
    await linkWallet(person.browser, person.account, second)
    registry.delegate({ chainId: 1, vault, delegate: second.address })
    expectVault(await add())
  })

  testOnce('may delegate a contract or a token that a rule with vaults names', async () => {
    const scoped = { contract: TOKEN, tokenId: '7' }
    const to = { chainId: 1, vault, delegate: person.account.address }
    registry.delegate(to, { contract: TOKEN })
    registry.delegate(to, scoped)
    await addRuleGroup(server)
    expectProblem(await add(), 'delegation_missing')
    const { id } = await addRuleGroup(server, { delegations: true, condition: conditionOf.erc721Token() })
    expectVault(await add())
    await changeRows(server, 'DELETE FROM people_group WHERE id = ?', id)
    assert.deepEqual((await list()).networks, [])
  })

  testOnce('cannot be own wallets, reserved or mistyped addresses', async () => {
    const own = person.account.address
    delegate(own)
    expectField(await add(own), 'own_wallet')
    expectField(await add(own.toLowerCase()), 'own_wallet')
    for (const reserved of [0, 1, 0xffff]) expectField(await add(addressOf(reserved)), 'reserved')
    const wrong = vault.replace(/[a-fA-F]/, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    )
    expectField(await add(wrong), 'checksum')
    for (const address of ['', '0x', `${vault}0`, vault.slice(0, -1), 'vitalik.eth', `0x${'g'.repeat(40)}`])
      expectProblem(await add(address), 'invalid_body')
    assert.deepEqual(registry.reads, [])
  })

  testOnce('cannot be on networks that are not configured', async () => {
    expectProblem(await add(vault, person, 137), 'network_not_configured')
    for (const chainId of [0, -1, 1.5, '1', null, 2 ** 60])
      expectProblem(await person.browser.post(PATH, { chainId, address: vault }), 'invalid_body')
    assert.deepEqual(registry.reads, [])
  })

  const FAILURES: Record<string, ReadOutcome> = {
    'does not answer': { kind: 'no_answer', problem: 'network_unavailable' },
    'disagrees with another': { kind: 'no_answer', problem: 'endpoints_disagree' },
    reverts: { kind: 'reverted', block: 1 },
    'answers nothing': { kind: 'value', data: '0x', block: 1 },
    'answers two': word(2),
    'answers a long word': { kind: 'value', data: `${'0x'}${'1'.padStart(128, '0')}`, block: 1 },
    'answers with garbage before the bool': { kind: 'value', data: `0xff${'1'.padStart(62, '0')}`, block: 1 },
  }
  for (const [name, failure] of Object.entries(FAILURES))
    testOnce(`are not added while the registry ${name}, and stay as they are`, async () => {
      delegate()
      const { id } = expectVault(await add())
      server.clock.now += VAULT_FRESH_MS
      registry.answer = () => failure
      const other = newAccount().address
      delegate(other)
      expectProblem(await add(other), 'rpc_unavailable')
      const [listed] = (await list()).items
      assert.deepEqual([listed?.id, listed?.active, listed?.checkedAt === listed?.addedAt], [id, true, true])
    })

  testOnce('are not added where the registry does not exist', async () => {
    registry.answer = () => ({ kind: 'no_code', block: 1 })
    expectProblem(await add(), 'delegation_missing')
  })

  test('are shown as inactive once the delegation is revoked, and active again with a new one', async () => {
    delegate()
    expectVault(await add())
    registry.revokeAll()
    const isActive = async () => {
      server.clock.now += VAULT_FRESH_MS
      return (await list()).items.map(({ active }) => active)
    }
    assert.deepEqual(await isActive(), [false])
    delegate()
    assert.deepEqual(await isActive(), [true])
  })

  testOnce('are read at most once in a while, and together', async () => {
    for (const address of [vault, newAccount().address]) {
      delegate(address)
      expectVault(await add(address))
    }
    registry.reads.length = 0
    for (let count = 0; count < 5; count++) await list()
    assert.equal(registry.reads.length, 0)
    server.clock.now += VAULT_FRESH_MS
    for (let count = 0; count < 5; count++) await list()
    assert.equal(registry.reads.length, 2)
  })

  testOnce('name the networks on which a rule counts them', async () => {
    const { id } = await addRuleGroup(server, { delegations: true, condition: conditionOf.erc20({ chainId: 10 }) })
    const { id: other } = await addRuleGroup(server)
    const { networks } = await list()
    assert.deepEqual(
      networks.map((network) => (network as { chainId: number }).chainId),
      [10],
    )
    for (const group of [id, other]) await changeRows(server, 'DELETE FROM people_group WHERE id = ?', group)
  })

  test('are not checked again with every list while no node answers', async () => {
    delegate()
    await add()
    server.clock.now += VAULT_FRESH_MS
    registry.reads = []
    registry.answer = () => ({ kind: 'no_answer', problem: 'network_unavailable' })
    for (let count = 0; count < RATE_CHECKS_PER_PERSON.burst + 4; count++) await list()
    assert.equal(registry.reads.length, RATE_CHECKS_PER_PERSON.burst)
  })

  test('make verdicts due when added, and keep them from counting when removed', async () => {
    scriptRules(server, () => 'yes')
    const group = await addRuleGroup(server, { delegations: true })
    const check = () => checkVerdicts(server.context, { groupIds: [group.id], personIds: [person.id] })
    await check()
    delegate()
    const { id } = expectVault(await add())
    const due = await readVerdict(server, group.id, person.id)
    assert.deepEqual([due?.outcome, Number(due?.freshFor) < 0, Number(due?.keptFor) > 0], ['yes', true, true])
    await check()
    await person.browser.delete(`${PATH}/${id}`)
    const suspended = await readVerdict(server, group.id, person.id)
    assert.deepEqual([suspended?.outcome, Number(suspended?.keptFor) < 0], ['yes', true])
    await changeRows(server, 'DELETE FROM people_group WHERE id = ?', group.id)
  })

  test('count on their network with the wallets that exist there, also when shown as inactive', async () => {
    delegate()
    expectVault(await add())
    await changeRows(server, 'UPDATE vault SET active = 0 WHERE person_id = ?', person.id)
    const [here, elsewhere] = [1, 10].map(() => newAccount().address.toLowerCase())
    const wallet = `INSERT INTO wallet (id, person_id, namespace, address, chain, kind, status, linked_via, linked_at,
        last_used_at, version)
      VALUES (?, ?, 'eip155', ?, ?, 'contract', 'linked', 'link', ?, 1, 1)`
    const linkedAt = server.clock.now + 1
    await changeRows(server, wallet, newId(server.context, 'wal'), person.id, here ?? '', '1', linkedAt)
    await changeRows(server, wallet, newId(server.context, 'wal'), person.id, elsewhere ?? '', '10', linkedAt + 1)
    const subject = (await findSubjects(server.context.store, [person.id])).get(person.id)
    const own = person.account.address.toLowerCase()
    assert.deepEqual(
      subject?.holders.map(({ address, vault: isVault, chainId, delegates }) => ({
        address,
        isVault,
        chainId,
        delegates,
      })),
      [
        { address: own, isVault: false, chainId: null, delegates: undefined },
        { address: here, isVault: false, chainId: 1, delegates: undefined },
        { address: elsewhere, isVault: false, chainId: 10, delegates: undefined },
        { address: vault.toLowerCase(), isVault: true, chainId: 1, delegates: [own, here] },
      ],
    )
  })

  async function fill({ id }: TestPerson, count: number): Promise<void> {
    const sql = `INSERT INTO vault (id, person_id, chain_id, address, added_at, checked_at, active)
      VALUES (?, ?, 1, ?, 1, 1, 1)`
    for (let index = 0; index < count; index++)
      await changeRows(
        server,
        sql,
        `vlt_${id.slice(4, -2)}${String(index).padStart(2, '0')}`,
        id,
        newAccount().address.toLowerCase(),
      )
  }
})
