import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { INTERACTION_TTL_MS } from '@countersign/contract/limits/app-limits.ts'
import type { AnswerOf } from '@countersign/contract/route.ts'
import type { App, finishAppTest } from '@countersign/contract/routes/admin/app.ts'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { changeRows, readRows } from '../../../../test/support/database/rows.ts'
import { createClientKey, jwkSetOf } from '../../../../test/support/oidc/client-key.ts'
import {
  authorizeRequest,
  interactionIdOf,
  locationOf,
  registerApp,
  submitDecision,
} from '../../../../test/support/oidc/relying-party.ts'
import type { HttpResponse } from '../../../../test/support/server/http-browser.ts'
import { addPerson, grantStepUp, readEvents, type TestPerson } from '../../../../test/support/server/people.ts'
import { expectProblem } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { usesSecret } from '../../apps/secret.ts'
import { newId } from '../../platform/crypto/id.ts'

type Result = AnswerOf<typeof finishAppTest>
const HOME = 'http://localhost:3000'
const key = createClientKey()
const ALL_PASSED = ['authorize', 'token', 'id_token', 'userinfo'].map((step) => ({ step, problem: null }))

forDefaultEngine('the self-test of an app', (engine) => {
  let server: TestServer
  let admin: TestPerson
  before(async () => {
    server = await startServer(engine)
  })
  beforeEach(async () => {
    admin = await addPerson(server, 'admin')
  })
  after(() => server.close())

  const postTest = ({ id }: App, by = admin) => by.browser.post(`/api/admin/apps/${id}/test`)
  const finishTest = ({ id }: App, body: object, by = admin) =>
    by.browser.post(`/api/admin/apps/${id}/test/finish`, body)

  async function beginTest(app: App): Promise<string> {
    const response = await postTest(app)
    assert.equal(response.status, 200, response.text)
    const { url } = response.json as { url: string } // compared next
    assert.ok(url.startsWith(`${HOME}/`), url)
    return url.slice(HOME.length)
  }
  /** The parameters that `/admin/apps/test` receives. */
  function callbackBody(response: HttpResponse): Record<string, string> {
    assert.equal(response.status, 303, response.text)
    const url = new URL(locationOf(response))
    assert.equal(url.origin + url.pathname, `${HOME}/admin/apps/test`)
    const { error_description: errorDescription, ...others } = Object.fromEntries(url.searchParams)
    return { ...others, ...(errorDescription === undefined ? {} : { errorDescription }) }
  }
  async function allowTest(app: App): Promise<Record<string, string>> {
    const interactionId = interactionIdOf(await admin.browser.get(await beginTest(app)))
    return callbackBody(await submitDecision(admin.browser, interactionId, 'allow'))
  }
  function resultOf(response: HttpResponse): Result {
    assert.equal(response.status, 200, response.text)
    return response.json as Result // compared by the tests
  }
  const readTokens = (app: App) =>
    readRows(server, "SELECT model FROM oidc_item WHERE grant_id LIKE ? AND model <> 'AuthorizationCode'", `%${app.id}`)

  const countCredentials = async ({ id }: App) =>
    (await readRows(server, 'SELECT id FROM app_secret WHERE app_id = ?', id)).length +
    (await readRows(server, 'SELECT id FROM app_test_key WHERE app_id = ?', id)).length

  const KINDS: Partial<App>[] = [
    {},
    { authMethod: 'client_secret_post', idTokenAlg: 'RS256', subjectType: 'public' },
    { kind: 'spa', authMethod: 'none', scopes: ['openid', 'profile'] },
    { kind: 'native', authMethod: 'none', redirectUris: ['com.example.app:/cb'] },
    { requirePar: true },
    { requirePar: true, kind: 'spa', authMethod: 'none' },
    { authMethod: 'private_key_jwt', jwks: jwkSetOf(key) },
    { authMethod: 'private_key_jwt', jwks: jwkSetOf(key), requirePar: true },
    { consent: 'always', email: 'synthetic', scopes: ['openid', 'email', 'wallets'] },
  ]

  for (const settings of KINDS)
    test(`passes every step with ${JSON.stringify({ ...settings, jwks: undefined })}, and leaves no tokens or credentials`, async () => {
      const { app } = await registerApp(server, settings)
      const result = resultOf(await finishTest(app, await allowTest(app)))
      assert.deepEqual(result.steps, ALL_PASSED)
      const preview = await admin.browser.get(`/api/admin/apps/${app.id}/preview?person=${admin.id}`)
      assert.deepEqual(result.userinfo, (preview.json as { claims: object }).claims)
      assert.equal(result.idToken?.aud, app.clientId)
      assert.equal(result.idToken?.sub, result.userinfo?.sub)
      assert.deepEqual([await readTokens(app), await countCredentials(app)], [[], usesSecret(app) ? 1 : 0])
    })

  test('does not count as a use of the app’s own key', async () => {
    const { app } = await registerApp(server, { authMethod: 'private_key_jwt', jwks: jwkSetOf(key) })
    assert.deepEqual(resultOf(await finishTest(app, await allowTest(app))).steps, ALL_PASSED)
    await server.context.background.settled()
    assert.deepEqual(await readRows(server, 'SELECT thumbprint FROM app_key_use'), [])
  })

  test('accepts our own page as redirect URI only while it runs', async () => {
    const party = await registerApp(server)
    const direct = { ...party, redirectUri: `${HOME}/admin/apps/test` }
    const isTaken = async () => {
      const where = locationOf(await admin.browser.get(authorizeRequest(direct).path))
      assert.ok(where.startsWith('/consent/') || where === '/app-problem?code=invalid_redirect_uri', where)
      return where.startsWith('/consent/')
    }
    assert.equal(await isTaken(), false)
    const state = new URL(await beginTest(party.app), HOME).searchParams.get('state')
    assert.equal(await isTaken(), true)
    resultOf(await finishTest(party.app, { state, error: 'access_denied' }))
    assert.equal(await isTaken(), false)
    await beginTest(party.app)
    server.clock.now += INTERACTION_TTL_MS
    assert.equal(await isTaken(), false)
  })

  test('is finished once, by the admin who began it, for that app, before it expires', async () => {
    const { app } = await registerApp(server)
    const other = await registerApp(server)
    const body = await allowTest(app)
    expectProblem(await finishTest(app, body, await addPerson(server, 'owner')), 'interaction_expired')
    expectProblem(await finishTest(other.app, body), 'interaction_expired')
    expectProblem(await finishTest(app, { ...body, state: 'made-up' }), 'interaction_expired')
    const responses = await Promise.all([finishTest(app, body), finishTest(app, body), finishTest(app, body)])
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 410, 410])
    const late = new URL(await beginTest(app), HOME).searchParams.get('state')
    server.clock.now += INTERACTION_TTL_MS
    expectProblem(await finishTest(app, { state: late, error: 'x' }), 'interaction_expired')
  })

  test('reports the step that failed', async () => {
    const { app } = await registerApp(server)
    const finishChangedTest = async (change: (body: Record<string, string>) => Record<string, string | undefined>) => {
      const response = await admin.browser.get(await beginTest(app))
      const where = locationOf(response)
      const body = where.startsWith('/consent/')
        ? callbackBody(await submitDecision(admin.browser, interactionIdOf(response), 'allow'))
        : callbackBody(response)
      const { steps, idToken, userinfo } = resultOf(await finishTest(app, change(body)))
      assert.deepEqual([idToken, userinfo], [null, null])
      return steps.at(-1)
    }
    const wrong = await finishChangedTest((body) => ({ ...body, code: 'made-up' }))
    assert.deepEqual([wrong?.step, wrong?.problem?.split(':')[0]], ['token', 'invalid_grant'])
    const otherIssuer = await finishChangedTest((body) => ({ ...body, iss: 'https://evil.example/oidc' }))
    assert.deepEqual(otherIssuer, { step: 'authorize', problem: 'iss' })
    assert.deepEqual(await finishChangedTest(({ code: _, ...body }) => body), { step: 'authorize', problem: 'code' })
    assert.deepEqual(await readTokens(app), [])
  })

  test('reports that the admin has no access to the app', async () => {
    const { app } = await registerApp(server, { groupIds: [newId(server.context, 'grp')] })
    const interactionId = interactionIdOf(await admin.browser.get(await beginTest(app)))
    const body = callbackBody(await submitDecision(admin.browser, interactionId, 'deny'))
    assert.deepEqual(resultOf(await finishTest(app, body)), {
      steps: [{ step: 'authorize', problem: 'access_denied: access_denied_by_policy' }],
      idToken: null,
      userinfo: null,
    })
  })

  test('cannot begin or finish for a disabled or missing app', async () => {
    const { app } = await registerApp(server)
    const body = await allowTest(app)
    await grantStepUp(server, admin, 'admin.mode')
    assert.equal((await admin.change('PATCH', `/api/admin/apps/${app.id}`, { status: 'disabled' })).status, 200)
    expectProblem(await postTest(app), 'app_disabled')
    expectProblem(await finishTest(app, body), 'app_disabled')
    expectProblem(await postTest({ ...app, id: newId(server.context, 'app') }), 'not_found')
    await changeRows(server, "UPDATE app SET status = 'deleted' WHERE id = ?", app.id)
    expectProblem(await finishTest(app, body), 'interaction_expired')
  })

  test('is recorded once, with the admin and the app', async () => {
    const { app } = await registerApp(server, { requirePar: true })
    assert.deepEqual(resultOf(await finishTest(app, await allowTest(app))).steps, ALL_PASSED)
    const events = (await readEvents(server, 'app.tested')).filter(({ data }) => data.appId === app.id)
    assert.deepEqual(
      events.map(({ actor_id, session_id, data }) => [actor_id, typeof session_id, data]),
      [[admin.id, 'string', { app: app.name, appId: app.id }]],
    )
  })
})
