import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { forDefaultEngine } from '../../../../../test/support/database/engines.ts'
import { changeRows } from '../../../../../test/support/database/rows.ts'
import {
  getCode,
  oauthErrorOf,
  postAsApp,
  type SignedInPerson,
  signInPerson,
} from '../../../../../test/support/oidc/app-sign-in.ts'
import {
  authorizeRequest,
  callbackParams,
  interactionIdOf,
  locationOf,
  type RelyingParty,
  registerApp,
  submitDecision,
} from '../../../../../test/support/oidc/relying-party.ts'
import { openBrowser } from '../../../../../test/support/server/http-browser.ts'
import { startServer, type TestServer } from '../../../../../test/support/server/server.ts'

/** PostgreSQL rejects the first two as text. */
const NO_CLIENTS = ['\0', 'a\0b', '\r\n', '__proto__', 'constructor', '\u{202e}x', "' OR 1=1 --", 'x'.repeat(5000)]
const NOT_LOOPBACK = [
  'http://127.0.0.1:1@evil.example/cb',
  'http://evil.example:1@127.0.0.1/cb',
  'http://127.0.0.1.evil.example:1/cb',
  'http://127.0.0.1:1\\@evil.example/cb',
  'http://127.0.0.1:1/cb?x',
  'http://127.0.0.1:1/cb#',
  'http://127.0.0.1:1/CB',
  'http://127.0.0.1:1/x/../cb',
  'http://127.0.0.1:1/c\tb',
  'http://127.0.0.1:1/cb\n',
  'http://127.0.0.1:65536/cb',
  'http://127.1:1/cb',
  'http://2130706433:1/cb',
  'http://[0:0:0:0:0:0:0:1]:1/cb',
  'http://localhost:1/cb',
  'HTTP://127.0.0.1:1/cb',
  'https://127.0.0.1:1/cb',
  'com.example.app://cb',
  'COM.example.app:/cb',
]
const OTHER_NAMES = ['prompt', 'max_age', 'login_hint', 'id_token_hint', 'claims', 'request_uri', 'grant_type', 'code']
const ODD_VALUES = ['\0', 'a\r\nSet-Cookie: x=1', '\u{202e}\u{10ffff}', '__proto__', '{"a":[]}', '-1', 'x'.repeat(8000)]
/** Our own pages or the registered redirect URI, never with `server_error`. */
const ANSWERED =
  /^(?:https:\/\/app\.example\/callback[?#](?!error=server)|\/(?:consent|sign-in)|\/app-problem\?code=(?!server))/
const PUSHED = 'urn:ietf:params:oauth:request_uri:'

forDefaultEngine('an invalid authorization request', (engine) => {
  let server: TestServer
  let person: SignedInPerson
  let party: RelyingParty
  let issuer = ''
  before(async () => {
    server = await startServer(engine)
    person = await signInPerson(server)
    party = await registerApp(server)
    issuer = `${server.context.config.origin}/oidc`
    await getCode(person.browser, party)
  })
  after(() => server.close())

  /** A new browser for each request, since its address is rate-limited. */
  const sendRequest = (path: string) => {
    const browser = openBrowser(server)
    for (const [name, value] of person.browser.cookies) browser.cookies.set(name, value)
    return browser.get(path)
  }

  const ADDRESSES = [
    'https://app.example/callback/',
    'https://app.example/callback.evil.example',
    'https://app.example.evil.example/callback',
    'https://app.example/Callback',
    'https://APP.example/callback',
    'HTTPS://app.example/callback',
    'https://app.example:443/callback',
    'https://app.example:8443/callback',
    'http://app.example/callback',
    'https://app.example/callback?next=https://evil.example',
    'https://app.example/callback#x',
    'https://app.example/callback/../evil',
    'https://app.example/callback/%2e%2e/evil',
    'https://app.example//callback',
    'https://evil.example@app.example/callback',
    'https://app.example@evil.example/callback',
    'https://app.example\\@evil.example/callback',
    ' https://app.example/callback',
    '//app.example/callback',
    '/callback',
    'javascript:alert(1)',
    'http://localhost:3000/home',
    '',
  ]

  for (const address of ADDRESSES)
    test(`is never redirected to ${JSON.stringify(address)}`, async () => {
      for (const prompt of [undefined, 'none', 'nonsense']) {
        const response = await sendRequest(authorizeRequest(party, { redirect_uri: address, prompt }).path)
        assert.equal(response.status, 303, response.text)
        assert.match(locationOf(response), /^\/app-problem\?code=invalid_(?:redirect_uri|request)$/)
      }
    })

  test('of a native app may use any loopback port, of other apps not', async () => {
    const redirectUris = ['http://127.0.0.1/cb', 'http://[::1]:8/cb', 'com.example.app:/cb']
    const native = await registerApp(server, { kind: 'native', authMethod: 'none', redirectUris })
    const web = await registerApp(server, { redirectUris: ['http://127.0.0.1:3000/cb'] })
    const sentTo = async (of: RelyingParty, uri: string) =>
      locationOf(await sendRequest(authorizeRequest(of, { redirect_uri: uri, prompt: 'none' }).path)).split(
        '?error=',
      )[0]
    for (const uri of [...redirectUris, 'http://127.0.0.1:51234/cb', 'http://[::1]:51234/cb'])
      assert.equal(await sentTo(native, uri), uri)
    const refused = '/app-problem?code=invalid_redirect_uri'
    for (const uri of NOT_LOOPBACK) assert.equal(await sentTo(native, uri), refused, uri)
    for (const uri of ['http://127.0.0.1:3001/cb', 'http://127.0.0.1/cb', 'http://localhost:3000/cb'])
      assert.equal(await sentTo(web, uri), refused, uri)
  })

  test('gets no code for a redirect URI that was removed during the interaction', async () => {
    const moved = await registerApp(server)
    const id = interactionIdOf(await person.browser.get(authorizeRequest(moved).path))
    const now = JSON.stringify(['https://app.example/elsewhere'])
    await changeRows(server, 'UPDATE app SET redirect_uris = ? WHERE id = ?', now, moved.app.id)
    const response = await submitDecision(person.browser, id, 'allow')
    assert.deepEqual([response.status, locationOf(response)], [303, '/app-problem?code=invalid_redirect_uri'])
  })

  test('is rejected for a scope that was removed during the interaction', async () => {
    const less = await registerApp(server)
    const id = interactionIdOf(await person.browser.get(authorizeRequest(less).path))
    await changeRows(server, 'UPDATE app SET scopes = ? WHERE id = ?', JSON.stringify(['openid']), less.app.id)
    assert.equal(callbackParams(less, await submitDecision(person.browser, id, 'allow')).get('error'), 'invalid_scope')
  })

  test('of an unknown or disabled app ends on our error page', async () => {
    const off = await registerApp(server, { status: 'disabled' })
    for (const client of ['nobody', off.app.clientId, undefined, ...NO_CLIENTS]) {
      const response = await sendRequest(authorizeRequest(party, { client_id: client }).path)
      assert.match(locationOf(response), /^\/app-problem\?code=invalid_(?:client|request)$/, String(client))
    }
  })

  test('with a client id that does not exist leads to the invalid_client page', async () => {
    const response = await sendRequest(authorizeRequest(party, { client_id: 'nobody' }).path)
    assert.equal(locationOf(response), '/app-problem?code=invalid_client')
  })

  test('with a client id like __proto__ is rejected without prototype pollution', async () => {
    for (const clientId of ['__proto__', 'constructor', 'toString']) {
      const odd = await registerApp(server, { clientId })
      assert.equal(locationOf(await sendRequest(authorizeRequest(odd).path)), '/app-problem?code=invalid_client')
    }
    assert.deepEqual(['sid' in {}, 'grantId' in {}, Object.hasOwn(Object, 'sid')], [false, false, false])
  })

  test('with a malformed client id is rejected at every endpoint', async () => {
    const browser = openBrowser(server)
    const headers = { 'content-type': 'application/x-www-form-urlencoded', cookie: undefined, origin: undefined }
    for (const client of NO_CLIENTS) {
      for (const path of ['/oidc/token', '/oidc/par', '/oidc/introspect', '/oidc/revoke']) {
        const raw = new URLSearchParams({ client_id: client, token: 'x', grant_type: 'refresh_token' }).toString()
        const response = await browser.call({ method: 'POST', path, raw, headers })
        assert.deepEqual(
          oauthErrorOf(response),
          { status: 401, error: 'invalid_client' },
          `${path} ${client.slice(0, 20)}`,
        )
      }
      const leaving = `/oidc/end-session?${new URLSearchParams({ client_id: client })}`
      const left = await browser.get(leaving, { accept: 'text/html' })
      assert.equal(locationOf(left), '/app-problem?code=invalid_client', client.slice(0, 20))
    }
  })

  const MALFORMED: [name: string, changes: Record<string, string | undefined>, error: string][] = [
    ['a request object', { request: 'eyJhbGciOiJub25lIn0.e30.' }, 'request_not_supported'],
    ['a request elsewhere', { request_uri: 'https://evil.example/request.jwt' }, 'request_uri_not_supported'],
    ['a pushed request that was never pushed', { request_uri: `${PUSHED}nothing` }, 'invalid_request_uri'],
    ['a registration', { registration: '{}' }, 'registration_not_supported'],
    ['an unknown prompt', { prompt: 'create' }, 'invalid_request'],
    ['prompt=none with another', { prompt: 'none login' }, 'invalid_request'],
    ['a max_age that is not a number', { max_age: 'x' }, 'invalid_request'],
    ['a negative max_age', { max_age: '-1' }, 'invalid_request'],
    ['a max_age over a year', { max_age: '31536001' }, 'invalid_request'],
    ['a hexadecimal max_age', { max_age: '0x10' }, 'invalid_request'],
    ['a max_age with a sign', { max_age: '+5' }, 'invalid_request'],
    ['a login_hint that is too long', { login_hint: 'x'.repeat(8193) }, 'invalid_request'],
    ['ui_locales that are too long', { ui_locales: 'en '.repeat(3000) }, 'invalid_request'],
    ['a scope that the app may not request', { scope: 'openid wallets' }, 'invalid_scope'],
    ['a state that is too long', { state: 'x'.repeat(1025) }, 'invalid_request'],
    ['a nonce that is too long', { nonce: 'x'.repeat(256) }, 'invalid_request'],
    ['a malformed id_token_hint', { id_token_hint: 'a.b.c' }, 'invalid_request'],
    ['an unsupported response_mode', { response_mode: 'fragment' }, 'invalid_request'],
    ['no response_type', { response_type: undefined }, 'invalid_request'],
  ]

  for (const [name, changes, error] of MALFORMED)
    test(`with ${name} returns the error to the app`, async () => {
      const response = await sendRequest(authorizeRequest(party, changes).path)
      assert.equal(response.status, 303, response.text)
      const url = new URL(locationOf(response))
      const params = url.search ? url.searchParams : new URLSearchParams(url.hash.slice(1))
      assert.equal(`${url.origin}${url.pathname}`, party.redirectUri)
      assert.deepEqual([params.get('error'), params.get('iss'), params.get('code')], [error, issuer, null])
    })

  test('with a repeated parameter is rejected', async () => {
    const { path } = authorizeRequest(party)
    for (const twice of ['scope=openid', 'state=other', 'nonce=other', 'response_type=code', 'prompt=none']) {
      const [name] = twice.split('=')
      const own = new URL(path, 'https://x.example').searchParams.has(name ?? '') ? path : `${path}&${twice}`
      assert.match(locationOf(await sendRequest(`${own}&${twice}`)), /error=invalid_request/, twice)
    }
    for (const twice of ['client_id=other', 'redirect_uri=https%3A%2F%2Fevil.example%2F'])
      assert.match(locationOf(await sendRequest(`${path}&${twice}`)), /^\/app-problem\?code=/, twice)
  })

  test('with response_mode=form_post gets our error page', async () => {
    const response = await sendRequest(authorizeRequest(party, { response_mode: 'form_post' }).path)
    assert.deepEqual([response.status, locationOf(response)], [303, '/app-problem?code=invalid_request'])
    assert.doesNotMatch(response.text, /<form|<script/)
  })

  test('with unknown scopes is answered without them', async () => {
    const { params } = await getCode(person.browser, party, { scope: 'openid nonsense admin' })
    assert.ok(params.get('code'))
  })

  test('gets a URL in its state back unchanged', async () => {
    const state = 'https://evil.example/?a=b&code=stolen#x'
    const { params } = await getCode(person.browser, party, { state })
    assert.equal(params.get('state'), state)
    assert.equal(params.getAll('code').length, 1)
  })

  test('gets iss in every response', async () => {
    const browser = openBrowser(server)
    const none = callbackParams(party, await browser.get(authorizeRequest(party, { prompt: 'none' }).path))
    assert.deepEqual([none.get('error'), none.get('iss')], ['login_required', issuer])
    const unseen = await registerApp(server)
    const silent = callbackParams(unseen, await sendRequest(authorizeRequest(unseen, { prompt: 'none' }).path))
    assert.deepEqual([silent.get('error'), silent.get('iss')], ['consent_required', issuer])
    const id = interactionIdOf(await person.browser.get(authorizeRequest(unseen).path))
    const denied = callbackParams(unseen, await submitDecision(person.browser, id, 'deny'))
    assert.deepEqual(
      [denied.get('error'), denied.get('error_description'), denied.get('iss')],
      ['access_denied', 'user_declined', issuer],
    )
    assert.equal((await getCode(person.browser, party)).params.get('iss'), issuer)
  })

  test('never causes a server error, whatever its parameters', async () => {
    const { path } = authorizeRequest(party)
    const good = Object.fromEntries(new URLSearchParams(path.split('?')[1]))
    const names = [...Object.keys(good), ...OTHER_NAMES]
    for (const name of names)
      for (const value of ODD_VALUES) {
        const params = { ...good, [name]: value }
        const response = await sendRequest(`/oidc/authorize?${new URLSearchParams(params)}`)
        assert.match(locationOf(response), ANSWERED, `${name} ${value.slice(0, 20)}`)
        const left = await sendRequest(`/oidc/end-session?${new URLSearchParams({ [name]: value })}`)
        assert.ok(left.status < 500, `end-session ${name} ${value.slice(0, 20)}`)
        for (const where of ['/oidc/par', '/oidc/token', '/oidc/introspect']) {
          const posted = await postAsApp(openBrowser(server), party, {
            path: where,
            params: { ...params, token: value },
          })
          assert.ok(posted.status < 500, `${where} ${name} ${value.slice(0, 20)}`)
        }
      }
    assert.deepEqual(
      server.logLines.filter((line) => line.includes('"level":"error"')),
      [],
    )
  })

  test('to a back-channel endpoint gets an OAuth error, whatever its Accept header', async () => {
    const odd = { accept: 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2' }
    const response = await person.browser.call({
      path: '/oidc/userinfo',
      headers: { ...odd, authorization: 'Bearer x' },
    })
    assert.deepEqual(oauthErrorOf(response), { status: 401, error: 'invalid_token' })
    const json = await person.browser.post('/oidc/token', { grant_type: 'authorization_code' })
    assert.deepEqual(oauthErrorOf(json), { status: 400, error: 'invalid_request' })
    const grant = await postAsApp(person.browser, party, { path: '/oidc/token', params: { grant_type: 'password' } })
    assert.deepEqual(oauthErrorOf(grant), { status: 400, error: 'unsupported_grant_type' })
  })
})
