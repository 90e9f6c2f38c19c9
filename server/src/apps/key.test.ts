import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { APP_BODY_MAX_BYTES, KEY_SET_MAX } from '@countersign/contract/limits/app-limits.ts'
import type { App } from '@countersign/contract/routes/admin/app.ts'
import { appSchema } from '@countersign/contract/schemas/admin/app.ts'
import { forEachEngine } from '../../../test/support/database/each-engine.ts'
import { readRows } from '../../../test/support/database/rows.ts'
import { assertionClaims, assertionForm, createClientKey, jwkSetOf } from '../../../test/support/oidc/client-key.ts'
import { type RelyingParty, registerApp } from '../../../test/support/oidc/relying-party.ts'
import { type HttpResponse, openBrowser } from '../../../test/support/server/http-browser.ts'
import { addPerson, grantStepUp, readEvents, type TestPerson } from '../../../test/support/server/people.ts'
import { expectProblem } from '../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../test/support/server/server.ts'
import { thumbprintOf } from './key-set.ts'

const PATH = '/api/admin/apps'
const ecKey = createClientKey('ES256', 'first')
const rsa = createClientKey('RS256', 'second')

forEachEngine('the keys of an app', (engine, testOnce) => {
  let server: TestServer
  let admin: TestPerson
  let party: RelyingParty
  before(async () => {
    server = await startServer(engine)
  })
  beforeEach(async () => {
    admin = await addPerson(server, 'admin')
    await grantStepUp(server, admin, 'admin.mode')
    party = await registerApp(server, { authMethod: 'client_secret_post' })
  })
  after(() => server.close())

  const readApp = async ({ id }: App) => appSchema.parse((await admin.browser.get(`${PATH}/${id}`)).json)
  const patchApp = (body: object, version = 1) => admin.signed('PATCH', `${PATH}/${party.app.id}`, body, version)
  async function changeApp(body: object, version = 1): Promise<App> {
    const response = await patchApp(body, version)
    assert.equal(response.status, 200, response.text)
    return appSchema.parse(response.json)
  }
  const postApp = (more: object) =>
    admin.browser.post(PATH, {
      name: `App with ${Math.random()}`,
      kind: 'web',
      access: 'everyone',
      preset: 'other',
      redirectUris: ['https://app.example/callback'],
      ...more,
    })
  const withKey = (...keys: (typeof ecKey)[]) => ({ authMethod: 'private_key_jwt', jwks: jwkSetOf(...keys) })
  const introspect = (form: Record<string, string>) =>
    openBrowser(server).call({
      method: 'POST',
      path: '/oidc/introspect',
      raw: new URLSearchParams({ token: 'x', ...form }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: undefined, cookie: undefined },
    })
  const authenticatesWithSecret = async () =>
    (await introspect({ client_id: party.app.clientId, client_secret: party.secret })).status === 200
  const authenticatesWith = async (key = ecKey) =>
    (await introspect(assertionForm(key.token(assertionClaims(server, party))))).status === 200
  const fieldsOf = (response: HttpResponse) => expectProblem(response, 'invalid_body').fields

  testOnce('are set when it is created, instead of a secret', async () => {
    const response = await postApp(withKey(ecKey, rsa))
    assert.equal(response.status, 201, response.text)
    const { app, secret } = response.json as { app: App; secret: string | null } // checked next
    assert.deepEqual([secret, app.secrets, app.authMethod], [null, [], 'private_key_jwt'])
    assert.deepEqual(app.keys, [
      {
        kid: 'first',
        type: 'P-256',
        bits: null,
        algorithms: ['ES256'],
        thumbprint: app.keys[0]?.thumbprint,
        lastUsedAt: null,
      },
      {
        kid: 'second',
        type: 'RSA',
        bits: 2048,
        algorithms: ['RS256', 'PS256'],
        thumbprint: app.keys[1]?.thumbprint,
        lastUsedAt: null,
      },
    ])
    assert.deepEqual(await readApp(app), app)
    assert.deepEqual(await readRows(server, 'SELECT id FROM app_secret WHERE app_id = ?', app.id), [])
  })

  testOnce('have the thumbprint of the example in RFC 7638', () => {
    const n =
      '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMs' +
      'tn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5haj' +
      'rn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw'
    assert.equal(thumbprintOf({ kty: 'RSA', n, e: 'AQAB', kid: 'x' }), 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs')
  })

  test('replace its secrets, which stop working', async () => {
    assert.deepEqual([await authenticatesWithSecret(), await authenticatesWith()], [true, false])
    assert.equal((await admin.signed('POST', `${PATH}/${party.app.id}/secrets`)).status, 201)
    const ids = (await readApp(party.app)).secrets.map(({ id }) => id)
    const app = await changeApp(withKey(ecKey))
    assert.deepEqual([app.authMethod, app.secrets, app.keys.length], ['private_key_jwt', [], 1])
    assert.deepEqual([await authenticatesWithSecret(), await authenticatesWith()], [false, true])
    assert.deepEqual(await readRows(server, 'SELECT id FROM app_secret WHERE app_id = ?', app.id), [])
    const events = await readEvents(server, 'app.updated', 'app.secret_removed')
    const auditData = events.filter(({ data }) => data.appId === app.id).map(({ kind, data }) => ({ kind, ...data }))
    const about = { app: app.name, appId: app.id }
    assert.deepEqual(auditData, [
      { kind: 'app.updated', ...about, fields: 'authMethod jwks' },
      ...ids.map((secret) => ({ kind: 'app.secret_removed', ...about, secret })),
    ])
    expectProblem(await admin.signed('POST', `${PATH}/${app.id}/secrets`), 'secret_limit')
    assert.deepEqual(await readRows(server, 'SELECT id FROM app_secret WHERE app_id = ?', app.id), [])
  })

  test('leave no secret that is added concurrently', async () => {
    const addSecret = () => admin.signed('POST', `${PATH}/${party.app.id}/secrets`)
    const responses = await Promise.all([addSecret(), patchApp(withKey(ecKey)), addSecret(), addSecret()])
    assert.equal(responses[1]?.status, 200, responses[1]?.text)
    for (const response of responses) if (response.status >= 300) expectProblem(response, 'secret_limit')
    assert.deepEqual(await readRows(server, 'SELECT id FROM app_secret WHERE app_id = ?', party.app.id), [])
  })

  test('are removed when it returns to secrets, and the old secrets stay invalid', async () => {
    await changeApp(withKey(ecKey))
    const app = await changeApp({ authMethod: 'client_secret_post' }, 2)
    assert.deepEqual([app.jwks, app.keys, app.secrets], [null, [], []])
    assert.deepEqual([await authenticatesWithSecret(), await authenticatesWith()], [false, false])
    const { secret } = (await admin.signed('POST', `${PATH}/${app.id}/secrets`)).json as { secret: string } // used next
    party.secret = secret
    assert.equal(await authenticatesWithSecret(), true)
  })

  test('are rotated without downtime, with a version', async () => {
    await changeApp(withKey(ecKey))
    const both = await changeApp({ jwks: jwkSetOf(ecKey, rsa) }, 2)
    assert.deepEqual([await authenticatesWith(ecKey), await authenticatesWith(rsa), both.keys.length], [true, true, 2])
    expectProblem(await patchApp({ jwks: jwkSetOf(rsa) }, 2), 'version_conflict')
    await changeApp({ jwks: jwkSetOf(rsa) }, 3)
    assert.deepEqual([await authenticatesWith(ecKey), await authenticatesWith(rsa)], [false, true])
    const same = await changeApp({ jwks: `\n${JSON.stringify(rsa.publicJwk, null, 2)}` }, 4)
    assert.equal(same.version, 4)
  })

  /** Last use by kid. */
  async function readLastUses(): Promise<Record<string, number | null>> {
    await server.context.background.settled()
    const { keys } = await readApp(party.app)
    return Object.fromEntries(
      keys.map(({ kid, lastUsedAt }) => [kid, lastUsedAt === null ? null : Date.parse(lastUsedAt)]),
    )
  }
  const readStoredUses = () => readRows(server, 'SELECT app_id FROM app_key_use WHERE app_id = ?', party.app.id)

  test('show their last use, which is recorded once a minute', async () => {
    await changeApp(withKey(ecKey, rsa))
    assert.deepEqual(await readLastUses(), { first: null, second: null })
    const first = server.clock.now
    assert.equal(await authenticatesWith(ecKey), true)
    assert.deepEqual(await readLastUses(), { first, second: null })
    server.clock.now += 60_000
    assert.deepEqual([await authenticatesWith(ecKey), await authenticatesWith(rsa)], [true, true])
    assert.deepEqual(await readLastUses(), { first, second: first + 60_000 })
    server.clock.now += 1
    assert.deepEqual([await authenticatesWith(ecKey), await authenticatesWith(rsa)], [true, true])
    assert.deepEqual(await readLastUses(), { first: first + 60_001, second: first + 60_000 })
  })

  testOnce('are identified by the signature when an assertion has no kid', async () => {
    const [other, third] = [createClientKey('ES256', 'other'), createClientKey('PS256', 'third')]
    await changeApp(withKey(ecKey, other, rsa, third))
    const now = server.clock.now
    const none = { first: null, other: null, second: null, third: null }
    const withoutKid = (key: typeof ecKey) =>
      introspect(assertionForm(key.token(assertionClaims(server, party), { kid: undefined })))
    assert.equal((await withoutKid(other)).status, 200)
    assert.deepEqual(await readLastUses(), { ...none, other: now })
    assert.equal((await withoutKid(third)).status, 200)
    assert.deepEqual(await readLastUses(), { ...none, other: now, third: now })
    assert.equal((await withoutKid(rsa)).status, 200)
    assert.deepEqual(await readLastUses(), { first: null, other: now, second: now, third: now })
  })

  test('count as used only when client authentication succeeds, even if the request fails later', async () => {
    await changeApp(withKey(ecKey))
    const proof = assertionForm(ecKey.token(assertionClaims(server, party)))
    const first = server.clock.now
    assert.equal((await introspect(proof)).status, 200)
    server.clock.now += 120_000
    const otherKey = createClientKey('ES256', ecKey.kid)
    const wrong = [proof, assertionForm(otherKey.token(assertionClaims(server, party)))]
    for (const form of [...wrong, assertionForm(ecKey.token({ ...assertionClaims(server, party), aud: 'x' }))])
      assert.equal((await introspect(form)).status, 401)
    assert.deepEqual(await readLastUses(), { first })
    assert.equal(
      (await introspect({ ...assertionForm(ecKey.token(assertionClaims(server, party))), token: '' })).status,
      400,
    )
    assert.deepEqual(await readLastUses(), { first: first + 120_000 })
  })

  test('lose their last use when they are removed', async () => {
    await changeApp(withKey(ecKey, rsa))
    const now = server.clock.now
    assert.deepEqual([await authenticatesWith(ecKey), await authenticatesWith(rsa)], [true, true])
    assert.deepEqual(await readLastUses(), { first: now, second: now })
    await changeApp({ jwks: jwkSetOf(rsa) }, 2)
    await changeApp({ jwks: jwkSetOf(ecKey, rsa) }, 3)
    assert.deepEqual(await readLastUses(), { first: null, second: now })
    // Another key with the same kid has not been used.
    await changeApp({ jwks: jwkSetOf(createClientKey('ES256', 'second')) }, 4)
    assert.deepEqual(await readLastUses(), { second: null })
    assert.deepEqual(await readStoredUses(), [])
    await changeApp({ jwks: jwkSetOf(ecKey) }, 5)
    assert.equal(await authenticatesWith(ecKey), true)
    await readLastUses()
    assert.equal((await readStoredUses()).length, 1)
    await grantStepUp(server, admin, `apps.delete:${party.app.id}`)
    assert.equal((await admin.signed('DELETE', `${PATH}/${party.app.id}`, undefined, 6)).status, 204)
    assert.deepEqual(await readStoredUses(), [])
  })

  testOnce('require a step-up, as secrets do', async () => {
    const other = await addPerson(server, 'admin')
    expectProblem(await other.change('PATCH', `${PATH}/${party.app.id}`, withKey(ecKey)), 'step_up_required')
    assert.equal(await authenticatesWithSecret(), true)
  })

  testOnce('are rejected with the problem, and nothing changes', async () => {
    const { y: _, ...half } = ecKey.publicJwk
    const offCurve = { ...ecKey.publicJwk, x: ecKey.publicJwk.y, y: ecKey.publicJwk.x }
    const settingsWithKeys = (...keys: object[]) => ({ authMethod: 'private_key_jwt', jwks: JSON.stringify({ keys }) })
    const refused: [object, object][] = [
      [{ authMethod: 'private_key_jwt' }, { path: '/jwks', code: 'needs_keys' }],
      [
        { authMethod: 'private_key_jwt', jwks: null },
        { path: '/jwks', code: 'needs_keys' },
      ],
      [{ jwks: jwkSetOf(ecKey) }, { path: '/jwks', code: 'not_with_secret' }],
      [
        { authMethod: 'private_key_jwt', jwks: 'https://app.example/jwks' },
        { path: '/jwks', code: 'not_json' },
      ],
      [
        { authMethod: 'private_key_jwt', jwks: ' '.repeat(KEY_SET_MAX + 1) },
        { path: '/jwks', code: 'too_big' },
      ],
      [settingsWithKeys(), { path: '/jwks', code: 'no_keys' }],
      [settingsWithKeys(ecKey.publicJwk, half), { path: '/jwks/1', code: 'key_broken' }],
      [settingsWithKeys(offCurve), { path: '/jwks/0', code: 'key_broken' }],
      [settingsWithKeys(ecKey.publicJwk, ecKey.publicJwk), { path: '/jwks', code: 'key_ids' }],
      [
        { authMethod: 'private_key_jwt', jwks_uri: 'https://app.example/jwks' },
        { path: '/jwks_uri', code: 'unrecognized_keys' },
      ],
    ]
    for (const [body, field] of refused) assert.deepEqual(fieldsOf(await patchApp(body)), [field])
    for (const kind of ['spa', 'native'])
      assert.deepEqual(fieldsOf(await postApp({ kind, ...withKey(ecKey) })), [
        { path: '/authMethod', code: 'no_secret' },
      ])
    expectProblem(await patchApp({ name: 'x'.repeat(APP_BODY_MAX_BYTES) }), 'payload_too_large')
    assert.deepEqual([(await readApp(party.app)).version, await authenticatesWithSecret()], [1, true])
  })

  testOnce('must be public: a private key is rejected, and never stored, logged or audited', async () => {
    const pasted = [
      JSON.stringify({ keys: [ecKey.publicJwk, { ...rsa.privateJwk }] }),
      JSON.stringify(ecKey.privateJwk),
      `-----BEGIN PRIVATE KEY-----\n${ecKey.privateJwk.d}\n-----END PRIVATE KEY-----`,
    ]
    const where = ['/jwks/1', '/jwks/0', '/jwks']
    for (const [index, jwks] of pasted.entries()) {
      const response = await patchApp({ authMethod: 'private_key_jwt', jwks })
      assert.deepEqual(fieldsOf(response), [{ path: where[index], code: 'private_key' }])
      assert.equal(response.text.includes(String(ecKey.privateJwk.d)), false)
    }
    const refused = await postApp({ authMethod: 'private_key_jwt', jwks: pasted[0] })
    assert.deepEqual(fieldsOf(refused), [{ path: '/jwks/1', code: 'private_key' }])
    await server.context.background.settled()
    const persisted = JSON.stringify([
      await readRows(server, 'SELECT jwks FROM app'),
      await readRows(server, 'SELECT * FROM activity'),
      server.logLines,
    ])
    for (const part of [ecKey.privateJwk.d, rsa.privateJwk.d, rsa.privateJwk.p]) {
      assert.ok(part)
      assert.equal(persisted.includes(part), false)
    }
  })

  testOnce('are stored without unknown members', async () => {
    const more = { ...ecKey.publicJwk, use: 'sig', alg: 'ES256', x5c: ['MII'], notes: 'from the vault' }
    const { jwks } = await changeApp({ authMethod: 'private_key_jwt', jwks: JSON.stringify({ keys: [more], more: 1 }) })
    const { kty, crv, x, y, kid } = ecKey.publicJwk
    assert.deepEqual(JSON.parse(jwks ?? ''), { keys: [{ kty, crv, x, y, kid }] })
  })
})
