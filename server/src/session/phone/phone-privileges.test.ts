import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  PHONE_DEVICE_AGE_MS,
  PHONE_NETWORKS_MAX,
  PHONE_SESSION_IDLE_MS,
  RATE_PHONE_CODES_PER_ADDRESS,
} from '@countersign/contract/limits/phone-limits.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { readRows } from '../../../../test/support/database/rows.ts'
import { getTokens, oauthErrorOf, refreshTokens } from '../../../../test/support/oidc/app-sign-in.ts'
import { registerApp } from '../../../../test/support/oidc/relying-party.ts'
import { newAccount, openBrowser, signIn } from '../../../../test/support/server/http-browser.ts'
import { addPerson } from '../../../../test/support/server/people.ts'
import {
  approve,
  askPhone,
  decline,
  expectOpened,
  handOver,
  match,
  open,
  redeem,
  signInByPhone,
  signOnPhone,
} from '../../../../test/support/server/phone.ts'
import { approveOnPhone, matchOnPhone, newPair } from '../../../../test/support/server/phone-attack.ts'
import { expectProblem, expectSession, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { changeSettings } from '../../../../test/support/server/settings.ts'

forEachEngine('what a phone cannot give', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  test('a wallet of somebody else, to a computer that its owner trusts', async () => {
    const computer = openBrowser(server)
    expectStarted(await signIn(computer, newAccount()))
    server.clock.now += PHONE_DEVICE_AGE_MS
    const phone = openBrowser(server, { address: computer.address })
    const asked = await askPhone(computer, { purpose: 'link_wallet' })
    assert.match((await signOnPhone(phone, asked, newAccount())) ?? '', /^\d{6}$/)
    expectProblem(await redeem(computer, asked), 'phone_not_approved')
  })

  test('an account that the computer would be refused', async () => {
    const pair = newPair(server)
    const { me } = expectStarted(await signIn(pair.computer, pair.account))
    const other = await addPerson(server)
    for (const [account, code] of [
      [pair.account, 'wallet_already_yours'],
      [other.account, 'wallet_in_use'],
    ] as const)
      await assert.rejects(approveOnPhone({ ...pair, account }, { purpose: 'link_wallet' }), new RegExp(code))
    assert.equal((await readRows(server, 'SELECT id FROM wallet WHERE person_id = ?', me.id)).length, 1)
  })

  test('the rights of an admin, to someone who became one afterwards', async () => {
    const pair = newPair(server)
    const { me } = expectStarted(await signInByPhone(pair))
    const boss = await addPerson(server, 'owner')
    assert.equal((await boss.signed('PATCH', `/api/admin/people/${me.id}`, { role: 'admin' })).status, 200)
    expectProblem(await pair.computer.get('/api/admin/people'), 'phone_not_allowed')
    assert.equal((await pair.computer.get('/api/me/wallets')).status, 200)
    await changeSettings(server, { phoneSignInForAdmins: true })
    assert.equal((await pair.computer.get('/api/admin/people')).status, 200)
    await changeSettings(server, { phoneSignInForAdmins: false })
    expectProblem(await pair.computer.get('/api/admin/people'), 'phone_not_allowed')
  })

  test('a session after the setting was turned off', async () => {
    const pair = newPair(server)
    const proof = await handOver(pair)
    await changeSettings(server, { phoneSignIn: 'off' })
    expectProblem(await pair.computer.post('/api/sessions', { proof, keep: true }), 'phone_off')
    await changeSettings(server, { phoneSignIn: 'trusted' })
    expectProblem(await pair.computer.post('/api/sessions', { proof, keep: true }), 'phone_device_unknown')
    await changeSettings(server, { phoneSignIn: 'on' })
    expectStarted(await pair.computer.post('/api/sessions', { proof, keep: true }))
  })

  test('a fresh signature of this device', async () => {
    const pair = newPair(server)
    const { session } = expectStarted(await signIn(pair.computer, pair.account))
    const body = { purpose: 'step_up', action: 'recovery.create' }
    const proof = await handOver({ ...pair, body })
    expectSession(await pair.computer.post('/api/session/step-up', { proof }))
    assert.deepEqual(await readRows(server, 'SELECT step_up_at FROM session WHERE id = ?', session.id), [
      { step_up_at: null },
    ])
  })

  test('refresh tokens that outlive its session', async () => {
    server.clock.now = Date.now()
    const pair = newPair(server)
    expectStarted(await signInByPhone(pair))
    const party = await registerApp(server)
    const tokens = await getTokens(pair.computer, party, { scope: 'openid offline_access', prompt: 'consent' })
    server.clock.now += PHONE_SESSION_IDLE_MS
    const refreshed = await refreshTokens(openBrowser(server), party, tokens.refresh_token ?? '')
    assert.deepEqual(oauthErrorOf(refreshed), { status: 400, error: 'invalid_grant' })
  })

  test('a fourth network, to whoever skips the look at the request', async () => {
    const { computer } = newPair(server)
    const asked = await askPhone(computer)
    for (let at = 0; at < PHONE_NETWORKS_MAX; at++)
      expectOpened(await open(openBrowser(server, { address: `203.0.${at}.1` }), asked))
    expectProblem(await match(openBrowser(server, { address: '203.0.113.1' }), asked), 'phone_networks_exceeded')
  })

  test('a neighbor who guesses codes does not stop a phone that typed the number', async () => {
    const pair = newPair(server)
    const matched = await matchOnPhone(pair)
    const neighbor = openBrowser(server, { address: pair.phone.address })
    for (let at = 0; at < RATE_PHONE_CODES_PER_ADDRESS.burst; at++)
      expectProblem(await open(neighbor, { code: 'BBBBBBBB' }), 'phone_code_unknown')
    expectProblem(await open(neighbor, matched), 'rate_limited')
    expectProblem(
      await approve(pair.phone, matched, { ...(await handOverProof(pair)), challenge: 'x' }),
      'challenge_unknown',
    )
    assert.equal((await decline(pair.phone, matched)).status, 204)
  })

  /** Of another request of the same pair. */
  const handOverProof = async ({ account }: ReturnType<typeof newPair>) =>
    handOver({ computer: openBrowser(server), phone: openBrowser(server), account })
})
