import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { SECRETS_PER_APP, TEST_CREDENTIAL_TTL_MS } from '@countersign/contract/limits/app-limits.ts'
import type { App } from '@countersign/contract/routes/admin/app.ts'
import { appSchema } from '@countersign/contract/schemas/admin/app.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { readRows } from '../../../../test/support/database/rows.ts'
import { createClientKey, jwkSetOf } from '../../../../test/support/oidc/client-key.ts'
import { registerApp } from '../../../../test/support/oidc/relying-party.ts'
import { openBrowser } from '../../../../test/support/server/http-browser.ts'
import { addPerson, grantStepUp, type TestPerson } from '../../../../test/support/server/people.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { requireApp } from '../../apps/app.ts'
import { listSecretExpiries } from '../../apps/secret.ts'
import { issueTestCredential, type TestCredential, withTestCredential } from '../../apps/test-credential.ts'
import { purge } from '../../operations/purge.ts'
import { authenticateClient } from './call-provider.ts'

const appKey = createClientKey('ES256', 'own')
const METHODS: Partial<App>[] = [
  { authMethod: 'client_secret_basic' },
  { authMethod: 'client_secret_post' },
  { authMethod: 'private_key_jwt', jwks: jwkSetOf(appKey) },
]

forEachEngine('the credential of a self-test', (engine) => {
  let server: TestServer
  let second: TestServer
  let admin: TestPerson
  before(async () => {
    const databaseUrl = await engine.createDatabase()
    server = await startServer(engine, { databaseUrl })
    second = await startServer(engine, { databaseUrl })
  })
  beforeEach(async () => {
    admin = await addPerson(server, 'admin')
    await grantStepUp(server, admin, 'admin.mode')
  })
  after(async () => {
    await second.close()
    await server.close()
  })

  const readRecord = (app: App) => requireApp(server.context.store, app.id)
  const issueCredential = async (app: App) => issueTestCredential(server.context, await readRecord(app))

  /** Whether the introspection endpoint accepts the credential as that of the app. */
  async function authenticates(app: App, credential: TestCredential, node = server): Promise<boolean> {
    const issuer = `${node.context.config.origin}/oidc`
    const { form, authorization } = await authenticateClient(
      { token: 'x' },
      { app: await readRecord(app), credential, issuer },
    )
    const response = await openBrowser(node).call({
      method: 'POST',
      path: '/oidc/introspect',
      raw: new URLSearchParams(form).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: undefined,
        cookie: undefined,
        ...(authorization === undefined ? {} : { authorization }),
      },
    })
    assert.ok([200, 401].includes(response.status), response.text)
    return response.status === 200
  }
  const readCredentialRows = async ({ id }: App) =>
    (await readRows(server, 'SELECT id FROM app_secret WHERE app_id = ? AND is_test = 1', id)).length +
    (await readRows(server, 'SELECT id FROM app_test_key WHERE app_id = ?', id)).length
  const readApp = async ({ id }: App) => appSchema.parse((await admin.browser.get(`/api/admin/apps/${id}`)).json)

  for (const settings of METHODS) {
    const { authMethod } = settings

    test(`${authMethod}: authenticates until it is deleted`, async () => {
      const { app } = await registerApp(server, settings)
      const used = await withTestCredential(server.context, await readRecord(app), async (credential) => {
        assert.deepEqual([await authenticates(app, credential), await authenticates(app, credential)], [true, true])
        assert.equal(await readCredentialRows(app), 1)
        return credential
      })
      assert.equal(await readCredentialRows(app), 0)
      assert.deepEqual([await authenticates(app, used), await authenticates(app, used)], [false, false])
    })

    test(`${authMethod}: is deleted when the test fails`, async () => {
      const { app } = await registerApp(server, settings)
      const failing = withTestCredential(server.context, await readRecord(app), () =>
        Promise.reject(new Error('stopped')),
      )
      await assert.rejects(failing, /stopped/)
      assert.equal(await readCredentialRows(app), 0)
    })

    test(`${authMethod}: does not authenticate another app`, async () => {
      const { app } = await registerApp(server, settings)
      const other = (await registerApp(server, settings)).app
      const credential = await issueCredential(app)
      await issueCredential(other)
      assert.deepEqual([await authenticates(app, credential), await authenticates(other, credential)], [true, false])
    })

    test(`${authMethod}: works on every node, and expires on every node if the process stops before it is deleted`, async () => {
      const { app } = await registerApp(server, settings)
      const credential = await issueCredential(app)
      await server.context.background.settled()
      second.clock.now = server.clock.now
      assert.deepEqual(
        [await authenticates(app, credential), await authenticates(app, credential, second)],
        [true, true],
      )
      server.clock.now += TEST_CREDENTIAL_TTL_MS
      second.clock.now = server.clock.now
      assert.deepEqual(
        [await authenticates(app, credential), await authenticates(app, credential, second)],
        [false, false],
      )
      await purge(server.context)
      assert.equal(await readCredentialRows(app), 0)
    })

    test(`${authMethod}: of parallel tests are independent`, async () => {
      const { app } = await registerApp(server, settings)
      const first = await issueCredential(app)
      await withTestCredential(server.context, await readRecord(app), async (credential) => {
        assert.notDeepEqual(credential, first)
        assert.deepEqual([await authenticates(app, first), await authenticates(app, credential)], [true, true])
      })
      assert.equal(await authenticates(app, first), true)
    })

    test(`${authMethod}: ends when the app is deleted or changes its authentication method`, async () => {
      const { app } = await registerApp(server, settings)
      const changed = (await registerApp(server, settings)).app
      await issueCredential(app)
      await issueCredential(changed)
      assert.equal((await admin.signed('DELETE', `/api/admin/apps/${app.id}`, undefined, 1)).status, 204)
      const change = app.jwks === null ? METHODS[2] : METHODS[0]
      const response = await admin.signed('PATCH', `/api/admin/apps/${changed.id}`, change, 1)
      assert.equal(response.status, 200, response.text)
      assert.deepEqual([await readCredentialRows(app), await readCredentialRows(changed)], [0, 0])
    })
  }

  test('is not listed, and counts neither as one of the secrets of the app nor as its last one', async () => {
    const { app } = await registerApp(server)
    for (let count = 0; count < SECRETS_PER_APP; count++) await issueCredential(app)
    assert.equal((await readApp(app)).secrets.length, 1)
    const path = `/api/admin/apps/${app.id}/secrets`
    assert.equal((await admin.signed('POST', path)).status, 201)
    const [first, last] = (await readApp(app)).secrets
    assert.equal((await admin.signed('DELETE', `${path}/${first?.id}`)).status, 204)
    assert.equal((await admin.signed('DELETE', `${path}/${last?.id}`)).status, 409)
    const [test] = await readRows(server, 'SELECT id FROM app_secret WHERE app_id = ? AND is_test = 1', app.id)
    assert.equal((await admin.signed('DELETE', `${path}/${test?.id}`)).status, 404)
  })

  test('does not hide that an app has no valid secret of its own', async () => {
    const { app } = await registerApp(server, { authMethod: 'private_key_jwt', jwks: jwkSetOf(appKey) })
    const response = await admin.signed('PATCH', `/api/admin/apps/${app.id}`, METHODS[0], 1)
    assert.equal(response.status, 200, response.text)
    await issueCredential({ ...app, authMethod: 'client_secret_basic' })
    const found = (await listSecretExpiries(server.context.store)).find(({ name }) => name === app.name)
    assert.deepEqual(found, { name: app.name, until: 0 })
  })

  test('is not among the keys of the app, and its use is not recorded', async () => {
    const { app } = await registerApp(server, METHODS[2])
    assert.equal(await authenticates(app, await issueCredential(app)), true)
    await server.context.background.settled()
    const { keys, jwks, version } = await readApp(app)
    assert.deepEqual(
      [keys.map(({ kid, lastUsedAt }) => [kid, lastUsedAt]), JSON.parse(jwks ?? '').keys.length, version],
      [[['own', null]], 1, 1],
    )
  })
})
