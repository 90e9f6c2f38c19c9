import assert from 'node:assert/strict'
import { createHmac, createPublicKey, type JsonWebKey } from 'node:crypto'
import { after, before, test } from 'node:test'
import { proofAlgorithms } from '@countersign/contract/app/app-keys.ts'
import {
  PROOF_KEPT_MS,
  RATE_AUTHORIZE_PER_ADDRESS,
  RATE_TOKENS_PER_ADDRESS,
} from '@countersign/contract/limits/app-limits.ts'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { changeRows, readRows } from '../../../../test/support/database/rows.ts'
import { getCode, oauthErrorOf, type SignedInPerson, signInPerson } from '../../../../test/support/oidc/app-sign-in.ts'
import {
  assertionClaims,
  assertionForm,
  type ClientKey,
  createClientKey,
  encodeBase64Url,
  JWT_BEARER,
  jwkSetOf,
} from '../../../../test/support/oidc/client-key.ts'
import {
  authorizeRequest,
  type RelyingParty,
  registerApp,
  type Tokens,
} from '../../../../test/support/oidc/relying-party.ts'
import { type HttpResponse, openBrowser } from '../../../../test/support/server/http-browser.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { removeExpiredItems } from '../adapters/oidc-item.store.ts'

const REFUSED = { status: 401, error: 'invalid_client' }
const appKey = createClientKey()
const rsa = createClientKey('RS256')

forDefaultEngine('an app with private_key_jwt', (engine) => {
  let server: TestServer
  let second: TestServer
  let person: SignedInPerson
  let party: RelyingParty
  before(async () => {
    const databaseUrl = await engine.createDatabase()
    server = await startServer(engine, { databaseUrl })
    second = await startServer(engine, { databaseUrl })
    person = await signInPerson(server)
    party = await registerWith(jwkSetOf(appKey))
  })
  after(async () => {
    await second.close()
    await server.close()
  })

  const registerWith = (jwks: string, more: { clientId?: string } = {}) =>
    registerApp(server, { authMethod: 'private_key_jwt', jwks, ...more })
  const postForm = (path: string, form: Record<string, string>, browser = openBrowser(server)): Promise<HttpResponse> =>
    browser.call({
      method: 'POST',
      path,
      raw: new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: undefined, cookie: undefined },
    })
  /** Valid unless changed. */
  const createAssertion = (changes: object = {}, { key = appKey, by = party, header = {} } = {}) =>
    assertionForm(key.token({ ...assertionClaims(server, by), ...changes }, header))
  const exchangeOf = async (by = party) => {
    const { code, request } = await getCode(person.browser, by)
    return { grant_type: 'authorization_code', code, redirect_uri: by.redirectUri, code_verifier: request.verifier }
  }
  /** Introspection authenticates the client and changes nothing. */
  const introspect = (form: Record<string, string>, node = server) =>
    postForm('/oidc/introspect', { token: 'x', ...form }, openBrowser(node))
  const authenticates = async (key: ClientKey, by = party, node = server) => {
    const response = await introspect(createAssertion({}, { key, by }), node)
    if (response.status !== 200) assert.deepEqual(oauthErrorOf(response), REFUSED)
    return response.status === 200
  }

  for (const alg of proofAlgorithms)
    test(`gets tokens with an assertion signed by ${alg}`, async () => {
      const key = createClientKey(alg)
      const by = await registerWith(jwkSetOf(key))
      const response = await postForm('/oidc/token', { ...(await exchangeOf(by)), ...createAssertion({}, { key, by }) })
      assert.equal(response.status, 200, response.text)
    })

  test('authenticates at every endpoint', async () => {
    const params = new URL(authorizeRequest(party).path, 'https://nowhere.example').searchParams
    const pushed = await postForm('/oidc/par', { ...Object.fromEntries(params), ...createAssertion() })
    assert.equal(pushed.status, 201, pushed.text)
    const first = (await postForm('/oidc/token', { ...(await exchangeOf()), ...createAssertion() })).json as Tokens // checked by its use
    const form = { grant_type: 'refresh_token', refresh_token: first.refresh_token ?? '' }
    const renewed = await postForm('/oidc/token', { ...form, ...createAssertion() })
    assert.equal(renewed.status, 200, renewed.text)
    const { access_token: token } = renewed.json as Tokens // checked by its use
    const isActive = async () =>
      ((await introspect({ token, ...createAssertion() })).json as { active: boolean }).active
    assert.equal(await isActive(), true)
    assert.equal((await postForm('/oidc/revoke', { token, ...createAssertion() })).status, 200)
    assert.equal(await isActive(), false)
    for (const path of ['/oidc/par', '/oidc/token', '/oidc/introspect', '/oidc/revoke'])
      assert.deepEqual(
        oauthErrorOf(await postForm(path, { token, ...form, ...createAssertion({ aud: 'x' }) })),
        REFUSED,
        path,
      )
  })

  test('may use the issuer or the token endpoint as audience; a long-lived assertion is valid for a minute', async () => {
    const { origin } = server.context.config
    const tomorrow = Math.floor(Date.now() / 1000) + 86_400
    const good = [
      { aud: `${origin}/oidc/token` },
      { aud: ['x', `${origin}/oidc`] },
      { iat: undefined },
      { exp: tomorrow },
    ]
    for (const changes of good)
      assert.equal((await introspect(createAssertion(changes))).status, 200, JSON.stringify(changes))
  })

  const secondsFromNow = (from: number) => Math.floor(Date.now() / 1000) + from
  const hmac = (secret: string) => {
    const content = `${encodeBase64Url({ alg: 'HS256', kid: appKey.kid })}.${encodeBase64Url(assertionClaims(server, party))}`
    return assertionForm(`${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`)
  }
  const pem = () => createPublicKey({ key: appKey.publicJwk as JsonWebKey, format: 'jwk' }) // as it was made
  const otherKey = createClientKey('ES256', appKey.kid)
  const WRONG: [name: string, form: () => Record<string, string>][] = [
    ['for another audience', () => createAssertion({ aud: 'https://evil.example/oidc' })],
    ['for the app itself as audience', () => createAssertion({ aud: party.app.clientId })],
    ['for the origin without the path', () => createAssertion({ aud: server.context.config.origin })],
    ['without an audience', () => createAssertion({ aud: undefined })],
    ['that expired', () => createAssertion({ exp: secondsFromNow(-16), iat: secondsFromNow(-76) })],
    ['that is not valid yet', () => createAssertion({ nbf: secondsFromNow(60) })],
    ['without exp', () => createAssertion({ exp: undefined })],
    ['that lasts for days, without iat', () => createAssertion({ exp: secondsFromNow(86_400), iat: undefined })],
    [
      'that lasts for days, with an iat a minute ago',
      () => createAssertion({ exp: secondsFromNow(86_400), iat: secondsFromNow(-76) }),
    ],
    [
      'that lasts for days, with an iat tomorrow',
      () => createAssertion({ exp: secondsFromNow(172_800), iat: secondsFromNow(86_400) }),
    ],
    [
      'with an infinite exp',
      () =>
        assertionForm(
          appKey.token(JSON.stringify(assertionClaims(server, party)).replace(/"iat":\d+,"exp":\d+/, '"exp":1e999')),
        ),
    ],
    ['with exp as a string', () => createAssertion({ exp: '9999999999' })],
    ['without jti', () => createAssertion({ jti: undefined })],
    ['with jti as an object', () => createAssertion({ jti: { a: 1 } })],
    ['of another issuer', () => createAssertion({ iss: 'other-app' })],
    ['without an issuer', () => createAssertion({ iss: undefined })],
    ['without a subject', () => createAssertion({ sub: undefined })],
    ['with alg none and a signature', () => createAssertion({}, { header: { alg: 'none' } })],
    [
      'with alg none and no signature',
      () => assertionForm(`${encodeBase64Url({ alg: 'none' })}.${encodeBase64Url(assertionClaims(server, party))}.`),
    ],
    ['with an HMAC keyed by the public JWK', () => hmac(JSON.stringify(appKey.publicJwk))],
    [
      'with an HMAC keyed by the public key in PEM',
      () => hmac(pem().export({ type: 'spki', format: 'pem' }) as string),
    ],
    ['with an HMAC keyed by a coordinate of the public key', () => hmac(String(appKey.publicJwk.x))],
    ['by another key with the same kid', () => createAssertion({}, { key: otherKey })],
    ['by a key in its jwk header', () => createAssertion({}, { key: otherKey, header: { jwk: otherKey.publicJwk } })],
    ['by a key at its jku', () => createAssertion({}, { header: { kid: 'x', jku: 'https://evil.example/jwks' } })],
    ['with an unknown kid', () => createAssertion({}, { header: { kid: 'another' } })],
    ['with another alg in the header', () => createAssertion({}, { header: { alg: 'ES384' } })],
    [
      'by a key of another type with the same kid',
      () => createAssertion({}, { key: rsa, header: { kid: appKey.kid } }),
    ],
    ['with alg as a list', () => createAssertion({}, { header: { alg: ['ES256'] } })],
    ['with an unknown critical header', () => createAssertion({}, { header: { crit: ['x'], x: 1 } })],
    ['that is truncated', () => assertionForm(`${appKey.token(assertionClaims(server, party)).slice(0, -4)}`)],
    ['replaced by a secret', () => ({ client_id: party.app.clientId, client_secret: party.secret })],
    ['left out', () => ({ client_id: party.app.clientId })],
  ]

  for (const [name, form] of WRONG)
    test(`with an assertion ${name} is rejected, and its code is not consumed`, async () => {
      const exchange = await exchangeOf()
      assert.deepEqual(oauthErrorOf(await postForm('/oidc/token', { ...exchange, ...form() })), REFUSED)
      const response = await postForm('/oidc/token', { ...exchange, ...createAssertion() })
      assert.equal(response.status, 200, response.text)
    })

  test('is rejected with malformed assertions, without a server error', async () => {
    const malformedTokens = [
      ...[
        '',
        '.',
        '..',
        'a.b.c',
        'null',
        `${encodeBase64Url({ alg: 'ES256' })}.${encodeBase64Url('null')}.x`,
        'x'.repeat(30_000),
      ],
      ...[5, {}, ['x'], true, '\0', 'x'.repeat(5000)].map((sub) =>
        appKey.token({ ...assertionClaims(server, party), sub }),
      ),
      appKey.token('[]'),
      appKey.token({ ...assertionClaims(server, party), aud: { a: 1 } }),
      appKey.token({ ...assertionClaims(server, party), aud: [5, null] }),
      appKey.token({ ...assertionClaims(server, party), iat: 'x', nbf: [] }),
      appKey.token(assertionClaims(server, party), { kid: 5 }).replace(/.$/, '!'),
      `${appKey.token(assertionClaims(server, party))}.x.y`,
    ]
    for (const token of malformedTokens) {
      const { status, error } = oauthErrorOf(await introspect(assertionForm(token)))
      assert.ok(status === 400 || status === 401, `${status} ${token.slice(0, 80)}`)
      assert.equal(error, status === 401 ? 'invalid_client' : 'invalid_request')
    }
    const types = [{ client_assertion_type: 'x' }, { client_assertion_type: '' }, { client_id: 'other-app' }]
    for (const other of types)
      assert.deepEqual(oauthErrorOf(await introspect({ ...createAssertion(), ...other })), {
        status: 400,
        error: 'invalid_request',
      })
    const twice = { ...createAssertion(), client_secret: 'x' }
    assert.deepEqual(oauthErrorOf(await introspect(twice)), { status: 400, error: 'invalid_request' })
    assert.equal(JWT_BEARER, createAssertion().client_assertion_type)
  })

  test('cannot be impersonated with the key of another app', async () => {
    const key = createClientKey()
    const other = await registerWith(jwkSetOf(key))
    assert.deepEqual(
      [await authenticates(appKey, other), await authenticates(key, party), await authenticates(key, other)],
      [false, false, true],
    )
    const withSecret = await registerApp(server)
    assert.equal(await authenticates(appKey, withSecret), false)
  })

  test('uses an assertion once: of twenty concurrent requests on two nodes one succeeds', async () => {
    const form = createAssertion()
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => introspect(form, index % 2 === 0 ? server : second)),
    )
    assert.deepEqual(responses.filter(({ status }) => status === 200).length, 1)
    assert.deepEqual(
      responses.filter(({ status }) => status !== 200).map(oauthErrorOf),
      Array.from({ length: 19 }, () => REFUSED),
    )
    for (const node of [server, second]) assert.deepEqual(oauthErrorOf(await introspect(form, node)), REFUSED)
  })

  test('uses an assertion once across endpoints, also when the request fails', async () => {
    const form = createAssertion()
    assert.deepEqual(
      oauthErrorOf(await postForm('/oidc/token', { ...form, grant_type: 'authorization_code', code: 'x' })).status,
      400,
    )
    for (const path of ['/oidc/introspect', '/oidc/revoke', '/oidc/par'])
      assert.deepEqual(oauthErrorOf(await postForm(path, { token: 'x', ...form })), REFUSED, path)
  })

  test('has a jti namespace of its own', async () => {
    const key = createClientKey()
    const other = await registerWith(jwkSetOf(key))
    const jti = 'the same'
    assert.equal((await introspect(createAssertion({ jti }))).status, 200)
    assert.equal((await introspect(createAssertion({ jti }, { key, by: other }))).status, 200)
    assert.deepEqual(oauthErrorOf(await introspect(createAssertion({ jti }))), REFUSED)
    // oidc-provider joins the client ID and the jti without a separator.
    const longer = await registerWith(jwkSetOf(key), { clientId: `${other.app.clientId}-1` })
    assert.equal((await introspect(createAssertion({ jti: '-1x' }, { key, by: other }))).status, 200)
    assert.equal((await introspect(createAssertion({ jti: 'x' }, { key, by: longer }))).status, 200)
  })

  test('has its jti values purged once they cannot be replayed', async () => {
    assert.equal(await authenticates(appKey), true)
    const storedItems = () => readRows(server, "SELECT expires_at FROM oidc_item WHERE model = 'ReplayDetection'")
    const expiries = (await storedItems()).map((row) => Number(row.expires_at))
    assert.equal(Math.max(...expiries), server.clock.now + PROOF_KEPT_MS)
    await removeExpiredItems(server.context.store, server.clock.now + PROOF_KEPT_MS)
    assert.equal(
      (await storedItems()).length,
      expiries.filter((end) => end === server.clock.now + PROOF_KEPT_MS).length,
    )
    await removeExpiredItems(server.context.store, server.clock.now + PROOF_KEPT_MS + 1)
    assert.deepEqual(await storedItems(), [])
  })

  test('rotates its key without downtime, and a removed key is rejected on every node', async () => {
    const next = createClientKey()
    const by = await registerWith(jwkSetOf(appKey))
    const authenticateWithAllKeys = async () => {
      const attempts = [appKey, next].flatMap((key) => [server, second].map((node) => authenticates(key, by, node)))
      return Promise.all(attempts)
    }
    assert.deepEqual(await authenticateWithAllKeys(), [true, true, false, false])
    const putKeys = (...keys: ClientKey[]) =>
      changeRows(server, 'UPDATE app SET jwks = ? WHERE id = ?', jwkSetOf(...keys), by.app.id)
    await putKeys(appKey, next)
    assert.deepEqual(await authenticateWithAllKeys(), [true, true, true, true])
    await putKeys(next)
    assert.deepEqual(await authenticateWithAllKeys(), [false, false, true, true])
  })

  test('may omit the kid of its only key, and must use the alg of the key', async () => {
    const { kid: _, ...withoutKid } = appKey.publicJwk
    const by = await registerWith(JSON.stringify({ keys: [withoutKid] }))
    assert.equal((await introspect(createAssertion({}, { by, header: { kid: undefined } }))).status, 200)
    const strict = await registerWith(JSON.stringify({ keys: [{ ...rsa.publicJwk, alg: 'PS256' }] }))
    assert.equal(await authenticates(rsa, strict), false)
  })

  test('is rate-limited by address', async () => {
    const openBrowserAt = (address: string) => openBrowser(server, { address })
    const bounds = [
      ['/oidc/par', RATE_AUTHORIZE_PER_ADDRESS.burst],
      ['/oidc/introspect', RATE_TOKENS_PER_ADDRESS.burst],
    ] as const
    for (const [path, burst] of bounds) {
      const wrong = createAssertion({}, { key: otherKey })
      const tried = await Promise.all(
        Array.from({ length: burst }, () => postForm(path, { token: 'x', ...wrong }, openBrowserAt('192.0.2.7'))),
      )
      assert.deepEqual(new Set(tried.map(({ status }) => status)), new Set([401]))
      assert.equal((await postForm(path, { token: 'x', ...createAssertion() }, openBrowserAt('192.0.2.7'))).status, 429)
      assert.notEqual(
        (await postForm(path, { token: 'x', ...createAssertion() }, openBrowserAt('192.0.2.8'))).status,
        429,
      )
    }
  })
})
