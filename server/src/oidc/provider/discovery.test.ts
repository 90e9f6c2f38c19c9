import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { RATE_AUTHORIZE_PER_ADDRESS } from '@countersign/contract/limits/app-limits.ts'
import { dropDatabase } from '../../../../test/support/database/drop-database.ts'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { openRegistration } from '../../../../test/support/database/rows.ts'
import { getCode, getTokens, postAsApp, signInPerson } from '../../../../test/support/oidc/app-sign-in.ts'
import {
  authorizeRequest,
  interactionIdOf,
  registerApp,
  requestToken,
} from '../../../../test/support/oidc/relying-party.ts'
import { openBrowser } from '../../../../test/support/server/http-browser.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'

const DISCOVERY = '/oidc/.well-known/openid-configuration'
const HOSTILE = {
  host: 'evil.example',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'http',
  'x-forwarded-port': '444',
  forwarded: 'host=evil.example;proto=http',
  'x-original-host': 'evil.example',
}

forDefaultEngine('discovery', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine, { environment: { PUBLIC_URL: 'https://id.example.com' } })
    await openRegistration(server)
  })
  after(() => server.close())

  test('lists what the server supports', async () => {
    const response = await openBrowser(server).get(DISCOVERY)
    const oidc = 'https://id.example.com/oidc'
    assert.deepEqual(response.json, {
      issuer: oidc,
      authorization_endpoint: `${oidc}/authorize`,
      token_endpoint: `${oidc}/token`,
      userinfo_endpoint: `${oidc}/userinfo`,
      jwks_uri: `${oidc}/jwks`,
      pushed_authorization_request_endpoint: `${oidc}/par`,
      revocation_endpoint: `${oidc}/revoke`,
      introspection_endpoint: `${oidc}/introspect`,
      end_session_endpoint: `${oidc}/end-session`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['openid', 'profile', 'email', 'wallet', 'wallets', 'wallet_proof', 'groups', 'offline_access'],
      subject_types_supported: ['pairwise', 'public'],
      id_token_signing_alg_values_supported: ['ES256', 'RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
      token_endpoint_auth_signing_alg_values_supported: ['ES256', 'ES384', 'RS256', 'PS256', 'EdDSA', 'Ed25519'],
      acr_values_supported: ['urn:countersign:acr:wallet', 'urn:countersign:acr:phone', 'urn:countersign:acr:fresh'],
      claims_supported: (response.json as { claims_supported: string[] }).claims_supported,
      claim_types_supported: ['normal'],
      claims_parameter_supported: false,
      request_uri_parameter_supported: false,
      authorization_response_iss_parameter_supported: true,
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
    })
    assert.deepEqual((response.json as { claims_supported: string[] }).claims_supported.toSorted(), [
      'acr',
      'amr',
      'auth_time',
      'email',
      'email_verified',
      'groups',
      'iss',
      'locale',
      'name',
      'picture',
      'preferred_username',
      'sid',
      'sub',
      'updated_at',
      'wallet',
      'wallet_kind',
      'wallet_proof',
      'wallets',
      'zoneinfo',
    ])
    assert.equal(response.headers['cache-control'], 'public, max-age=3600')
    assert.deepEqual(
      (await openBrowser(server).get('/.well-known/oauth-authorization-server/oidc')).json,
      response.json,
    )
  })

  test('contains our own origin only, whatever the Host headers', async () => {
    const browser = openBrowser(server)
    const plain = await browser.get(DISCOVERY)
    for (const [name, value] of Object.entries(HOSTILE)) {
      assert.deepEqual((await browser.get(DISCOVERY, { [name]: value })).json, plain.json, name)
    }
    assert.deepEqual((await browser.get(DISCOVERY, HOSTILE)).json, plain.json)
    const party = await registerApp(server)
    const prompted = await browser.get(authorizeRequest(party).path, HOSTILE)
    assert.ok(interactionIdOf(prompted))
    assert.doesNotMatch(JSON.stringify(prompted.headers), /evil/)
    const silent = await browser.get(authorizeRequest(party, { prompt: 'none' }).path, HOSTILE)
    assert.equal(new URL(String(silent.headers.location)).searchParams.get('iss'), 'https://id.example.com/oidc')
  })

  test('uses our own origin in every response, also errors and redirected forms', async () => {
    const party = await registerApp(server)
    const bad = [
      authorizeRequest(party, { client_id: 'nobody' }).path,
      authorizeRequest(party, { redirect_uri: 'https://elsewhere.example/' }).path,
      '/oidc/authorize/nothing',
      '/oidc/userinfo',
      '/oidc/jwks',
      '/oidc/end-session',
      `/oidc/end-session?${new URLSearchParams({ client_id: party.app.clientId, state: 'x' })}`,
      '/forward-auth/start?host=nobody.example',
      '/oidc/nothing',
    ]
    for (const path of bad) {
      const response = await openBrowser(server).get(path, { ...HOSTILE, accept: 'text/html' })
      assert.doesNotMatch(`${JSON.stringify(response.headers)}${response.text}`, /evil|:444|"http:/, path)
      assert.ok(response.status < 500, path)
    }
    const headers = { ...HOSTILE, 'content-type': 'application/x-www-form-urlencoded' }
    for (const path of ['/oidc/authorize', '/oidc/end-session', '/oidc/par', '/oidc/token']) {
      const response = await openBrowser(server).call({ method: 'POST', path, raw: 'a=b', headers })
      assert.doesNotMatch(`${JSON.stringify(response.headers)}${response.text}`, /evil|:444/, path)
    }
    for (const path of [`http://evil.example${DISCOVERY}`, `//evil.example${DISCOVERY}`])
      assert.equal((await openBrowser(server).get(path)).status, 404, path)
  })

  test('allows CORS for everyone, and the token endpoint for allowed origins only', async () => {
    const browser = openBrowser(server)
    assert.equal(
      (await browser.get(DISCOVERY, { origin: 'https://spa.example' })).headers['access-control-allow-origin'],
      'https://spa.example',
    )
    const party = await registerApp(server, {
      kind: 'spa',
      authMethod: 'none',
      allowedOrigins: ['https://spa.example'],
    })
    const person = await signInPerson(server)
    for (const [origin, status] of [
      ['https://spa.example', 200],
      ['https://evil.example', 400],
    ] as const) {
      const { code, request } = await getCode(person.browser, party)
      const response = await person.browser.call({
        method: 'POST',
        path: '/oidc/token',
        raw: new URLSearchParams({
          grant_type: 'authorization_code',
          client_id: party.app.clientId,
          code,
          redirect_uri: party.redirectUri,
          code_verifier: request.verifier,
        }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin, cookie: undefined },
      })
      assert.equal(response.status, status, response.text)
      assert.equal(response.headers['access-control-allow-origin'], status === 200 ? origin : undefined)
      assert.equal(response.headers['access-control-allow-credentials'], undefined)
    }
  })

  test('never sets the session cookie', async () => {
    const { browser } = await signInPerson(server)
    const party = await registerApp(server)
    const name = '__Host-cs'
    const own = browser.cookies.get(name)
    assert.ok(own)
    for (const path of [
      authorizeRequest(party).path,
      authorizeRequest(party, { prompt: 'none' }).path,
      '/oidc/end-session',
    ]) {
      const lines = [(await browser.get(path)).headers['set-cookie'] ?? []].flat()
      assert.deepEqual(
        lines.filter((line) => line.startsWith(name)),
        [],
        path,
      )
      assert.ok(
        lines.every((line) => /^__Secure-cs_.*; secure/i.test(line) && /; httponly/i.test(line)),
        lines.join('\n'),
      )
    }
    await getTokens(browser, party)
    assert.equal(browser.cookies.get(name), own)
    const visitor = openBrowser(server)
    visitor.cookies.set(name, 'x'.repeat(43))
    const seen = await visitor.get(authorizeRequest(party).path)
    assert.equal(
      [seen.headers['set-cookie'] ?? []].flat().some((line) => line.startsWith(name)),
      false,
    )
  })

  test('is rate-limited by address, however the path is written', async () => {
    const browser = openBrowser(server)
    const party = await registerApp(server)
    const { path } = authorizeRequest(party, { prompt: 'none' })
    for (let at = 0; at < RATE_AUTHORIZE_PER_ADDRESS.burst; at++) await browser.get(path)
    for (const other of [path, path.replace('/authorize', '/AUTHORIZE'), path.replace('/authorize', '/authorize/')])
      assert.equal((await browser.get(other)).status, 429)
    assert.equal((await openBrowser(server).get(path)).status, 303)
  })

  test('is rate-limited by IPv6 network', async () => {
    const { path } = authorizeRequest(await registerApp(server), { prompt: 'none' })
    const requestFrom = (address: string) => openBrowser(server, { address }).get(path)
    for (let at = 1; at <= RATE_AUTHORIZE_PER_ADDRESS.burst; at++) await requestFrom(`2001:db8:1:2::${at.toString(16)}`)
    assert.equal((await requestFrom('2001:db8:1:2:ffff::1')).status, 429)
    assert.equal((await requestFrom('2001:db8:1:3::1')).status, 303)
  })

  test('sends security headers', async () => {
    const browser = openBrowser(server)
    const party = await registerApp(server)
    const response = await requestToken(browser, party, { grant_type: 'refresh_token', refresh_token: 'x' })
    const { headers } = response
    assert.deepEqual(
      [headers['cache-control'], headers['x-content-type-options'], headers['x-frame-options']],
      ['no-store', 'nosniff', 'DENY'],
    )
    assert.equal(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'")
    const others = [
      await postAsApp(browser, party, { path: '/oidc/revoke', params: { token: 'x' } }),
      await postAsApp(browser, party, { path: '/oidc/introspect', params: { token: 'x' } }),
      await browser.get(authorizeRequest(party).path),
      await browser.get('/oidc/userinfo'),
      await browser.get('/oidc/nothing'),
    ]
    for (const other of others) assert.equal(other.headers['cache-control'], 'no-store')
    assert.equal((await browser.get('/oidc/jwks')).headers['cache-control'], 'public, max-age=300')
  })

  test('answers 503 with Retry-After while the database is unavailable', async () => {
    const other = await startServer(engine)
    const browser = openBrowser(other)
    const party = await registerApp(other)
    await browser.get(DISCOVERY)
    await dropDatabase(other)
    const response = await postAsApp(browser, party, { path: '/oidc/token', params: { grant_type: 'refresh_token' } })
    const page = await browser.get(authorizeRequest(party).path)
    // Its keys may not be trusted any more.
    const keys = await browser.get('/oidc/jwks')
    await other.close()
    for (const { status, json, headers } of [response, keys])
      assert.deepEqual([status, json, headers['retry-after']], [503, { error: 'temporarily_unavailable' }, '5'])
    assert.deepEqual([page.status, page.headers.location], [303, '/app-problem?code=temporarily_unavailable'])
  })
})
