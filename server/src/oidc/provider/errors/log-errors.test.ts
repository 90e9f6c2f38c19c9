import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { RATE_APP_ERRORS_RECORDED } from '@countersign/contract/limits/app-limits.ts'
import { forDefaultEngine } from '../../../../../test/support/database/engines.ts'
import { readRows } from '../../../../../test/support/database/rows.ts'
import { getCode, getTokens, type SignedInPerson, signInPerson } from '../../../../../test/support/oidc/app-sign-in.ts'
import { authorizeRequest, type RelyingParty, registerApp } from '../../../../../test/support/oidc/relying-party.ts'
import { type Browser, openBrowser } from '../../../../../test/support/server/http-browser.ts'
import { startServer, type TestServer } from '../../../../../test/support/server/server.ts'

type Line = { message: string; route: string; clientId?: string; error: string; reason: string; fix: string }

const FALLBACK = /^Compare the request with/

forDefaultEngine('a rejected request', (engine) => {
  let server: TestServer
  let person: SignedInPerson
  let party: RelyingParty
  before(async () => {
    server = await startServer(engine)
    person = await signInPerson(server)
    party = await registerApp(server)
  })
  after(() => server.close())

  /** The only line that the request logged. */
  async function lineOf(request: (browser: Browser) => Promise<unknown>): Promise<Line> {
    const from = server.logLines.length
    await request(person.browser)
    const lines = server.logLines
      .slice(from)
      .map((line): Line => JSON.parse(line))
      .filter(({ message }) => message === 'OpenID Connect request refused')
    assert.equal(lines.length, 1, JSON.stringify(lines))
    return lines[0] as Line // counted above
  }
  const authorize = (params: Record<string, string | undefined>) => (browser: Browser) =>
    browser.get(authorizeRequest(party, params).path)
  const basic = (secret: string, clientId = party.app.clientId) =>
    `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`
  const postForm =
    (path: string, form: Record<string, string>, authorization?: string, type = 'application/x-www-form-urlencoded') =>
    () =>
      openBrowser(server).call({
        method: 'POST',
        path,
        raw: new URLSearchParams(form).toString(),
        headers: { 'content-type': type, origin: undefined, authorization },
      })
  const requestToken = (form: Record<string, string>, authorization = basic(party.secret)) =>
    postForm('/oidc/token', form, authorization)
  const codeForm = (more: Record<string, string> = {}) => ({
    ...{ grant_type: 'authorization_code', code: 'x', redirect_uri: party.redirectUri, code_verifier: 'v'.repeat(43) },
    ...more,
  })

  type Case = [name: string, request: () => (browser: Browser) => Promise<unknown>, error: string, fix: RegExp]
  const CASES: Case[] = [
    ['an unknown client', () => authorize({ client_id: 'nobody' }), 'invalid_client', /Compare the client ID/],
    [
      'an unregistered redirect URI',
      () => authorize({ redirect_uri: 'https://other.example/cb?secret=1' }),
      'invalid_redirect_uri',
      /^Add https:\/\/other\.example\/cb to the redirect URIs/,
    ],
    [
      'no PKCE',
      () => authorize({ code_challenge: undefined, code_challenge_method: undefined }),
      'invalid_request',
      /Turn on PKCE/,
    ],
    ['plain PKCE', () => authorize({ code_challenge_method: 'plain' }), 'invalid_request', /S256/],
    ['the implicit flow', () => authorize({ response_type: 'token' }), 'invalid_request', /code flow/],
    ['another response type', () => authorize({ response_type: 'none' }), 'unsupported_response_type', /code flow/],
    [
      'another response mode',
      () => authorize({ response_mode: 'form_post' }),
      'invalid_request',
      /response_mode=query/,
    ],
    ['a request object', () => authorize({ request: 'x.y.z' }), 'request_not_supported', /request objects/],
    [
      'a scope that is not allowed',
      () => authorize({ scope: 'openid email' }),
      'invalid_scope',
      /Allow the scope “email”/,
    ],
    ['no openid scope', () => authorize({ scope: 'profile', nonce: 'n' }), 'invalid_request', /scope openid/],
    ['an unknown prompt', () => authorize({ prompt: 'create' }), 'invalid_request', /prompt=none/],
    ['prompt=none without consent', () => authorize({ prompt: 'none' }), 'consent_required', /prompt=none/],
    ['a wrong secret', () => requestToken(codeForm(), basic('wrong')), 'invalid_client', /client secret again/],
    [
      'a secret in the body instead of the header',
      () => postForm('/oidc/token', codeForm({ client_id: party.app.clientId, client_secret: party.secret })),
      'invalid_client',
      /here it is client_secret_basic/,
    ],
    ['no client authentication', () => postForm('/oidc/token', codeForm()), 'invalid_request', /client ID and secret/],
    [
      'a client_id without a secret',
      () => postForm('/oidc/token', codeForm({ client_id: party.app.clientId })),
      'invalid_client',
      /here it is client_secret_basic/,
    ],
    ['an unknown code', () => requestToken(codeForm()), 'invalid_grant', /each code once/],
    [
      'an unknown refresh token',
      () => requestToken({ grant_type: 'refresh_token', refresh_token: 'x' }),
      'invalid_grant',
      /sign in again/,
    ],
    [
      'another grant type',
      () => requestToken({ grant_type: 'password' }),
      'unsupported_grant_type',
      /authorization_code/,
    ],
    ['a missing parameter', () => requestToken({ grant_type: 'authorization_code' }), 'invalid_request', /parameters/],
    [
      'JSON',
      () => postForm('/oidc/token', codeForm(), basic(party.secret), 'application/json'),
      'invalid_request',
      /x-www-form-urlencoded/,
    ],
    ['an unknown access token', () => postForm('/oidc/userinfo', { access_token: 'x' }), 'invalid_token', /Refresh/],
    [
      'a wrong secret at introspection',
      () => postForm('/oidc/introspect', { token: 'x' }, basic('no')),
      'invalid_client',
      /secret again/,
    ],
    [
      'a wrong secret at revocation',
      () => postForm('/oidc/revoke', { token: 'x' }, basic('no')),
      'invalid_client',
      /secret again/,
    ],
    [
      'a wrong secret at PAR',
      () => postForm('/oidc/par', { client_id: party.app.clientId }, basic('no')),
      'invalid_client',
      /secret again/,
    ],
    [
      'an unregistered post-logout URI',
      () => (browser: Browser) =>
        browser.get(
          `/oidc/end-session?${new URLSearchParams({ client_id: party.app.clientId, post_logout_redirect_uri: 'https://app.example/other' })}`,
        ),
      'invalid_request',
      /^Add https:\/\/app\.example\/other to the post-logout redirect URIs/,
    ],
    [
      'a foreign id_token_hint',
      () => (browser: Browser) => browser.get('/oidc/end-session?id_token_hint=x'),
      'invalid_request',
      /id_token_hint/,
    ],
  ]
  for (const [name, request, error, fix] of CASES)
    test(`for ${name} logs one line with the fix`, async () => {
      const line = await lineOf(request())
      assert.equal(line.error, error, JSON.stringify(line))
      assert.match(line.fix, fix)
      assert.doesNotMatch(line.fix, FALLBACK)
      assert.ok(line.reason !== '' || error === 'request_not_supported')
    })

  test('names a wrong redirect URI or verifier', async () => {
    for (const [more, fix] of [
      [{ redirect_uri: 'https://app.example/elsewhere' }, /same redirect_uri/],
      [{ code_verifier: 'w'.repeat(43) }, /code_verifier/],
    ] as const) {
      const got = await getCode(person.browser, party)
      const form = codeForm({ code: got.code, code_verifier: got.request.verifier, ...more })
      assert.match((await lineOf(requestToken(form))).fix, fix)
    }
  })

  test('logs no secret', async () => {
    const loggedApp = await registerApp(server)
    const tokens = await getTokens(person.browser, loggedApp)
    const from = server.logLines.length
    const form = {
      client_id: loggedApp.app.clientId,
      client_secret: loggedApp.secret,
      code: 'the-code',
      redirect_uri: 'https://x.example/?k=secret-query',
    }
    await postForm('/oidc/token', { ...codeForm(), ...form })()
    await postForm('/oidc/userinfo', { access_token: `${tokens.access_token}x` })()
    await person.browser.get(`/oidc/end-session?id_token_hint=${tokens.id_token}x`)
    const text = server.logLines.slice(from).join('')
    for (const secret of [loggedApp.secret, 'the-code', 'secret-query', tokens.access_token, tokens.id_token])
      assert.ok(!text.includes(secret), secret)
  })

  test('is in the activity of the app once a minute for each reason', async () => {
    const loggedApp = await registerApp(server)
    for (let count = 0; count < 5; count++) {
      await person.browser.get(authorizeRequest(loggedApp, { redirect_uri: 'https://other.example/' }).path)
      await postForm('/oidc/token', codeForm(), basic('wrong', loggedApp.app.clientId))()
    }
    await server.context.background.settled()
    const rows = await readRows(
      server,
      "SELECT data FROM activity WHERE kind = 'oidc.failed' AND app_id = ?",
      loggedApp.app.id,
    )
    const events = rows.map(({ data }) => JSON.parse(String(data)))
    assert.deepEqual(events.map(({ route, error }) => `${route} ${error}`).sort(), [
      'authorization invalid_redirect_uri',
      'token invalid_client',
    ])
    assert.ok(events.every(({ fix }) => fix !== ''))
  })

  test('cannot fill the activity log with reasons that quote the request', async () => {
    const loggedApp = await registerApp(server, { kind: 'spa', authMethod: 'none' })
    const form = codeForm({ client_id: loggedApp.app.clientId })
    const most = RATE_APP_ERRORS_RECORDED.burst
    for (let count = 0; count < most + 10; count++)
      await openBrowser(server).call({
        method: 'POST',
        path: '/oidc/token',
        raw: new URLSearchParams(form).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: `https://a${count}.example` },
      })
    await server.context.background.settled()
    const rows = await readRows(
      server,
      "SELECT id FROM activity WHERE kind = 'oidc.failed' AND app_id = ?",
      loggedApp.app.id,
    )
    assert.equal(rows.length, most)
  })

  test('links the error page to the app, unless that is unknown', async () => {
    const registered = await authorize({ redirect_uri: 'https://other.example/' })(person.browser)
    assert.equal(registered.headers.location, `/app-problem?code=invalid_redirect_uri&app=${party.app.id}`)
    const unknown = await authorize({ client_id: 'nobody' })(person.browser)
    assert.equal(unknown.headers.location, '/app-problem?code=invalid_client')
  })

  test('cannot fill the log', async () => {
    const from = server.logLines.length
    for (let count = 0; count < 80; count++) await authorize({ client_id: 'nobody' })(openBrowser(server))
    const lines = server.logLines.slice(from).filter((line) => line.includes('OpenID Connect request refused'))
    assert.ok(lines.length <= 60, `${lines.length} lines`)
  })
})
