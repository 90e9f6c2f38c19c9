import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { INTERACTION_TTL_MS } from '@countersign/contract/limits/app-limits.ts'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { changeRows } from '../../../../test/support/database/rows.ts'
import { getTokens, signInPerson } from '../../../../test/support/oidc/app-sign-in.ts'
import { locationOf, type RelyingParty, registerApp } from '../../../../test/support/oidc/relying-party.ts'
import { type Browser, openBrowser } from '../../../../test/support/server/http-browser.ts'
import { readEvents } from '../../../../test/support/server/people.ts'
import { expectProblem } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'

const POST_LOGOUT_URI = 'https://app.example/bye'
const CONFIRM_PATH = /^\/sign-out\?request=([\w-]{22})$/

forDefaultEngine('RP-initiated logout', (engine) => {
  let server: TestServer
  let party: RelyingParty
  before(async () => {
    server = await startServer(engine)
    party = await registerApp(server)
  })
  after(() => server.close())

  const requestSignOut = async (browser: Browser, params: Record<string, string>) => {
    const response = await browser.get(`/oidc/end-session?${new URLSearchParams(params)}`, { accept: 'text/html' })
    assert.equal(response.status, 303, response.text)
    return locationOf(response)
  }
  const isSignedIn = async (browser: Browser) => (await browser.get('/api/session')).status === 200

  test('with an ID token ends the session and redirects back', async () => {
    const { browser } = await signInPerson(server)
    const { id_token: hint } = await getTokens(browser, party)
    const to = await requestSignOut(browser, {
      id_token_hint: hint,
      post_logout_redirect_uri: POST_LOGOUT_URI,
      state: 's&t=1',
    })
    assert.equal(to, `${POST_LOGOUT_URI}?state=s%26t%3D1`)
    assert.equal(await isSignedIn(browser), false)
    const [event, ...more] = await readEvents(server, 'oidc.signed_out')
    assert.deepEqual([event?.data, more], [{ appId: party.app.id, app: party.app.name }, []])
    assert.equal(event?.actor_id, event?.person_id)
    assert.deepEqual(await readEvents(server, 'sign_out'), [])
  })

  test('by POST is redirected to a GET with our cookie', async () => {
    const { browser } = await signInPerson(server)
    const { id_token: hint } = await getTokens(browser, party)
    for (const path of ['/oidc/end-session', '/oidc/authorize']) {
      const raw = new URLSearchParams({ id_token_hint: hint, state: 'a\r\nb: c' }).toString()
      const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'null', cookie: undefined }
      const response = await browser.call({ method: 'POST', path, raw, headers })
      assert.deepEqual([response.status, locationOf(response)], [303, `${path}?${raw}`])
    }
    assert.equal(await requestSignOut(browser, { id_token_hint: hint }), '/sign-out')
    assert.equal(await isSignedIn(browser), false)
  })

  test('without an ID token, or with one of another person, asks for confirmation', async () => {
    const other = await signInPerson(server)
    const { id_token: otherToken } = await getTokens(other.browser, party)
    const { browser } = await signInPerson(server)
    const { id_token: validToken } = await getTokens(browser, party)
    const invalidToken = `${validToken.slice(0, -4)}AAAA`
    assert.equal(await requestSignOut(browser, {}), '/sign-out')
    for (const hint of [{ client_id: party.app.clientId }, { id_token_hint: otherToken }])
      assert.match(await requestSignOut(browser, { ...hint, post_logout_redirect_uri: POST_LOGOUT_URI }), CONFIRM_PATH)
    assert.equal(await requestSignOut(browser, { id_token_hint: invalidToken }), '/app-problem?code=invalid_sign_out')
    assert.equal(await requestSignOut(browser, { id_token_hint: 'x' }), '/app-problem?code=invalid_sign_out')
    assert.equal(await isSignedIn(browser), true)
  })

  test('redirects back once, in the same browser, after the confirmation', async () => {
    const { browser } = await signInPerson(server)
    const logoutParams = { client_id: party.app.clientId, post_logout_redirect_uri: POST_LOGOUT_URI, state: 'a b' }
    const [, id] = CONFIRM_PATH.exec(await requestSignOut(browser, logoutParams)) ?? []
    const path = `/api/sign-outs/${id}`
    assert.deepEqual((await browser.get(path)).json, {
      app: { name: party.app.name, logo: null, host: 'app.example' },
    })
    const otherPerson = await signInPerson(server)
    expectProblem(await otherPerson.browser.get(path), 'interaction_expired')
    expectProblem(await otherPerson.browser.post(path), 'interaction_expired')
    await browser.delete('/api/session')
    assert.deepEqual((await browser.post(path)).json, { redirectTo: `${POST_LOGOUT_URI}?state=a+b` })
    expectProblem(await browser.post(path), 'interaction_expired')
  })

  test('does not redirect to a URI that was removed, or after the expiry', async () => {
    const { browser } = await signInPerson(server)
    const other = await registerApp(server)
    const startSignOut = async () => {
      const params = { client_id: other.app.clientId, post_logout_redirect_uri: POST_LOGOUT_URI }
      const [, id] = CONFIRM_PATH.exec(await requestSignOut(browser, params)) ?? []
      return `/api/sign-outs/${id}`
    }
    const [early, late] = [await startSignOut(), await startSignOut()]
    await changeRows(server, "UPDATE app SET post_logout_uris = '[]' WHERE id = ?", other.app.id)
    expectProblem(await browser.post(early), 'interaction_expired')
    await changeRows(
      server,
      'UPDATE app SET post_logout_uris = ? WHERE id = ?',
      JSON.stringify([POST_LOGOUT_URI]),
      other.app.id,
    )
    server.clock.now += INTERACTION_TTL_MS
    expectProblem(await browser.post(late), 'interaction_expired')
  })

  test('redirects to any loopback port', async () => {
    const { browser } = await signInPerson(server)
    const postLogoutUris = ['http://127.0.0.1/bye']
    const { app } = await registerApp(server, { kind: 'native', authMethod: 'none', postLogoutUris })
    const to = 'http://127.0.0.1:5123/bye'
    const params = { client_id: app.clientId, post_logout_redirect_uri: to }
    const [, id] = CONFIRM_PATH.exec(await requestSignOut(browser, params)) ?? []
    assert.deepEqual((await browser.post(`/api/sign-outs/${id}`)).json, { redirectTo: to })
    const other = { ...params, post_logout_redirect_uri: `${to}?x` }
    assert.equal(await requestSignOut(browser, other), '/app-problem?code=invalid_sign_out')
  })

  test('does not redirect to an unregistered URI', async () => {
    const { browser } = await signInPerson(server)
    const { id_token: hint } = await getTokens(browser, party)
    for (const to of ['https://evil.example/', `${POST_LOGOUT_URI}/`, 'https://app.example/callback', '//evil.example'])
      assert.equal(
        await requestSignOut(browser, { id_token_hint: hint, post_logout_redirect_uri: to }),
        '/app-problem?code=invalid_sign_out',
      )
    assert.equal(
      await requestSignOut(openBrowser(server), { post_logout_redirect_uri: 'https://evil.example/' }),
      '/sign-out',
    )
    assert.equal(await isSignedIn(browser), true)
  })

  test('redirects back without a session', async () => {
    const { browser } = await signInPerson(server)
    const { id_token: hint } = await getTokens(browser, party)
    await browser.delete('/api/session')
    assert.equal(
      await requestSignOut(browser, { id_token_hint: hint, post_logout_redirect_uri: POST_LOGOUT_URI }),
      POST_LOGOUT_URI,
    )
    assert.equal(await requestSignOut(browser, {}), '/sign-out')
  })

  test('cannot use the confirmation endpoints of oidc-provider', async () => {
    const { browser } = await signInPerson(server)
    const response = await browser.call({
      method: 'POST',
      path: '/oidc/end-session/confirm',
      raw: 'logout=yes&xsrf=',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    assert.deepEqual([response.status, locationOf(response)], [400, ''])
    assert.equal(await isSignedIn(browser), true)
  })
})
