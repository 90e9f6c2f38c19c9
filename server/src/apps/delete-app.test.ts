import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { forDefaultEngine } from '../../../test/support/database/engines.ts'
import { readRows } from '../../../test/support/database/rows.ts'
import {
  authorizeRequest,
  callbackParams,
  exchangeCode,
  interactionIdOf,
  locationOf,
  type RelyingParty,
  readSeenHash,
  registerApp,
  requestToken,
  submitDecision,
  type Tokens,
} from '../../../test/support/oidc/relying-party.ts'
import { type HttpResponse, openBrowser } from '../../../test/support/server/http-browser.ts'
import { addPerson, grantStepUp, readEvents, type TestPerson } from '../../../test/support/server/people.ts'
import { expectProblem } from '../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../test/support/server/server.ts'
import { stepUp } from '../../../test/support/server/wallets.ts'

forDefaultEngine('an app that people use', (engine) => {
  let server: TestServer
  let admin: TestPerson
  let person: TestPerson
  let party: RelyingParty
  let tokens: Tokens
  before(async () => {
    server = await startServer(engine)
  })
  beforeEach(async () => {
    admin = await addPerson(server, 'admin')
    person = await addPerson(server)
    party = await registerApp(server)
    tokens = await signInToApp(party)
  })
  after(() => server.close())

  async function signInToApp(app: RelyingParty): Promise<Tokens> {
    const request = authorizeRequest(app)
    const interactionId = interactionIdOf(await person.browser.get(request.path))
    const params = callbackParams(app, await submitDecision(person.browser, interactionId, 'allow'))
    return exchangeCode(person.browser, app, request, params.get('code') ?? '')
  }
  const errorOf = ({ json }: HttpResponse) => (json as { error?: string }).error // undefined for a good answer
  const requestUserinfo = (appTokens: Tokens) =>
    openBrowser(server).get('/oidc/userinfo', { authorization: `Bearer ${appTokens.access_token}` })
  const refreshTokens = (app: RelyingParty, appTokens: Tokens) =>
    requestToken(openBrowser(server), app, {
      grant_type: 'refresh_token',
      refresh_token: appTokens.refresh_token ?? '',
    })
  const introspect = async (app: RelyingParty, appTokens: Tokens) => {
    const basic = Buffer.from(`${app.app.clientId}:${app.secret}`).toString('base64')
    return openBrowser(server).call({
      method: 'POST',
      path: '/oidc/introspect',
      raw: new URLSearchParams({ token: appTokens.access_token }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: `Basic ${basic}` },
    })
  }
  const appPath = () => `/api/admin/apps/${party.app.id}`
  const changeStatus = (status: string, version: number) => admin.change('PATCH', appPath(), { status }, version)

  async function isRefusedEverywhere(): Promise<void> {
    const info = await requestUserinfo(tokens)
    assert.deepEqual([info.status, errorOf(info)], [401, 'invalid_token'])
    const renewed = await refreshTokens(party, tokens)
    assert.deepEqual([renewed.status, errorOf(renewed)], [401, 'invalid_client'])
    assert.equal(errorOf(await introspect(party, tokens)), 'invalid_client')
    const again = await person.browser.get(authorizeRequest(party).path)
    assert.deepEqual([again.status, locationOf(again)], [303, '/app-problem?code=invalid_client'])
  }

  test('is rejected everywhere once it is disabled, and works again once it is enabled', async () => {
    await grantStepUp(server, admin, 'admin.mode')
    const begun = authorizeRequest(party)
    const code = callbackParams(party, await person.browser.get(begun.path)).get('code') ?? ''
    assert.equal((await requestUserinfo(tokens)).status, 200)
    assert.equal((await changeStatus('disabled', 1)).status, 200)
    await isRefusedEverywhere()
    const late = { grant_type: 'authorization_code', code, redirect_uri: party.redirectUri }
    assert.equal(
      errorOf(await requestToken(openBrowser(server), party, { ...late, code_verifier: begun.verifier })),
      'invalid_client',
    )
    assert.equal((await changeStatus('active', 2)).status, 200)
    assert.equal((await requestUserinfo(tokens)).status, 200)
    assert.equal((await refreshTokens(party, tokens)).status, 200)
  })

  test('loses its grants, tokens and secrets when it is deleted; other apps keep theirs', async () => {
    const other = await registerApp(server)
    const appTokens = await signInToApp(other)
    expectProblem(await admin.change('DELETE', appPath(), undefined), 'step_up_required')
    await stepUp(admin.browser, admin.account, 'apps.delete', party.app.id)
    expectProblem(await admin.change('DELETE', appPath(), undefined, 2), 'version_conflict')
    assert.equal((await requestUserinfo(tokens)).status, 200)
    assert.equal((await admin.change('DELETE', appPath(), undefined, 1)).status, 204)
    await isRefusedEverywhere()
    expectProblem(await admin.browser.get(appPath()), 'not_found')
    const left = {
      grants: await readRows(server, 'SELECT id FROM app_grant WHERE app_id = ?', party.app.id),
      secrets: await readRows(server, 'SELECT id FROM app_secret WHERE app_id = ?', party.app.id),
      uses: await readRows(server, 'SELECT sid FROM session_app WHERE app_id = ?', party.app.id),
      items: await readRows(server, 'SELECT model FROM oidc_item WHERE grant_id LIKE ?', `%${party.app.id}`),
      app: await readRows(server, 'SELECT status FROM app WHERE id = ?', party.app.id),
    }
    assert.deepEqual(left, { grants: [], secrets: [], uses: [], items: [], app: [{ status: 'deleted' }] })
    assert.equal((await requestUserinfo(appTokens)).status, 200)
    assert.equal((await refreshTokens(other, appTokens)).status, 200)
    const [event] = (await readEvents(server, 'app.deleted')).filter(({ data }) => data.appId === party.app.id)
    assert.deepEqual(event, {
      kind: 'app.deleted',
      outcome: 'ok',
      code: null,
      actor: 'person',
      actor_id: admin.id,
      person_id: null,
      session_id: admin.sessionId,
      data: { app: party.app.name, appId: party.app.id },
    })
  })

  test('keeps no grant that was given while it was being deleted', async () => {
    const interactionId = interactionIdOf(await person.browser.get(authorizeRequest(party, { prompt: 'consent' }).path))
    const late = await addPerson(server)
    const first = interactionIdOf(await late.browser.get(authorizeRequest(party).path))
    const consentBody = { decision: 'allow', seen: await readSeenHash(person.browser, interactionId) }
    const theirs = { decision: 'allow', seen: await readSeenHash(late.browser, first) }
    await stepUp(admin.browser, admin.account, 'apps.delete', party.app.id)
    const [deleted] = await Promise.all([
      admin.change('DELETE', appPath(), undefined, 1),
      person.browser.post(`/api/interactions/${interactionId}`, consentBody),
      late.browser.post(`/api/interactions/${first}`, theirs),
    ])
    assert.equal(deleted.status, 204)
    assert.deepEqual(await readRows(server, 'SELECT id FROM app_grant WHERE app_id = ?', party.app.id), [])
    expectProblem(await late.browser.post(`/api/interactions/${first}`, theirs), 'interaction_expired')
  })

  test('is named by its client id in the step-up for its deletion, only for those who may read apps', async () => {
    const body = { purpose: 'step_up', action: 'apps.delete', target: party.app.id }
    const { statement } = (await admin.browser.post('/api/challenges', body)).json as { statement: string } // compared next
    assert.ok(statement.includes(`delete an app of this site (${party.app.clientId}).`), statement)
    expectProblem(await person.browser.post('/api/challenges', body), 'not_found')
  })

  test('previews the claims about a person, and whether they have access', async () => {
    const readPreview = async (id: string) => {
      const response = await admin.browser.get(`${appPath()}/preview?person=${id}`)
      assert.equal(response.status, 200, response.text)
      return response.json as { allowed: boolean; claims: Record<string, unknown> } // compared next
    }
    const { allowed, claims } = await readPreview(person.id)
    const userinfoClaims = (await requestUserinfo(tokens)).json
    assert.deepEqual({ allowed, claims }, { allowed: true, claims: userinfoClaims })
    const member = await addPerson(server)
    const groups = { name: 'Crew', slug: `crew-${party.app.id.slice(-6).toLowerCase()}` }
    await grantStepUp(server, admin, 'admin.mode')
    const group = (await admin.browser.post('/api/admin/groups', groups)).json as { id: string } // used next
    const changed = await admin.browser.call({
      method: 'PUT',
      path: `/api/admin/groups/${group.id}/members`,
      body: { add: [member.id], remove: [] },
    })
    assert.equal(changed.status, 200, changed.text)
    await admin.change('PATCH', appPath(), { access: 'groups', groupIds: [group.id] })
    assert.equal((await readPreview(person.id)).allowed, false)
    const inside = await readPreview(member.id)
    assert.deepEqual([inside.allowed, inside.claims.groups], [true, [groups.slug]])
    expectProblem(await admin.browser.get(`${appPath()}/preview?person=per_01AAAAAAAAAAAAAAAAAAAAAAAA`), 'not_found')
    expectProblem(await admin.browser.get(`${appPath()}/preview?person=x`), 'invalid_body')
  })
})
