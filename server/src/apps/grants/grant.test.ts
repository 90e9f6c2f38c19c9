import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { AppPerson } from '@countersign/contract/routes/admin/app.ts'
import type { Grant, GrantDetails } from '@countersign/contract/routes/grant.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { changeRows, readRows } from '../../../../test/support/database/rows.ts'
import {
  authorizeRequest,
  callbackParams,
  exchangeCode,
  interactionIdOf,
  type RelyingParty,
  readJwt,
  registerApp,
  requestToken,
  submitDecision,
} from '../../../../test/support/oidc/relying-party.ts'
import { type Browser, newAccount, openBrowser, signIn } from '../../../../test/support/server/http-browser.ts'
import { addPerson, grantStepUp, readEvents } from '../../../../test/support/server/people.ts'
import { expectProblem, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { purgeDeletedPeople } from '../../accounts/person/purge-person.ts'
import { findDueLogouts } from '../../oidc/adapters/session-app.store.ts'

forEachEngine('grants of a person', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  async function signInNewPerson() {
    const browser = openBrowser(server)
    const account = newAccount()
    const { me, session } = expectStarted(await signIn(browser, account))
    return { browser, account, personId: me.id, sessionId: session.id }
  }

  /** With consent, so that the app receives a refresh token too. */
  async function signInToApp(browser: Browser, party: RelyingParty, changes: Record<string, string> = {}) {
    const request = authorizeRequest(party, { prompt: 'consent', ...changes })
    const back = await submitDecision(browser, interactionIdOf(await browser.get(request.path)), 'allow')
    return exchangeCode(browser, party, request, callbackParams(party, back).get('code') ?? '')
  }

  const listGrants = async (browser: Browser) => ((await browser.get('/api/me/apps')).json as { items: Grant[] }).items // compared by the tests
  const peopleOf = async ({ app }: RelyingParty) =>
    (await readRows(server, 'SELECT people FROM app WHERE id = ?', app.id))[0]?.people
  const isTokenValid = async (browser: Browser, token: string) =>
    (await browser.get('/oidc/userinfo', { authorization: `Bearer ${token}` })).status === 200

  test('are listed with scopes, creation and last use', async () => {
    const { browser } = await signInNewPerson()
    const party = await registerApp(server, { launchUrl: 'https://app.example/' })
    assert.deepEqual(await listGrants(browser), [])
    await signInToApp(browser, party)
    const [grant, ...others] = await listGrants(browser)
    assert.deepEqual(others, [])
    assert.match(grant?.id ?? '', /^grt_/)
    const at = new Date(server.clock.now).toISOString()
    assert.deepEqual(grant, {
      id: grant?.id,
      app: { id: party.app.id, name: party.app.name, logo: null, launchUrl: 'https://app.example/' },
      scopes: ['openid', 'profile', 'wallet', 'groups', 'offline_access'],
      grantedAt: at,
      lastUsedAt: at,
    })
    assert.deepEqual(await listGrants((await signInNewPerson()).browser), [])
  })

  test('do not list the e-mail scope when the app receives no e-mail address', async () => {
    const { browser } = await signInNewPerson()
    const party = await registerApp(server, { scopes: ['openid', 'email'] })
    await signInToApp(browser, party, { scope: 'openid email' })
    const [grant] = await listGrants(browser)
    assert.deepEqual(grant?.scopes, ['openid'])
    const readScopes = async () => ((await browser.get(`/api/me/apps/${grant?.id}`)).json as GrantDetails).grant.scopes
    assert.deepEqual(await readScopes(), ['openid'])
    const { browser: admin } = await addPerson(server, 'admin')
    const readScopesAsAdmin = async () =>
      ((await admin.get(`/api/admin/apps/${party.app.id}/people`)).json as { items: AppPerson[] }).items.map(
        ({ scopes }) => scopes,
      )
    assert.deepEqual(await readScopesAsAdmin(), [['openid']])

    await changeRows(server, "UPDATE app SET email = 'synthetic' WHERE id = ?", party.app.id)
    assert.deepEqual(await readScopes(), ['openid', 'email'])
    assert.deepEqual(await readScopesAsAdmin(), [['openid', 'email']])
  })

  test('show the exact claims, and the number of sessions with a valid token', async () => {
    const { browser, account } = await signInNewPerson()
    const party = await registerApp(server, { email: 'synthetic' })
    const { id_token: idToken } = await signInToApp(browser, party)
    const phone = openBrowser(server)
    expectStarted(await signIn(phone, account))
    await signInToApp(phone, party)
    const [grant] = await listGrants(browser)
    const path = `/api/me/apps/${grant?.id}`
    const { claims, ...shown } = (await browser.get(path)).json as GrantDetails // compared at once
    assert.deepEqual(shown, { grant, sessions: 2 })
    const issuedClaims = readJwt(idToken)
    assert.deepEqual(Object.keys(claims).sort(), [
      ...['groups', 'name', 'picture', 'preferred_username', 'sub', 'updated_at', 'wallet', 'wallet_kind'],
    ])
    for (const [name, value] of Object.entries(claims)) assert.deepEqual(issuedClaims[name], value, name)

    const readSessions = async () => ((await browser.get(path)).json as GrantDetails).sessions
    await phone.delete('/api/session')
    assert.equal(await readSessions(), 1)
    await changeRows(server, "UPDATE app SET status = 'disabled' WHERE id = ?", party.app.id)
    assert.equal(await readSessions(), 0)
    await changeRows(server, "UPDATE app SET status = 'active', scopes = ? WHERE id = ?", '["openid"]', party.app.id)
    assert.deepEqual(((await browser.get(path)).json as GrantDetails).claims, { sub: issuedClaims.sub })
    server.clock.now += 86_400_000
    assert.equal(await readSessions(), 0)
    expectProblem(await (await signInNewPerson()).browser.get(path), 'not_found')
  })

  test('revoke every token of every session when they end, and the next request asks for consent', async () => {
    const { browser, account, personId } = await signInNewPerson()
    const otherBrowser = openBrowser(server)
    expectStarted(await signIn(otherBrowser, account))
    const [party, other] = [await registerApp(server), await registerApp(server)]
    const tokens = [await signInToApp(browser, party), await signInToApp(otherBrowser, party)]
    const otherTokens = await signInToApp(browser, other)
    const pending = callbackParams(party, await browser.get(authorizeRequest(party).path)).get('code') ?? ''
    assert.equal(await peopleOf(party), 1)
    const grant = (await listGrants(browser)).find(({ app }) => app.id === party.app.id)
    assert.equal((await browser.delete(`/api/me/apps/${grant?.id}`)).status, 204)
    for (const { access_token, refresh_token = '' } of tokens) {
      assert.equal(await isTokenValid(browser, access_token), false)
      const refreshed = await requestToken(browser, party, { grant_type: 'refresh_token', refresh_token })
      assert.equal((refreshed.json as { error: string }).error, 'invalid_grant', refreshed.text)
    }
    const late = await requestToken(browser, party, {
      ...{ grant_type: 'authorization_code', code: pending, redirect_uri: party.redirectUri },
      code_verifier: 'a'.repeat(43),
    })
    assert.equal((late.json as { error: string }).error, 'invalid_grant', late.text)
    assert.equal(await isTokenValid(browser, otherTokens.access_token), true)
    assert.deepEqual(
      (await listGrants(browser)).map(({ app }) => app.id),
      [other.app.id],
    )
    assert.equal(await peopleOf(party), 0)
    const events = await readEvents(server, 'grant.ended')
    assert.deepEqual(
      events.filter(({ actor_id }) => actor_id === personId).map(({ data }) => data),
      [{ app: party.app.name, appId: party.app.id }],
    )
    interactionIdOf(await browser.get(authorizeRequest(party).path))
    expectProblem(await browser.delete(`/api/me/apps/${grant?.id}`), 'not_found')
  })

  test('that ended still cause a back-channel logout when the app is allowed again in the same session', async () => {
    const { browser, personId } = await signInNewPerson()
    const party = await registerApp(server, { backchannelLogoutUri: 'https://app.example/logout' })
    await signInToApp(browser, party)
    const readDueLogouts = async () =>
      (
        await findDueLogouts(server.context.store, { from: server.clock.now, now: server.clock.now, mostPerApp: 100 })
      ).filter((each) => each.personId === personId)
    assert.deepEqual(await readDueLogouts(), [])
    const [grant] = await listGrants(browser)
    await browser.delete(`/api/me/apps/${grant?.id}`)
    const [dueLogout, ...others] = await readDueLogouts()
    assert.deepEqual(others, [])
    assert.deepEqual(
      { appId: dueLogout?.appId, hasLogoutUri: dueLogout?.hasLogoutUri },
      { appId: party.app.id, hasLogoutUri: true },
    )
    const again = await signInToApp(browser, party)
    assert.deepEqual(await readDueLogouts(), [dueLogout])
    const rows = await readRows(server, 'SELECT sid FROM session_app WHERE person_id = ?', personId)
    assert.equal(new Set(rows.map(({ sid }) => sid)).size, 2)
    assert.equal(await isTokenValid(browser, again.access_token), true)
  })

  test('cannot be ended by another person', async () => {
    const { browser } = await signInNewPerson()
    const party = await registerApp(server)
    const { access_token } = await signInToApp(browser, party)
    const [grant] = await listGrants(browser)
    const otherPerson = await signInNewPerson()
    expectProblem(await otherPerson.browser.delete(`/api/me/apps/${grant?.id}`), 'not_found')
    assert.equal(await isTokenValid(browser, access_token), true)
    assert.equal(await peopleOf(party), 1)
  })

  test('are in the data export of the person', async () => {
    const member = await addPerson(server)
    const party = await registerApp(server, { backchannelLogoutUri: 'https://app.example/out' })
    const { id_token: idToken } = await signInToApp(member.browser, party)
    await grantStepUp(server, member, 'data.export')
    const taken = (await member.browser.post('/api/me/export')).json as Record<'grants' | 'appSessions', unknown[]> // compared next
    const { grants, appSessions } = taken
    const [grant] = await listGrants(member.browser)
    const { id, scopes, grantedAt, lastUsedAt } = grant ?? {}
    assert.deepEqual(grants, [{ id, app: party.app.name, scopes, grantedAt, lastUsedAt }])
    const { sid } = readJwt(idToken)
    assert.deepEqual(appSessions, [{ sessionId: member.sessionId, app: party.app.name, sid, usedAt: grantedAt }])
  })

  test('end with the person, and reduce the count of the app', async () => {
    const { browser, personId } = await signInNewPerson()
    const party = await registerApp(server)
    await signInToApp(browser, party)
    await changeRows(server, "UPDATE person SET status = 'deleting', delete_after = 1 WHERE id = ?", personId)
    await purgeDeletedPeople(server.context)
    const countRemaining = async (sql: string) => (await readRows(server, sql, personId)).length
    assert.equal(await countRemaining('SELECT id FROM app_grant WHERE person_id = ?'), 0)
    assert.equal(await peopleOf(party), 0)
    const tokens = await readRows(server, "SELECT model FROM oidc_item WHERE payload LIKE '%' || ? || '%'", personId)
    assert.deepEqual(tokens, [])
  })
})
