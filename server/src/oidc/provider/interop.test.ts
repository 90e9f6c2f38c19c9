import assert from 'node:assert/strict'
import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { changeRows } from '../../../../test/support/database/rows.ts'
import {
  fetchUserinfo,
  getCode,
  getTokens,
  oauthErrorOf,
  postAsApp,
  refreshTokens,
  type SignedInPerson,
  signInPerson,
} from '../../../../test/support/oidc/app-sign-in.ts'
import {
  authorizeRequest,
  callbackParams,
  type RelyingParty,
  readJwt,
  registerApp,
  requestToken,
} from '../../../../test/support/oidc/relying-party.ts'
import { openBrowser } from '../../../../test/support/server/http-browser.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'

function verifyJwt(token: string, keys: JsonWebKey[]) {
  const [head = '', body = '', signature = ''] = token.split('.')
  const decodePart = (part: string): Record<string, unknown> => JSON.parse(Buffer.from(part, 'base64url').toString())
  const header = decodePart(head)
  const jwk = keys.find((key) => 'kid' in key && key.kid === header.kid)
  assert.ok(jwk)
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const verifyOptions = { key, dsaEncoding: 'ieee-p1363' } as const
  assert.ok(verify('sha256', Buffer.from(`${head}.${body}`), verifyOptions, Buffer.from(signature, 'base64url')))
  return { header, payload: decodePart(body) }
}

const WITHOUT_PKCE = { code_challenge: undefined, code_challenge_method: undefined }

forDefaultEngine('interoperability', (engine) => {
  let server: TestServer
  let person: SignedInPerson
  before(async () => {
    server = await startServer(engine)
    person = await signInPerson(server)
  })
  after(() => server.close())

  const codeOf = async (party: RelyingParty, params: Record<string, string | undefined>) =>
    (await getCode(person.browser, party, params)).code
  const redeemCode = (party: RelyingParty, code: string, more: Record<string, string> = {}) =>
    requestToken(person.browser, party, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: party.redirectUri,
      ...more,
    })

  describe('without PKCE', () => {
    test('accepts a nonce when an admin allowed it', async () => {
      const party = await registerApp(server, { requirePkce: false })
      const response = await redeemCode(party, await codeOf(party, { ...WITHOUT_PKCE, nonce: 'n-1' }))
      assert.equal(response.status, 200, response.text)
      assert.equal(readJwt((response.json as { id_token: string }).id_token).nonce, 'n-1')
    })

    test('is rejected without a nonce, and when not allowed', async () => {
      const lax = await registerApp(server, { requirePkce: false })
      const strict = await registerApp(server)
      for (const [party, nonce] of [
        [lax, undefined],
        [lax, ''],
        [strict, 'n'],
      ] as const) {
        const response = await person.browser.get(authorizeRequest(party, { ...WITHOUT_PKCE, nonce }).path)
        assert.equal(callbackParams(party, response).get('error'), 'invalid_request')
      }
    })

    test('cannot redeem a code that was requested with PKCE', async () => {
      const party = await registerApp(server, { requirePkce: false })
      const code = await codeOf(party, {})
      assert.deepEqual(oauthErrorOf(await redeemCode(party, code)), { status: 400, error: 'invalid_grant' })
    })

    test('is rejected in a pushed request without a nonce as well', async () => {
      const party = await registerApp(server, { requirePkce: false })
      const params = {
        client_id: party.app.clientId,
        response_type: 'code',
        redirect_uri: party.redirectUri,
        scope: 'openid',
        state: 's',
      }
      assert.deepEqual(oauthErrorOf(await postAsApp(person.browser, party, { path: '/oidc/par', params })), {
        status: 400,
        error: 'invalid_request',
      })
      const pushed = await postAsApp(person.browser, party, { path: '/oidc/par', params: { ...params, nonce: 'n' } })
      assert.equal(pushed.status, 201, pushed.text)
    })
  })

  describe('a resource server', () => {
    const introspect = async (by: RelyingParty, token: string) =>
      (await postAsApp(person.browser, by, { path: '/oidc/introspect', params: { token } })).json as Record<
        string,
        unknown
      >

    test('introspects access tokens of allowed apps, and no refresh tokens', async () => {
      const app = await registerApp(server)
      const api = await registerApp(server, { introspectAppIds: [app.app.id] })
      const otherApp = await registerApp(server)
      const tokens = await getTokens(person.browser, app)
      const seen = await introspect(api, tokens.access_token)
      assert.deepEqual([seen.active, seen.client_id, seen.sub], [true, app.app.clientId, readJwt(tokens.id_token).sub])
      assert.deepEqual(await introspect(otherApp, tokens.access_token), { active: false })
      assert.deepEqual(await introspect(api, tokens.refresh_token ?? ''), { active: false })
      assert.deepEqual(await introspect(app, (await getTokens(person.browser, api)).access_token), { active: false })
    })

    test('gets an inactive token once the person loses access', async () => {
      const app = await registerApp(server)
      const api = await registerApp(server, { introspectAppIds: [app.app.id] })
      const tokens = await getTokens(person.browser, app)
      assert.equal((await introspect(api, tokens.access_token)).active, true)
      await changeRows(server, "UPDATE app SET access = 'groups' WHERE id = ?", app.app.id)
      assert.deepEqual(await introspect(api, tokens.access_token), { active: false })
    })

    test('gets an inactive token of a disabled app', async () => {
      const app = await registerApp(server)
      const api = await registerApp(server, { introspectAppIds: [app.app.id] })
      const tokens = await getTokens(person.browser, app)
      await changeRows(server, "UPDATE app SET status = 'disabled' WHERE id = ?", app.app.id)
      assert.deepEqual(await introspect(api, tokens.access_token), { active: false })
    })
  })

  describe('with JWT access tokens', () => {
    const AUDIENCE = 'https://api.example'

    test('gets tokens that an API can verify with the published keys', async () => {
      for (const idTokenAlg of ['ES256', 'RS256'] as const) {
        const party = await registerApp(server, { tokenAudience: AUDIENCE, idTokenAlg })
        const tokens = await getTokens(person.browser, party)
        const { keys } = (await openBrowser(server).get('/oidc/jwks')).json as { keys: JsonWebKey[] } // verified with next
        const { header, payload } = verifyJwt(tokens.access_token, keys)
        assert.deepEqual([header.typ, header.alg], ['at+jwt', idTokenAlg])
        const { aud, client_id, sub, iss, scope } = payload
        assert.deepEqual(
          { aud, client_id, sub, iss, scope },
          {
            aud: AUDIENCE,
            client_id: party.app.clientId,
            sub: readJwt(tokens.id_token).sub,
            iss: 'http://localhost:3000/oidc',
            scope: tokens.scope,
          },
        )
        assert.equal(Number(payload.exp) - Number(payload.iat), party.app.accessSeconds)
        const again = (await refreshTokens(person.browser, party, tokens.refresh_token ?? '')).json as {
          access_token: string
        }
        assert.equal(verifyJwt(again.access_token, keys).payload.aud, AUDIENCE)
      }
    })

    test('reads claims from the ID token: userinfo and introspection take no JWT', async () => {
      const party = await registerApp(server, { tokenAudience: AUDIENCE })
      const tokens = await getTokens(person.browser, party)
      assert.equal(typeof readJwt(tokens.id_token).name, 'string')
      assert.equal((await fetchUserinfo(person.browser, tokens.access_token)).status, 401)
      const params = { token: tokens.access_token }
      const response = await postAsApp(person.browser, party, { path: '/oidc/introspect', params })
      assert.deepEqual(oauthErrorOf(response), { status: 400, error: 'unsupported_token_type' })
    })

    test('rejects another audience, and apps without an audience', async () => {
      for (const tokenAudience of [AUDIENCE, null]) {
        const party = await registerApp(server, { tokenAudience })
        const response = await person.browser.get(authorizeRequest(party, { resource: 'https://other.example' }).path)
        assert.equal(callbackParams(party, response).get('error'), 'invalid_target')
      }
      const opaque = await registerApp(server)
      assert.doesNotMatch((await getTokens(person.browser, opaque)).access_token, /\./)
    })
  })

  test('accepts a post-logout URI with or without the slash after the host', async () => {
    const party = await registerApp(server, { postLogoutUris: ['https://app.example'] })
    for (const uri of ['https://app.example', 'https://app.example/']) {
      const own = await signInPerson(server)
      const { id_token: hint } = await getTokens(own.browser, party)
      const params = new URLSearchParams({ id_token_hint: hint, post_logout_redirect_uri: uri })
      const response = await own.browser.get(`/oidc/end-session?${params}`)
      assert.equal(response.headers.location, 'https://app.example/')
    }
  })

  test('serves the configuration at the path of RFC 8414', async () => {
    const readJson = async (path: string) => (await openBrowser(server).get(path)).json
    const found = await readJson('/oidc/.well-known/openid-configuration')
    assert.deepEqual(await readJson('/.well-known/openid-configuration/oidc'), found)
    assert.deepEqual(await readJson('/.well-known/oauth-authorization-server/oidc'), found)
  })
})
