import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { presets } from '@countersign/contract/app/preset.ts'
import { ACCESS_TTL, APPS_MAX, REFRESH_IDLE, REFRESH_MAX } from '@countersign/contract/limits/app-limits.ts'
import type { App } from '@countersign/contract/routes/admin/app.ts'
import { appSchema } from '@countersign/contract/schemas/admin/app.ts'
import { accessRuleFor } from '../../../test/support/access-rule.ts'
import { forEachEngine } from '../../../test/support/database/each-engine.ts'
import { changeRows, readRows } from '../../../test/support/database/rows.ts'
import type { HttpResponse } from '../../../test/support/server/http-browser.ts'
import { addPerson, grantStepUp, readEvents, type TestPerson } from '../../../test/support/server/people.ts'
import { expectProblem } from '../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../test/support/server/server.ts'
import { newId } from '../platform/crypto/id.ts'

const PATH = '/api/admin/apps'
const REDIRECT = 'https://app.example/callback'

forEachEngine('apps', (engine) => {
  let server: TestServer
  let admin: TestPerson
  before(async () => {
    server = await startServer(engine)
  })
  beforeEach(async () => {
    admin = await addPerson(server, 'admin')
    await grantStepUp(server, admin, 'admin.mode')
  })
  after(() => server.close())

  let names = 0
  const postApp = (more: object = {}) =>
    admin.browser.post(PATH, {
      name: `App ${++names}`,
      kind: 'web',
      access: 'everyone',
      preset: 'other',
      redirectUris: [REDIRECT],
      ...more,
    })
  async function createApp(more: object = {}): Promise<{ app: App; secret: string | null }> {
    const response = await postApp(more)
    assert.equal(response.status, 201, response.text)
    const { app, secret } = response.json as { app: unknown; secret: string | null } // checked next
    return { app: appSchema.parse(app), secret }
  }
  const readApp = async (id: string) => appSchema.parse((await admin.browser.get(`${PATH}/${id}`)).json)
  const changeApp = (app: App, body: object, version = app.version) =>
    admin.signed('PATCH', `${PATH}/${app.id}`, body, version)
  const countRows = async (table: string) =>
    Number((await readRows(server, `SELECT count(*) AS n FROM ${table}`))[0]?.n)
  const fieldsOf = (response: HttpResponse, code: 'redirect_invalid' | 'invalid_body') =>
    expectProblem(response, code).fields

  test('are created with the defaults of their preset, and a secret that is returned once', async () => {
    const { app, secret } = await createApp({ name: 'Wiki', preset: 'outline' })
    const at = new Date(server.clock.now).toISOString()
    assert.match(secret ?? '', /^[A-Za-z0-9_-]{43}$/)
    assert.match(app.clientId, /^[0-9a-f]{20}$/)
    assert.deepEqual(app, {
      id: app.id,
      clientId: app.clientId,
      name: 'Wiki',
      logo: null,
      kind: 'web',
      preset: 'outline',
      status: 'active',
      launchUrl: null,
      authMethod: 'client_secret_post',
      jwks: null,
      redirectUris: [REDIRECT],
      postLogoutUris: [],
      allowedOrigins: [],
      backchannelLogoutUri: null,
      scopes: ['openid', 'profile', 'email', 'offline_access'],
      consent: 'first_time',
      subjectType: 'pairwise',
      idTokenAlg: 'ES256',
      email: 'synthetic',
      requirePar: false,
      requirePkce: true,
      allowHttp: false,
      introspectAppIds: [],
      tokenAudience: null,
      access: 'everyone',
      groupIds: [],
      accessSeconds: ACCESS_TTL.standardSeconds,
      refreshIdleSeconds: REFRESH_IDLE.standardSeconds,
      refreshMaxSeconds: REFRESH_MAX.standardSeconds,
      secrets: [
        {
          id: app.secrets[0]?.id ?? '',
          hint: secret?.slice(-4) ?? '',
          createdAt: at,
          expiresAt: null,
          lastUsedAt: null,
        },
      ],
      keys: [],
      people: 0,
      lastSignInAt: null,
      createdAt: at,
      version: 1,
    })
    assert.deepEqual(await readApp(app.id), app)
    const { items } = (await admin.browser.get(PATH)).json as { items: { id: string }[] } // compared next
    const { id, name, logo, clientId, kind, preset, status, people, lastSignInAt } = app
    assert.deepEqual(
      items.find((item) => item.id === id),
      { id, name, logo, clientId, kind, preset, status, people, lastSignInAt },
    )
  })

  test('can be created for every preset without other settings; given settings override the preset', async () => {
    for (const [preset, facts] of Object.entries(presets)) {
      const { app, secret } = await createApp({ preset, kind: facts.kind })
      const { authMethod, scopes, email, idTokenAlg } = app
      assert.deepEqual(
        { authMethod, scopes, email, idTokenAlg },
        {
          authMethod: facts.authMethod,
          scopes: facts.scopes,
          email: facts.email,
          idTokenAlg: facts.idTokenAlg,
        },
      )
      assert.equal(secret === null, facts.authMethod === 'none', preset)
    }
    const { app } = await createApp({
      preset: 'grafana',
      scopes: ['groups', 'openid', 'openid'],
      clientId: 'my-grafana',
    })
    assert.deepEqual([app.scopes, app.clientId], [['openid', 'groups'], 'my-grafana'])
  })

  test('on people’s own devices have no secret, and a single-page app may call from the origin of its redirect URI', async () => {
    const page = await createApp({ kind: 'spa', preset: 'spa', redirectUris: ['https://page.example/back'] })
    assert.deepEqual(
      [page.secret, page.app.authMethod, page.app.secrets, page.app.allowedOrigins],
      [null, 'none', [], ['https://page.example']],
    )
    const phone = await createApp({ kind: 'native', redirectUris: ['com.example.app:/back'] })
    assert.deepEqual([phone.secret, phone.app.authMethod], [null, 'none'])
    await grantStepUp(server, admin, 'admin.mode')
    expectProblem(await admin.signed('POST', `${PATH}/${phone.app.id}/secrets`), 'secret_limit')
  })

  test('store secrets as hashes, and never log or audit them', async () => {
    const { app, secret } = await createApp()
    const second = (await admin.signed('POST', `${PATH}/${app.id}/secrets`)).json as { secret: string } // compared below
    const stored = JSON.stringify([
      await readRows(server, 'SELECT * FROM app_secret'),
      await readRows(server, 'SELECT * FROM activity'),
      server.logLines,
      await readApp(app.id),
    ])
    for (const each of [secret ?? '', second.secret]) {
      assert.equal(each.length, 43)
      assert.equal(stored.includes(each), false)
    }
  })

  test('are rejected with the path of each invalid URI, and nothing is stored', async () => {
    const rows = [await countRows('app'), await countRows('app_secret')]
    const redirectUris = [REDIRECT, 'https://a.example/#x', 'http://a.example/cb']
    assert.deepEqual(fieldsOf(await postApp({ redirectUris }), 'redirect_invalid'), [
      { path: '/redirectUris/1', code: 'fragment' },
      { path: '/redirectUris/2', code: 'needs_https' },
    ])
    const others = {
      postLogoutUris: ['https://u@a.example/'],
      backchannelLogoutUri: 'myapp.example:/x',
      launchUrl: 'javascript:alert(1)',
    }
    assert.deepEqual(fieldsOf(await postApp(others), 'redirect_invalid'), [
      { path: '/postLogoutUris/0', code: 'user_info' },
      { path: '/backchannelLogoutUri', code: 'scheme' },
      { path: '/launchUrl', code: 'not_a_url' },
    ])
    const unseen = { backchannelLogoutUri: 'https://a.example/\0', launchUrl: 'https://a.example/\u202e' }
    assert.deepEqual(fieldsOf(await postApp(unseen), 'redirect_invalid'), [
      { path: '/backchannelLogoutUri', code: 'not_a_url' },
      { path: '/launchUrl', code: 'not_a_url' },
    ])
    assert.deepEqual([await countRows('app'), await countRows('app_secret')], rows)
  })

  test('accept http URIs on a private network only with allowHttp', async () => {
    const uris = {
      redirectUris: ['http://nextcloud/cb', 'http://10.0.0.5:8080/cb'],
      postLogoutUris: ['http://nextcloud/'],
      backchannelLogoutUri: 'http://nextcloud/logout',
    }
    const paths = ['/redirectUris/0', '/redirectUris/1', '/postLogoutUris/0', '/backchannelLogoutUri']
    const problems = paths.map((path) => ({ path, code: 'private_http' }))
    assert.deepEqual(fieldsOf(await postApp(uris), 'redirect_invalid'), problems)
    const { app } = await createApp({ ...uris, allowHttp: true })
    assert.deepEqual(app.redirectUris, uris.redirectUris)
    assert.deepEqual(fieldsOf(await changeApp(app, { allowHttp: false }), 'redirect_invalid'), problems)
    assert.deepEqual(fieldsOf(await changeApp(app, { redirectUris: ['http://app.example/cb'] }), 'redirect_invalid'), [
      { path: '/redirectUris/0', code: 'needs_https' },
    ])
  })

  test('are rejected with the path of any other invalid field', async () => {
    const refused: [object, object][] = [
      [
        { kind: 'spa', authMethod: 'client_secret_basic' },
        { path: '/authMethod', code: 'no_secret' },
      ],
      [{ authMethod: 'none' }, { path: '/authMethod', code: 'needs_secret' }],
      [
        { kind: 'native', authMethod: 'client_secret_post' },
        { path: '/authMethod', code: 'no_secret' },
      ],
      [{ accessSeconds: ACCESS_TTL.mostSeconds + 1 }, { path: '/accessSeconds', code: 'out_of_range' }],
      [{ refreshIdleSeconds: REFRESH_IDLE.leastSeconds - 1 }, { path: '/refreshIdleSeconds', code: 'out_of_range' }],
      [{ refreshMaxSeconds: REFRESH_MAX.mostSeconds + 1 }, { path: '/refreshMaxSeconds', code: 'out_of_range' }],
      [accessRuleFor([newId(server.context, 'grp')]), { path: '/groupIds/0', code: 'unknown_group' }],
      [
        { kind: 'spa', requirePkce: false },
        { path: '/requirePkce', code: 'web_only' },
      ],
      [
        { kind: 'spa', allowHttp: true },
        { path: '/allowHttp', code: 'web_only' },
      ],
      [{ introspectAppIds: [newId(server.context, 'app')] }, { path: '/introspectAppIds/0', code: 'unknown_app' }],
      [{ tokenAudience: 'not a uri' }, { path: '/tokenAudience', code: 'custom' }],
      [{ tokenAudience: 'https://api.example/#x' }, { path: '/tokenAudience', code: 'custom' }],
      [{ access: undefined }, { path: '/access', code: 'invalid_value' }],
      [{ access: 'groups' }, { path: '/groupIds', code: 'group_required' }],
      [{ groupIds: [newId(server.context, 'grp')] }, { path: '/groupIds', code: 'not_with_everyone' }],
      [{ scopes: ['profile'] }, { path: '/scopes', code: 'custom' }],
      [{ redirectUris: [] }, { path: '/redirectUris', code: 'too_small' }],
      [{ clientId: 'a b' }, { path: '/clientId', code: 'invalid_format' }],
      [{ clientId: '__proto__' }, { path: '/clientId', code: 'custom' }],
      [{ clientId: 'constructor' }, { path: '/clientId', code: 'custom' }],
      [{ allowedOrigins: ['https://a.example/'] }, { path: '/allowedOrigins/0', code: 'custom' }],
    ]
    for (const [more, field] of refused) assert.deepEqual(fieldsOf(await postApp(more), 'invalid_body'), [field])
  })

  test('have unique names regardless of case until they are deleted; a client id is never reused', async () => {
    const { app } = await createApp({ name: 'Ｆiles', clientId: 'files' })
    expectProblem(await postApp({ name: 'files' }), 'app_name_taken')
    expectProblem(await postApp({ clientId: 'files' }), 'client_id_taken')
    const { app: other } = await createApp()
    expectProblem(await changeApp(other, { name: 'FILES' }), 'app_name_taken')
    assert.equal((await changeApp(app, { name: 'Files' })).status, 200)
    await grantStepUp(server, admin, `apps.delete:${app.id}`)
    assert.equal((await admin.signed('DELETE', `${PATH}/${app.id}`, undefined, 2)).status, 204)
    await grantStepUp(server, admin, 'admin.mode')
    expectProblem(await postApp({ clientId: 'files' }), 'client_id_taken')
    assert.equal((await createApp({ name: 'files' })).app.name, 'files')
  })

  test('created concurrently with the same name or client id are created once', async () => {
    const responses = await Promise.all(
      ['one', 'two', 'three'].map(() => postApp({ name: 'Same', clientId: 'the-same' })),
    )
    const codes = responses
      .map(({ status, json }) => (status === 201 ? 'added' : (json as { code: string }).code))
      .sort()
    assert.deepEqual(codes, ['added', 'client_id_taken', 'client_id_taken'])
  })

  test('are changed field by field with a version, and audited', async () => {
    const { app } = await createApp({ name: 'Before' })
    const response = await changeApp(app, {
      name: 'After',
      scopes: ['wallet', 'openid'],
      launchUrl: 'https://app.example/',
    })
    assert.equal(response.status, 200, response.text)
    const next = appSchema.parse(response.json)
    const scopes: App['scopes'] = ['openid', 'wallet']
    assert.deepEqual(next, { ...app, name: 'After', scopes, launchUrl: 'https://app.example/', version: 2 })
    assert.deepEqual(await readApp(app.id), next)
    expectProblem(await changeApp(app, { name: 'Late' }), 'version_conflict')
    expectProblem(await changeApp(next, { redirectUris: ['/x'] }), 'redirect_invalid')
    assert.deepEqual(fieldsOf(await changeApp(next, { redirectUris: [] }), 'invalid_body'), [
      { path: '/redirectUris', code: 'too_small' },
    ])
    expectProblem(await changeApp(next, { authMethod: 'none' }), 'invalid_body')
    assert.deepEqual(await readApp(app.id), next)
    assert.equal((await changeApp(next, { name: 'After' })).status, 200)
    assert.deepEqual(await readApp(app.id), next)
    const disabled = appSchema.parse((await changeApp(next, { status: 'disabled' })).json)
    assert.deepEqual(disabled, { ...next, status: 'disabled', version: 3 })
    const events = (await readEvents(server, 'app.created', 'app.updated')).filter(({ data }) => data.appId === app.id)
    const by = { outcome: 'ok', code: null, actor: 'person', actor_id: admin.id, person_id: null }
    const actorColumns = { ...by, session_id: admin.sessionId }
    assert.deepEqual(events, [
      { kind: 'app.created', ...actorColumns, data: { app: 'Before', appId: app.id } },
      { kind: 'app.updated', ...actorColumns, data: { app: 'After', appId: app.id, fields: 'name launchUrl scopes' } },
      {
        kind: 'app.updated',
        ...actorColumns,
        data: { app: 'After', appId: app.id, fields: 'status', status: 'disabled' },
      },
    ])
  })

  test('changed concurrently accept one change', async () => {
    const { app } = await createApp()
    const responses = await Promise.all([60, 120, 180].map((accessSeconds) => changeApp(app, { accessSeconds })))
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 412, 412])
    assert.equal((await readApp(app.id)).version, 2)
  })

  test('reject unknown groups', async () => {
    const id = newId(server.context, 'grp')
    await changeRows(
      server,
      'INSERT INTO people_group (id, name, slug, members, created_at, updated_at, version) VALUES (?, ?, ?, 0, 1, 1, 1)',
      id,
      'Staff',
      'staff',
    )
    const { app } = await createApp(accessRuleFor([id, id]))
    assert.deepEqual(app.groupIds, [id])
    const unknownGroup = newId(server.context, 'grp')
    assert.deepEqual(fieldsOf(await changeApp(app, { groupIds: [id, unknownGroup] }), 'invalid_body'), [
      { path: '/groupIds/1', code: 'unknown_group' },
    ])
    assert.deepEqual(fieldsOf(await changeApp(app, { groupIds: [] }), 'invalid_body'), [
      { path: '/groupIds', code: 'group_required' },
    ])
    assert.deepEqual((await readApp(app.id)).groupIds, [id])
    const opened = appSchema.parse((await changeApp(app, { access: 'everyone' })).json)
    assert.deepEqual([opened.access, opened.groupIds], ['everyone', []])
  })

  test('that do not exist are not found', async () => {
    const id = newId(server.context, 'app')
    expectProblem(await admin.browser.get(`${PATH}/${id}`), 'not_found')
    expectProblem(await admin.signed('PATCH', `${PATH}/${id}`, { name: 'X' }), 'not_found')
    expectProblem(await admin.signed('POST', `${PATH}/${id}/secrets`), 'not_found')
    await grantStepUp(server, admin, `apps.delete:${id}`)
    expectProblem(await admin.signed('DELETE', `${PATH}/${id}`, undefined), 'not_found')
  })

  test('are limited in number', async () => {
    const existing = Number((await readRows(server, "SELECT count(*) AS n FROM app WHERE status <> 'deleted'"))[0]?.n)
    const { app } = await createApp()
    const [row] = await readRows(server, 'SELECT * FROM app WHERE id = ?', app.id)
    assert.ok(row)
    const columns = Object.keys(row)
    const sql = `INSERT INTO app (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
    for (let number = existing + 1; number < APPS_MAX; number++) {
      const copy = { ...row, id: newId(server.context, 'app'), client_id: `copy-${number}`, name_key: `copy ${number}` }
      await changeRows(server, sql, ...columns.map((column) => copy[column as keyof typeof copy] ?? null)) // its own keys
    }
    const rows = await countRows('app')
    expectProblem(await postApp(), 'app_limit')
    assert.equal(await countRows('app'), rows)
    await changeRows(server, "DELETE FROM app WHERE client_id LIKE 'copy-%'")
  })
})
