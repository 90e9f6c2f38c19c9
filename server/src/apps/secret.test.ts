import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { SECRETS_PER_APP } from '@countersign/contract/limits/app-limits.ts'
import type { AppSecret } from '@countersign/contract/routes/admin/app.ts'
import { secretSchema } from '@countersign/contract/schemas/admin/app.ts'
import { forEachEngine } from '../../../test/support/database/each-engine.ts'
import { readRows } from '../../../test/support/database/rows.ts'
import { type RelyingParty, registerApp, requestToken } from '../../../test/support/oidc/relying-party.ts'
import { openBrowser } from '../../../test/support/server/http-browser.ts'
import { addPerson, grantStepUp, readEvents, type TestPerson } from '../../../test/support/server/people.ts'
import { expectProblem } from '../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../test/support/server/server.ts'
import { newId } from '../platform/crypto/id.ts'

const DAY_MS = 86_400_000

forEachEngine('the secrets of an app', (engine) => {
  let server: TestServer
  let admin: TestPerson
  let party: RelyingParty
  before(async () => {
    server = await startServer(engine)
  })
  beforeEach(async () => {
    admin = await addPerson(server, 'admin')
    await grantStepUp(server, admin, 'admin.mode')
    party = await registerApp(server)
  })
  after(() => server.close())

  const secretsPath = () => `/api/admin/apps/${party.app.id}/secrets`
  async function addSecret(body?: { days: number }): Promise<{ secret: string; item: AppSecret }> {
    const response = await admin.signed('POST', secretsPath(), body)
    assert.equal(response.status, 201, response.text)
    const { secret, item } = response.json as { secret: string; item: unknown } // checked next
    return { secret, item: secretSchema.parse(item) }
  }
  const listSecretIds = async () =>
    (await readRows(server, 'SELECT id FROM app_secret WHERE app_id = ? ORDER BY id', party.app.id)).map(({ id }) => id)

  /** Whether the token endpoint accepts the secret; the code is invalid. */
  async function isAccepted(secret: string): Promise<boolean> {
    const call = { grant_type: 'authorization_code', code: 'x', redirect_uri: party.redirectUri, code_verifier: 'v' }
    const response = await requestToken(openBrowser(server), { ...party, secret }, call)
    const { error } = response.json as { error: string } // compared next
    assert.ok(error === 'invalid_grant' || error === 'invalid_client' || error === 'invalid_request', response.text)
    return error !== 'invalid_client'
  }

  test('are added beside the old ones, and each works until it is deleted', async () => {
    const [old] = await listSecretIds()
    const { secret, item } = await addSecret()
    assert.deepEqual(item, {
      id: item.id,
      hint: secret.slice(-4),
      createdAt: new Date(server.clock.now).toISOString(),
      expiresAt: null,
      lastUsedAt: null,
    })
    assert.deepEqual(
      [await isAccepted(party.secret), await isAccepted(secret), await isAccepted('x')],
      [true, true, false],
    )
    assert.equal((await admin.signed('DELETE', `${secretsPath()}/${old}`)).status, 204)
    assert.deepEqual([await isAccepted(party.secret), await isAccepted(secret)], [false, true])
    assert.deepEqual(await listSecretIds(), [item.id])
    await server.context.background.settled()
    const app = (await admin.browser.get(`/api/admin/apps/${party.app.id}`)).json as { secrets: AppSecret[] } // compared next
    assert.deepEqual(app.secrets, [{ ...item, lastUsedAt: new Date(server.clock.now).toISOString() }])
    const events = await readEvents(server, 'app.secret_added', 'app.secret_removed')
    const by = { outcome: 'ok', code: null, actor: 'person', actor_id: admin.id, person_id: null }
    const eventOf = (kind: string, id: unknown) => ({
      kind,
      ...by,
      session_id: admin.sessionId,
      data: { app: party.app.name, appId: party.app.id, secret: id },
    })
    assert.deepEqual(
      events.filter(({ data }) => data.appId === party.app.id),
      [eventOf('app.secret_added', item.id), eventOf('app.secret_removed', old)],
    )
  })

  test('expire when they have a lifetime, and then make room for others', async () => {
    const { secret, item } = await addSecret({ days: 30 })
    assert.equal(item.expiresAt, new Date(server.clock.now + 30 * DAY_MS).toISOString())
    while ((await listSecretIds()).length < SECRETS_PER_APP) await addSecret()
    expectProblem(await admin.signed('POST', secretsPath()), 'secret_limit')
    server.clock.now += 30 * DAY_MS - 1
    assert.equal(await isAccepted(secret), true)
    server.clock.now += 1
    assert.equal(await isAccepted(secret), false)
    admin = await addPerson(server, 'admin')
    await grantStepUp(server, admin, 'admin.mode')
    const { item: newest } = await addSecret()
    assert.deepEqual([(await listSecretIds()).includes(item.id), (await listSecretIds()).at(-1)], [false, newest.id])
    for (const days of [0, 1.5, 731]) expectProblem(await admin.signed('POST', secretsPath(), { days }), 'invalid_body')
  })

  test('cannot be deleted when the others have expired', async () => {
    const [old] = await listSecretIds()
    const { item } = await addSecret({ days: 1 })
    server.clock.now += DAY_MS
    admin = await addPerson(server, 'admin')
    await grantStepUp(server, admin, 'admin.mode')
    expectProblem(await admin.signed('DELETE', `${secretsPath()}/${old}`), 'last_secret')
    assert.equal((await admin.signed('DELETE', `${secretsPath()}/${item.id}`)).status, 204)
    assert.deepEqual(await listSecretIds(), [old])
  })

  test('are limited in number, also when added concurrently', async () => {
    const responses = await Promise.all(
      Array.from({ length: SECRETS_PER_APP + 2 }, () => admin.signed('POST', secretsPath())),
    )
    assert.equal(responses.filter(({ status }) => status === 201).length, SECRETS_PER_APP - 1)
    for (const response of responses) if (response.status !== 201) expectProblem(response, 'secret_limit')
    assert.equal((await listSecretIds()).length, SECRETS_PER_APP)
  })

  test('cannot all be deleted, also concurrently', async () => {
    const [old] = await listSecretIds()
    expectProblem(await admin.signed('DELETE', `${secretsPath()}/${old}`), 'last_secret')
    const { item } = await addSecret()
    const responses = await Promise.all([old, item.id].map((id) => admin.signed('DELETE', `${secretsPath()}/${id}`)))
    assert.deepEqual(responses.map(({ status }) => status).sort(), [204, 409])
    assert.equal((await listSecretIds()).length, 1)
  })

  test('of another app are not found', async () => {
    const other = await registerApp(server)
    const [id] = await readRows(server, 'SELECT id FROM app_secret WHERE app_id = ?', other.app.id)
    await addSecret()
    expectProblem(await admin.signed('DELETE', `${secretsPath()}/${id?.id}`), 'not_found')
    expectProblem(await admin.signed('DELETE', `${secretsPath()}/${newId(server.context, 'sec')}`), 'not_found')
    assert.equal((await listSecretIds()).length, 2)
  })
})
