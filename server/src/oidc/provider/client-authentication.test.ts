import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { changeRows, readRows } from '../../../../test/support/database/rows.ts'
import {
  getCode,
  getTokens,
  oauthErrorOf,
  type SignedInPerson,
  signInPerson,
} from '../../../../test/support/oidc/app-sign-in.ts'
import { locationOf, type RelyingParty, readJwt, registerApp } from '../../../../test/support/oidc/relying-party.ts'
import { type HttpResponse, openBrowser } from '../../../../test/support/server/http-browser.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'

const JWT_BEARER = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
const FORM = 'application/x-www-form-urlencoded'
/** The `client_secret` that the client adapter gives to oidc-provider. */
const PLACEHOLDER = 'stored-as-hash'

type Variant = { form?: Record<string, string>; more?: string; basic?: string; query?: Record<string, string> }

forDefaultEngine('client authentication', (engine) => {
  let server: TestServer
  let second: TestServer
  let person: SignedInPerson
  let party: RelyingParty
  let pub: RelyingParty
  before(async () => {
    const databaseUrl = await engine.createDatabase()
    server = await startServer(engine, { databaseUrl })
    second = await startServer(engine, { databaseUrl })
    person = await signInPerson(server)
    party = await registerApp(server)
    pub = await registerApp(server, { kind: 'spa', authMethod: 'none' })
  })
  after(async () => {
    await second.close()
    await server.close()
  })

  const exchangeOf = async (by: RelyingParty) => {
    const { code, request } = await getCode(person.browser, by)
    return { grant_type: 'authorization_code', code, redirect_uri: by.redirectUri, code_verifier: request.verifier }
  }
  const postForm = (
    form: Record<string, string>,
    { form: added, more = '', basic, query }: Variant = {},
  ): Promise<HttpResponse> =>
    openBrowser(server).call({
      method: 'POST',
      path: `/oidc/token${query ? `?${new URLSearchParams(query)}` : ''}`,
      raw: `${new URLSearchParams({ ...form, ...added })}${more}`,
      headers: {
        'content-type': FORM,
        origin: undefined,
        authorization: basic === undefined ? undefined : `Basic ${Buffer.from(basic).toString('base64')}`,
      },
    })
  const signJwt = (claims: object, key: string) => {
    const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const content = `${encodePart({ alg: 'HS256', typ: 'JWT' })}.${encodePart(claims)}`
    return `${content}.${createHmac('sha256', key).update(content).digest('base64url')}`
  }

  const credentialsForm = (): Record<string, string> => ({ client_id: party.app.clientId, client_secret: party.secret })
  const createAssertion = (key: string) => {
    const { clientId } = party.app
    const aud = `${server.context.config.origin}/oidc`
    return signJwt({ iss: clientId, sub: clientId, aud, jti: 'x', exp: 9_999_999_999, iat: 1 }, key)
  }
  const WRONG: [name: string, variant: () => Variant, status: number][] = [
    ['no client authentication', () => ({}), 400],
    ['a client id alone', () => ({ form: { client_id: party.app.clientId } }), 401],
    ['an empty secret', () => ({ basic: `${party.app.clientId}:` }), 400],
    ['a wrong secret', () => ({ basic: `${party.app.clientId}:${'x'.repeat(43)}` }), 401],
    ['a secret with a suffix', () => ({ basic: `${party.app.clientId}:${party.secret}x` }), 401],
    ['the placeholder secret', () => ({ basic: `${party.app.clientId}:${PLACEHOLDER}` }), 401],
    [
      'a secret in the header and the body',
      () => ({ basic: `${party.app.clientId}:${party.secret}`, form: credentialsForm() }),
      400,
    ],
    [
      'two client ids',
      () => ({ basic: `${party.app.clientId}:${party.secret}`, form: { client_id: 'other-app' } }),
      400,
    ],
    ['a secret in the body instead of the header', () => ({ form: credentialsForm() }), 401],
    ['a secret in the query', () => ({ query: credentialsForm() }), 400],
    ['a repeated secret', () => ({ form: credentialsForm(), more: `&client_secret=${party.secret}` }), 400],
    ['a malformed assertion', () => ({ form: assertionForm('a.b.c') }), 400],
    [
      'an assertion signed with the placeholder secret',
      () => ({ form: assertionForm(createAssertion(PLACEHOLDER)) }),
      401,
    ],
    ['an assertion signed with the secret', () => ({ form: assertionForm(createAssertion(party.secret)) }), 401],
  ]
  const assertionForm = (token: string) => ({
    ...(token.length > 5 ? { client_id: party.app.clientId } : {}),
    client_assertion_type: JWT_BEARER,
    client_assertion: token,
  })

  for (const [name, variant, status] of WRONG)
    test(`rejects ${name}, and does not consume the code`, async () => {
      const form = await exchangeOf(party)
      const error = status === 401 ? 'invalid_client' : 'invalid_request'
      assert.deepEqual(oauthErrorOf(await postForm(form, variant())), { status, error })
      assert.equal((await postForm(form, { basic: `${party.app.clientId}:${party.secret}` })).status, 200)
    })

  test('rejects a secret of a public app, and a confidential app without one', async () => {
    const form = await exchangeOf(pub)
    const { clientId } = pub.app
    for (const variant of [{ basic: `${clientId}:x` }, { form: { client_id: clientId, client_secret: 'x' } }])
      assert.deepEqual(oauthErrorOf(await postForm(form, variant)), { status: 401, error: 'invalid_client' })
    assert.equal((await postForm(form, { form: { client_id: clientId } })).status, 200)
  })

  test('rejects a deleted or expired secret on every node at once', async () => {
    const statements = [
      'DELETE FROM app_secret WHERE app_id = ?',
      'UPDATE app_secret SET expires_at = 1 WHERE app_id = ?',
    ]
    for (const statement of statements) {
      const app = await registerApp(server, { authMethod: 'client_secret_post' })
      const introspect = (node: TestServer) =>
        openBrowser(node).call({
          method: 'POST',
          path: '/oidc/introspect',
          raw: `token=x&client_id=${app.app.clientId}&client_secret=${app.secret}`,
          headers: { 'content-type': FORM, origin: undefined },
        })
      for (const node of [server, second]) assert.deepEqual((await introspect(node)).json, { active: false })
      await changeRows(server, statement, app.app.id)
      for (const node of [server, second])
        assert.deepEqual(oauthErrorOf(await introspect(node)), { status: 401, error: 'invalid_client' })
    }
  })

  test('rejects a secret in the header for client_secret_post', async () => {
    const app = await registerApp(server, { authMethod: 'client_secret_post' })
    const form = await exchangeOf(app)
    const { clientId } = app.app
    const header = await postForm(form, { basic: `${clientId}:${app.secret}` })
    assert.deepEqual(oauthErrorOf(header), { status: 401, error: 'invalid_client' })
    const body = await postForm(form, { form: { client_id: clientId, client_secret: app.secret } })
    assert.equal(body.status, 200, body.text)
  })

  test('rejects repeated parameters and other content types', async () => {
    const posting = await registerApp(server, { authMethod: 'client_secret_post' })
    const credentials = { client_id: posting.app.clientId, client_secret: posting.secret }
    const form = await exchangeOf(posting)
    const twice = ['code', 'grant_type', 'redirect_uri', 'code_verifier'].map((name) => `&${name}=x`)
    for (const more of [...twice, '&code[]=x&code=x'])
      assert.deepEqual(oauthErrorOf(await postForm(form, { form: credentials, more })), {
        status: 400,
        error: 'invalid_request',
      })
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', `${FORM}; charset=x`]) {
      const raw =
        type === 'application/json' ? JSON.stringify({ ...form, ...credentials }) : `${new URLSearchParams(form)}`
      const headers = { 'content-type': type, origin: undefined }
      const response = await openBrowser(server).call({ method: 'POST', path: '/oidc/token', raw, headers })
      assert.deepEqual(oauthErrorOf(response), { status: 400, error: 'invalid_request' }, type)
    }
  })

  test('rejects an ID token hint signed with the placeholder secret', async () => {
    const tokens = await getTokens(person.browser, party)
    const forged = signJwt(readJwt(tokens.id_token), PLACEHOLDER)
    const left = await person.browser.get(`/oidc/end-session?id_token_hint=${forged}`, { accept: 'text/html' })
    assert.equal(locationOf(left), '/app-problem?code=invalid_sign_out')
    assert.equal((await person.browser.get('/api/session')).status, 200)
    assert.deepEqual(await readRows(server, 'SELECT id FROM session WHERE ended_at IS NOT NULL'), [])
  })
})
