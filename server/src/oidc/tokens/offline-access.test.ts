import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import {
  CONTRACT_CHECK_EVERY_MS,
  ENDED_SESSION_KEPT_MS,
  SESSION_IDLE_MS,
  SESSION_NOT_KEPT_MS,
  WALLET_NEW_MS,
} from '@countersign/contract/limits.ts'
import {
  createScriptedChains,
  NO,
  newContractAddress,
  proveAsContract,
  YES,
} from '../../../../test/support/chain/scripted-chains.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { changeRows, readRows } from '../../../../test/support/database/rows.ts'
import {
  fetchUserinfo,
  getTokens,
  oauthErrorOf,
  postAsApp,
  refreshTokens,
  type SignedInPerson,
  signInPerson,
} from '../../../../test/support/oidc/app-sign-in.ts'
import { type RelyingParty, registerApp, type Tokens } from '../../../../test/support/oidc/relying-party.ts'
import { type Browser, newAccount, openBrowser, signIn } from '../../../../test/support/server/http-browser.ts'
import { addPerson } from '../../../../test/support/server/people.ts'
import { expectProblem, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { linkWallet, requestRemoval } from '../../../../test/support/server/wallets.ts'
import { purge } from '../../operations/purge.ts'

const LIFE = { refreshIdleSeconds: 180 * 86_400, refreshMaxSeconds: 365 * 86_400, accessSeconds: 180 * 86_400 }

forEachEngine('offline access', (engine) => {
  let server: TestServer
  let person: SignedInPerson
  let party: RelyingParty
  beforeEach(async () => {
    server = await startServer(engine)
    person = await signInPerson(server)
    party = await registerApp(server, LIFE)
  })
  afterEach(() => server.close())

  const postRefresh = (token: string | undefined) => refreshTokens(openBrowser(server), party, token ?? '')
  async function refresh(token: string | undefined): Promise<Tokens> {
    const response = await postRefresh(token)
    assert.equal(response.status, 200, response.text)
    return response.json as Tokens // used next
  }
  async function expectRevoked({ refresh_token: token, access_token: access }: Tokens): Promise<void> {
    assert.deepEqual(oauthErrorOf(await postRefresh(token)), { status: 400, error: 'invalid_grant' })
    assert.equal((await fetchUserinfo(openBrowser(server), access)).status, 401)
    const introspected = await postAsApp(openBrowser(server), party, {
      path: '/oidc/introspect',
      params: { token: access },
    })
    assert.deepEqual(introspected.json, { active: false })
  }
  /** Lets the session of the guest expire and purges it. */
  async function expireSession(): Promise<void> {
    server.clock.now += SESSION_IDLE_MS + 1
    await purge(server.context)
    assert.deepEqual(
      await readRows(server, 'SELECT DISTINCT end_reason FROM session WHERE person_id = ?', person.personId),
      [{ end_reason: 'idle' }],
    )
  }

  test('outlives the browser session without reviving it', async () => {
    const first = await getTokens(person.browser, party)
    server.clock.now += SESSION_IDLE_MS
    const second = await refresh(first.refresh_token)
    await server.context.background.settled()
    expectProblem(await person.browser.get('/api/session'), 'session_expired')
    server.clock.now += 1
    await purge(server.context)
    const third = await refresh(second.refresh_token)
    assert.equal((await fetchUserinfo(openBrowser(server), third.access_token)).status, 200)
    await server.context.background.settled()
    assert.deepEqual(await readRows(server, 'SELECT end_reason FROM session'), [{ end_reason: 'idle' }])
    server.clock.now += ENDED_SESSION_KEPT_MS + 1
    await purge(server.context)
    assert.equal((await fetchUserinfo(openBrowser(server), third.access_token)).status, 200)
  })

  test('is required for tokens to outlive the session', async () => {
    const tokens = await getTokens(person.browser, party, { scope: 'openid profile' })
    assert.equal((await fetchUserinfo(openBrowser(server), tokens.access_token)).status, 200)
    server.clock.now += SESSION_IDLE_MS
    assert.equal((await fetchUserinfo(openBrowser(server), tokens.access_token)).status, 401)
    const params = { token: tokens.access_token }
    const introspected = await postAsApp(openBrowser(server), party, { path: '/oidc/introspect', params })
    assert.deepEqual(introspected.json, { active: false })
  })

  describe('ends', () => {
    async function signInAgain(): Promise<Browser> {
      const browser = openBrowser(server)
      expectStarted(await signIn(browser, person.account))
      return browser
    }

    test('with a sign-out', async () => {
      const tokens = await getTokens(person.browser, party)
      assert.equal((await person.browser.delete('/api/session')).status, 204)
      await expectRevoked(tokens)
    })

    test('with a sign-out of all other sessions, also after its own expired', async () => {
      const tokens = await getTokens(person.browser, party)
      await expireSession()
      const browser = await signInAgain()
      assert.equal((await browser.delete('/api/me/sessions')).status, 200)
      await expectRevoked(tokens)
    })

    test('with a suspension, and stays revoked afterwards', async () => {
      const tokens = await getTokens(person.browser, party)
      await expireSession()
      const owner = await addPerson(server, 'owner')
      const changeStatus = (status: string, version: number) =>
        owner.signed('PATCH', `/api/admin/people/${person.personId}`, { status, reason: 'x' }, version)
      assert.equal((await changeStatus('suspended', 1)).status, 200)
      await expectRevoked(tokens)
      assert.equal((await changeStatus('active', 2)).status, 200)
      await expectRevoked(tokens)
    })

    test('when the person is signed out by an admin', async () => {
      const tokens = await getTokens(person.browser, party)
      await expireSession()
      const admin = await addPerson(server, 'admin')
      assert.equal((await admin.signed('POST', `/api/admin/people/${person.personId}/sign-out`)).status, 200)
      await expectRevoked(tokens)
    })

    test('when the person leaves the groups of the app', async () => {
      const group = 'grp_01ARZ3NDEKTSV4RRFFQ69G5FAV'
      await changeRows(
        server,
        "INSERT INTO people_group (id, slug, name, created_at, updated_at, version) VALUES (?, 'staff', 'Staff', 1, 1, 1)",
        group,
      )
      await changeRows(
        server,
        'INSERT INTO group_member (group_id, person_id, added_at) VALUES (?, ?, 1)',
        group,
        person.personId,
      )
      party = await registerApp(server, { ...LIFE, groupIds: [group] })
      const tokens = await getTokens(person.browser, party)
      await expireSession()
      const refreshed = await refresh(tokens.refresh_token)
      await changeRows(server, 'DELETE FROM group_member WHERE person_id = ?', person.personId)
      await expectRevoked(refreshed)
    })

    test('when the wallet of its session is removed', async () => {
      const other = newAccount()
      const { id } = await linkWallet(person.browser, person.account, other)
      server.clock.now += WALLET_NEW_MS
      const browser = openBrowser(server)
      expectStarted(await signIn(browser, other, false))
      const tokens = await getTokens(browser, party)
      server.clock.now += SESSION_NOT_KEPT_MS + 1
      await purge(server.context)
      const refreshed = await refresh(tokens.refresh_token)
      const again = await signInAgain()
      assert.equal((await requestRemoval(again, other, id)).status, 200)
      await expectRevoked(refreshed)
    })

    test('when the contract wallet of its session becomes invalid, also after the session expired', async () => {
      const chains = createScriptedChains(10)
      server.context.chains = chains
      const address = newContractAddress()
      chains.contracts.set(`10:${address}`, () => YES)
      const browser = openBrowser(server)
      const proof = await proveAsContract(await browser.challenge(), { address, signature: `0x${'5a'.repeat(130)}` })
      expectStarted(await browser.post('/api/sessions', { proof, keep: true }))
      const tokens = await getTokens(browser, party)
      server.clock.now += SESSION_IDLE_MS + 1
      await purge(server.context)
      const refreshed = await refresh(tokens.refresh_token)
      server.clock.now += CONTRACT_CHECK_EVERY_MS
      chains.contracts.set(`10:${address}`, () => NO)
      await expectRevoked(refreshed)
      chains.contracts.set(`10:${address}`, () => YES)
      await expectRevoked(refreshed)
    })
  })
})
