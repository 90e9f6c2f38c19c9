import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { CONTRACT_CHECK_EVERY_MS, RATE_RECHECKS_PER_SESSION } from '@countersign/contract/limits.ts'
import {
  createScriptedChains,
  NO,
  newContractAddress,
  proveAsContract,
  type ScriptedChains,
  YES,
} from '../../../test/support/chain/scripted-chains.ts'
import { forDefaultEngine } from '../../../test/support/database/engines.ts'
import { changeRows, readRows } from '../../../test/support/database/rows.ts'
import { addRuleGroup, scriptRules } from '../../../test/support/rule-groups.ts'
import { type Browser, newAccount, openBrowser, signIn } from '../../../test/support/server/http-browser.ts'
import { expectProblem, expectSession, expectStarted } from '../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../test/support/server/server.ts'
import { fetchChallenge } from '../../../test/support/server/wallets.ts'
import { purge } from '../operations/purge.ts'
import { findSubjects } from '../rules/find-subjects.ts'
import { currentMembership } from '../rules/membership.ts'
import { checkVerdicts } from '../rules/verdicts/check-verdicts.ts'
import { revalidateIfDue } from './revalidate-contract-wallet.ts'
import { findSessionById } from './session.store.ts'

const SIGNATURE = `0x${'5a'.repeat(130)}`

forDefaultEngine('revalidation of contract wallets', (engine) => {
  let server: TestServer
  let chains: ScriptedChains
  before(async () => {
    server = await startServer(engine)
  })
  beforeEach(() => {
    chains = createScriptedChains(10)
    server.context.chains = chains
  })
  after(() => server.close())

  async function signedIn() {
    const address = newContractAddress()
    chains.contracts.set(`10:${address}`, () => YES)
    const browser = openBrowser(server)
    const proof = await proveAsContract(await browser.challenge(), { address, signature: SIGNATURE })
    const started = expectStarted(await browser.post('/api/sessions', { proof, keep: true }))
    chains.calls = []
    return { browser, address, ...started }
  }

  const changeOwner = (address: string) => chains.contracts.set(`10:${address}`, () => NO)

  async function confirm(browser: Browser, address: string) {
    const challenge = await fetchChallenge(browser, 'step_up', { action: 'recovery.create' })
    return browser.post('/api/session/step-up', {
      proof: await proveAsContract(challenge, { address, signature: SIGNATURE }),
    })
  }

  /** A read, and the background job it started. */
  async function read(browser: Browser) {
    const answer = await browser.get('/api/session')
    await server.context.background.settled()
    return answer
  }

  const endingsOf = (sessionId: string) =>
    readRows(
      server,
      `SELECT actor_id, outcome, address, data FROM activity WHERE kind = 'session.ended' AND session_id = ?`,
      sessionId,
    )

  test('does not run before it is due', async () => {
    const { browser } = await signedIn()
    server.clock.now += CONTRACT_CHECK_EVERY_MS - 1
    expectSession(await read(browser))
    assert.equal(chains.requestCount, 0)
  })

  test('runs once when a due session is used, and the session continues', async () => {
    const { browser, address } = await signedIn()
    server.clock.now += CONTRACT_CHECK_EVERY_MS
    await Promise.all([1, 2, 3, 4].map(() => browser.get('/api/session')))
    expectSession(await read(browser))
    assert.deepEqual(
      chains.calls.map(({ call }) => call.method),
      ['eth_getCode', 'eth_call'],
    )
    assert.ok(JSON.stringify(chains.calls[1]?.call.params).includes(address))
    assert.ok(JSON.stringify(chains.calls[1]?.call.params).includes(SIGNATURE.slice(2)))
    expectSession(await read(browser))
    assert.equal(chains.requestCount, 2)
  })

  test('runs once although another request looked whether it is due before it ended', async () => {
    const { session } = await signedIn()
    const record = await findSessionById(server.context.store, session.id)
    assert.ok(record)
    server.clock.now += CONTRACT_CHECK_EVERY_MS
    const { store } = server.context
    let looking = true
    let looks = 0
    let first = Promise.resolve()
    const one: typeof store.one = async (...query) => {
      const isSecondLook = looking && ++looks === 2
      const row = await store.one(...query)
      if (isSecondLook) await first
      return row
    }
    const context = { ...server.context, store: { ...store, one } }
    first = revalidateIfDue(context, record)
    const second = revalidateIfDue(context, record)
    looking = false
    await Promise.all([first, second])
    assert.equal(chains.requestCount, 2)
  })

  test('ends the session with a reason when the contract has another owner', async () => {
    const { browser, address, session } = await signedIn()
    changeOwner(address)
    server.clock.now += CONTRACT_CHECK_EVERY_MS
    expectSession(await read(browser))
    const { fields } = expectProblem(await browser.get('/api/session'), 'session_revoked')
    assert.deepEqual(fields, [{ path: '/session', code: 'wallet_changed' }])
    const [row] = await readRows(server, 'SELECT end_reason FROM session WHERE id = ?', session.id)
    assert.deepEqual(row, { end_reason: 'wallet_changed' })
    assert.deepEqual(await endingsOf(session.id), [
      { actor_id: null, outcome: 'ok', address, data: JSON.stringify({ reason: 'wallet_changed' }) },
    ])
  })

  test('leaves the wallet unproven, so that it counts for no rule until it signs again', async () => {
    const { browser, address, me } = await signedIn()
    const holders = async () => (await findSubjects(server.context.store, [me.id])).get(me.id)?.holders.length
    const group = await addRuleGroup(server)
    scriptRules(server, ({ holders }) => (holders.length > 0 ? 'yes' : 'no'))
    await checkVerdicts(server.context, { groupIds: [group.id], personIds: [me.id] })
    assert.equal(await holders(), 1)
    changeOwner(address)
    server.clock.now += CONTRACT_CHECK_EVERY_MS
    await read(browser)
    assert.equal(await holders(), 0)
    const { ids } = await currentMembership(server.context, me.id)
    assert.deepEqual(ids, [])
    await server.context.background.settled()
    chains.contracts.set(`10:${address}`, () => YES)
    const proof = await proveAsContract(await browser.challenge(), { address, signature: SIGNATURE })
    expectStarted(await browser.post('/api/sessions', { proof, keep: true }))
    assert.equal(await holders(), 1)
  })

  test('ends the session when the contract is gone', async () => {
    const { browser, address } = await signedIn()
    chains.contracts.delete(`10:${address}`)
    server.clock.now += CONTRACT_CHECK_EVERY_MS
    await read(browser)
    expectProblem(await browser.get('/api/session'), 'session_revoked')
  })

  test('allows reads while no node answers, without retrying on each request', async () => {
    const { browser } = await signedIn()
    chains.up = false
    server.clock.now += CONTRACT_CHECK_EVERY_MS
    for (let count = 0; count < 10; count++) expectSession(await read(browser))
    assert.equal(chains.requestCount, RATE_RECHECKS_PER_SESSION.burst)
    server.clock.now += RATE_RECHECKS_PER_SESSION.perMs
    chains.up = true
    expectSession(await read(browser))
    assert.equal(chains.requestCount, RATE_RECHECKS_PER_SESSION.burst + 2)
  })

  test('allows all reads meanwhile and ends the session when the contract rejects', async () => {
    const { browser, address } = await signedIn()
    server.clock.now += CONTRACT_CHECK_EVERY_MS
    chains.up = false
    assert.equal((await browser.get('/api/me')).status, 200)
    await server.context.background.settled()
    chains.up = true
    changeOwner(address)
    assert.equal((await browser.get('/api/me')).status, 200)
    await server.context.background.settled()
    expectProblem(await browser.get('/api/me'), 'session_revoked')
  })

  test('blocks sensitive actions while no node answers or the network is removed', async () => {
    const { browser, address } = await signedIn()
    expectSession(await confirm(browser, address))
    const codes = () => browser.post('/api/me/recovery-codes')
    assert.equal((await codes()).status, 201)
    expectSession(await confirm(browser, address))
    // The last check was long ago, the step-up just now.
    await changeRows(server, 'UPDATE contract_proof SET checked_at = 0')
    chains.up = false
    expectProblem(await codes(), 'rpc_unavailable')
    expectProblem(await confirm(browser, address), 'rpc_unavailable')
    chains.up = true
    chains.known.clear()
    expectProblem(await codes(), 'rpc_unavailable')
    expectSession(await browser.get('/api/session'))
    chains.known.add(10)
    assert.equal((await codes()).status, 201)
  })

  test('blocks sensitive actions until the contract answers, and ends the session when it rejects', async () => {
    const { browser, address, session } = await signedIn()
    expectSession(await confirm(browser, address))
    await changeRows(server, 'UPDATE contract_proof SET checked_at = 0')
    changeOwner(address)
    const { fields } = expectProblem(await browser.post('/api/me/recovery-codes'), 'session_revoked')
    assert.deepEqual(fields, [{ path: '/session', code: 'wallet_changed' }])
    assert.equal((await endingsOf(session.id)).length, 1)
  })

  test('runs at every step-up', async () => {
    const { browser, address } = await signedIn()
    expectSession(await confirm(browser, address))
    assert.equal(chains.requestCount, 4)
    changeOwner(address)
    expectProblem(await confirm(browser, address), 'session_revoked')
  })

  test('keeps the signature encrypted and deletes it with the session', async () => {
    const { browser, session } = await signedIn()
    const proofs = () => readRows(server, 'SELECT signature FROM contract_proof WHERE session_id = ?', session.id)
    const [row] = await proofs()
    assert.ok(row?.signature instanceof Uint8Array)
    assert.ok(!Buffer.from(row.signature).includes(Buffer.from('5a5a5a5a5a5a', 'hex')))
    await purge(server.context)
    assert.equal((await proofs()).length, 1)
    await browser.delete('/api/session')
    await purge(server.context)
    assert.deepEqual(await proofs(), [])
  })

  test('does not apply to key accounts', async () => {
    const browser = openBrowser(server)
    expectStarted(await signIn(browser, newAccount()))
    chains.calls = []
    server.clock.now += CONTRACT_CHECK_EVERY_MS
    expectSession(await read(browser))
    assert.equal(chains.requestCount, 0)
    assert.deepEqual(await readRows(server, 'SELECT session_id FROM contract_proof WHERE chain_id = 0'), [])
  })
})
