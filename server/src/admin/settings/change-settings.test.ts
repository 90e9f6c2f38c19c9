import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { ADMIN_MODE_MS, FACTORIES_MAX, SESSION_MAX_RANGE_MS } from '@countersign/contract/limits.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { addRuleGroup } from '../../../../test/support/rule-groups.ts'
import { openBrowser } from '../../../../test/support/server/http-browser.ts'
import { addPerson, grantStepUp, readEvents, type TestPerson } from '../../../../test/support/server/people.ts'
import { expectProblem } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { defaultSettings } from '../../settings/read-settings.ts'

const PATH = '/api/admin/settings'
const DEFAULT_SETTINGS = defaultSettings({ origin: 'http://localhost:3000' })

forEachEngine('settings', (engine, testOnce) => {
  let server: TestServer
  let owner: TestPerson
  beforeEach(async () => {
    server = await startServer(engine)
    owner = await addPerson(server, 'owner')
    await grantStepUp(server, owner, 'admin.mode')
  })
  afterEach(() => server.close())

  const readSettings = async () => (await owner.browser.get(PATH)).json

  test('have defaults', async () => {
    assert.deepEqual(await readSettings(), DEFAULT_SETTINGS)
  })

  test('change the fields sent only, and take effect at once', async () => {
    const change = { name: 'Acme', contact: 'help@acme.example', accent: '#2563eb', registration: 'closed' }
    const response = await owner.change('PATCH', PATH, change)
    const after = { ...DEFAULT_SETTINGS, ...change, version: 2 }
    assert.deepEqual([response.status, response.json], [200, after])
    assert.deepEqual(await readSettings(), after)
    const { name, contact, accent, registration } = (await openBrowser(server).get('/api/public')).json as typeof after // what is compared next
    assert.deepEqual({ name, contact, accent, registration }, change)
    const cleared = await owner.change('PATCH', PATH, { contact: null, accent: null }, 2)
    assert.deepEqual(cleared.json, { ...after, contact: null, accent: null, version: 3 })
  })

  test('record the names of changed fields, never their values', async () => {
    await owner.change('PATCH', PATH, { name: 'Acme', registration: 'open', accent: '#2563eb' })
    assert.deepEqual(await readEvents(server, 'setting.changed'), [
      {
        kind: 'setting.changed',
        outcome: 'ok',
        code: null,
        actor: 'person',
        actor_id: owner.id,
        person_id: null,
        session_id: owner.sessionId,
        data: { fields: 'name accent' },
      },
    ])
  })

  test('store the groups whose rules allow sign-up, and drop them in other modes', async () => {
    const { id } = await addRuleGroup(server)
    const byRule = await owner.change('PATCH', PATH, { registration: 'groups', registrationGroupIds: [id, id] })
    const after = { ...DEFAULT_SETTINGS, registration: 'groups', registrationGroupIds: [id], version: 2 }
    assert.deepEqual([byRule.status, byRule.json], [200, after])
    assert.equal((await owner.change('PATCH', PATH, { name: 'Acme' }, 2)).status, 200)
    const open = await owner.change('PATCH', PATH, { registration: 'open' }, 3)
    assert.deepEqual(open.json, { ...DEFAULT_SETTINGS, name: 'Acme', registration: 'open', version: 4 })
  })

  test('require known groups for sign-up by rule', async () => {
    const missing = await owner.change('PATCH', PATH, { registration: 'groups' })
    const { fields } = expectProblem(missing, 'setting_invalid')
    assert.deepEqual(fields, [{ path: '/registrationGroupIds', code: 'group_required' }])
    const { id } = await addRuleGroup(server)
    const registrationGroupIds = [id, 'grp_01AAAAAAAAAAAAAAAAAAAAAAAA']
    const unknown = await owner.change('PATCH', PATH, { registration: 'groups', registrationGroupIds })
    const problem = expectProblem(unknown, 'invalid_body')
    assert.deepEqual(problem.fields, [{ path: '/registrationGroupIds/1', code: 'unknown_group' }])
    assert.deepEqual(await readSettings(), DEFAULT_SETTINGS)
  })

  test('reject an outdated version, and accept one of two concurrent changes', async () => {
    expectProblem(await owner.change('PATCH', PATH, { name: 'Acme' }, 7), 'version_conflict')
    expectProblem(
      await owner.browser.call({ method: 'PATCH', path: PATH, body: { name: 'Acme' } }),
      'precondition_required',
    )
    assert.deepEqual(await readSettings(), DEFAULT_SETTINGS)
    const both = await Promise.all(['One', 'Two'].map((name) => owner.change('PATCH', PATH, { name })))
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 412])
  })

  testOnce('require a fresh signature', async () => {
    server.clock.now += ADMIN_MODE_MS + 1
    const { stepUp } = expectProblem(await owner.change('PATCH', PATH, { name: 'Acme' }), 'step_up_required')
    assert.deepEqual(stepUp, { action: 'admin.mode' })
  })

  for (const [path, value, code] of [
    ['/sessionMaxMs', SESSION_MAX_RANGE_MS.most + 1, 'out_of_range'],
    ['/sessionMaxMs', SESSION_MAX_RANGE_MS.least - 1, 'out_of_range'],
    ['/sessionIdleMs', 0, 'out_of_range'],
    ['/sessionNotKeptMs', 1, 'out_of_range'],
    ['/activityKeptMs', 1, 'out_of_range'],
    ['/addressKeptMs', -1, 'out_of_range'],
    ['/accent', '#ffffff', 'too_faint_on_light'],
    ['/accent', '#000000', 'too_faint_on_dark'],
    ['/accent', '#797979', 'text_unreadable'],
    ['/contact', 'javascript:alert(1)', 'not_a_contact'],
    ['/contact', 'https://user@acme.example', 'not_a_contact'],
    ['/contact', 'http://acme.example', 'not_a_contact'],
    ['/contact', '', 'not_a_contact'],
    ['/contact', 'help@acme.example"onclick=', 'not_a_contact'],
  ] as const) {
    testOnce(`reject ${path} ${JSON.stringify(value)} and name the field`, async () => {
      const response = await owner.change('PATCH', PATH, { [path.slice(1)]: value })
      assert.deepEqual(expectProblem(response, 'setting_invalid').fields, [{ path, code }])
      assert.deepEqual(await readSettings(), DEFAULT_SETTINGS)
    })
  }

  for (const [path, value] of [
    ['/name', 'Acme\u202e'],
    ['/name', ' '],
    ['/name', 'a\u0007b'],
    ['/accent', 'red'],
    ['/accent', '#2563EB'],
    ['/registration', 'sometimes'],
    ['/sessionMaxMs', 1.5],
    ['/logo', '/logo/x'],
    ['/version', 9],
  ] as const) {
    testOnce(`reject ${path} ${JSON.stringify(value)}`, async () => {
      const response = await owner.change('PATCH', PATH, { [path.slice(1)]: value })
      assert.deepEqual(
        expectProblem(response, 'invalid_body').fields?.map((field) => field.path),
        [path],
      )
    })
  }

  testOnce('list allowed factories, and name an invalid address', async () => {
    const [a, b] = [`0x${'ab'.repeat(20)}`, `0x${'12'.repeat(20)}`]
    const response = await owner.signed('PATCH', PATH, { factories: [a, b] })
    assert.deepEqual(response.json, { ...DEFAULT_SETTINGS, factories: [a, b], version: 2 })
    const same = await owner.signed('PATCH', PATH, { factories: [a, b] }, 2)
    assert.deepEqual(same.json, response.json)
    const fieldsOf = async (factories: unknown) =>
      expectProblem(await owner.signed('PATCH', PATH, { factories }, 2), 'invalid_body').fields?.map(({ path }) => path)
    assert.deepEqual(await fieldsOf([a, a.toUpperCase()]), ['/factories/1'])
    assert.deepEqual(await fieldsOf([a, b, a.slice(0, -1)]), ['/factories/2'])
    assert.deepEqual(await fieldsOf(Array(FACTORIES_MAX + 1).fill(a)), ['/factories'])
    assert.deepEqual((await owner.signed('PATCH', PATH, { factories: [] }, 2)).json, {
      ...DEFAULT_SETTINGS,
      factories: [],
      version: 3,
    })
  })

  test('take effect on another node with its next request', async () => {
    const other = await startServer(engine, { databaseUrl: databaseOf(server) })
    await openBrowser(other).get('/api/public')
    await owner.change('PATCH', PATH, { name: 'Acme' })
    assert.equal(((await openBrowser(other).get('/api/public')).json as { name: string }).name, 'Acme') // compared here
    await other.close()
  })

  testOnce('serve the accent color as a stylesheet, and link none without it', async () => {
    const link = /<link rel="stylesheet" href="(\/theme\/[0-9a-f]{6}\.css)">/
    assert.doesNotMatch((await openBrowser(server).get('/sign-in')).text, link)
    await owner.change('PATCH', PATH, { accent: '#2563eb' })
    const href = link.exec((await openBrowser(server).get('/sign-in')).text)?.[1]
    assert.equal(href, '/theme/2563eb.css')
    const file = await openBrowser(server).get('/theme/2563eb.css')
    assert.deepEqual(
      [file.status, file.headers['content-type'], file.headers['cache-control'], file.text],
      [
        200,
        'text/css; charset=utf-8',
        'public, max-age=31536000, immutable',
        ':root:root{--seal:#2563eb;--on-seal:#fffaf4;--action:#2563eb;--action-deep:#1f53c5;--on-action:#fffaf4}\n',
      ],
    )
    for (const wrong of ['/theme/red.css', '/theme/2563eb', '/theme/2563EB.css', '/theme/2563eb.css/x'])
      assert.equal((await openBrowser(server).get(wrong)).status, 404, wrong)
  })
})

function databaseOf({ context }: TestServer): string {
  const { database } = context.config
  return database.engine === 'sqlite' ? `file:${database.path}` : database.url
}
