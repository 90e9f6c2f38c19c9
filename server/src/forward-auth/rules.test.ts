import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { AppError } from '@countersign/contract/error/errors.ts'
import type { HostRule } from '@countersign/contract/host/host-rule.ts'
import { forDefaultEngine } from '../../../test/support/database/engines.ts'
import { addProtectedHost, openProtectedHost } from '../../../test/support/proxies/protected-host.ts'
import { addPerson, grantStepUp, readEvents } from '../../../test/support/server/people.ts'
import { startServer, type TestServer } from '../../../test/support/server/server.ts'
import { writeHostCookie } from './host-cookie.ts'

const rule = (path: string, access: HostRule['access'], groupIds: string[] = []): HostRule => ({
  path,
  methods: [],
  access,
  groupIds,
})
const IDENTITY = ['remote-user', 'remote-name', 'remote-groups', 'x-countersign-subject', 'x-countersign-wallet']
let hosts = 0

const OVERRIDES = [
  ...['x-http-method-override', 'x-http-method', 'x-method-override'],
  ...['x_http_method_override', 'x-http_method-override', 'x_http_method', 'x_method-override'],
  // PHP reads dots as underscores, lighttpd every other character.
  ...['x.http.method.override', 'x-http-method.override', 'x.http-method', 'x!method~override'],
]

forDefaultEngine('rules of a protected host', (engine) => {
  let server: TestServer
  let team: string
  before(async () => {
    server = await startServer(engine)
    const admin = await addPerson(server, 'admin')
    await grantStepUp(server, admin, 'admin.mode')
    const created = await admin.browser.post('/api/admin/groups', { name: 'Team', slug: 'team' })
    team = (created.json as { id: string }).id // a good answer has one
  })
  after(() => server.close())

  async function createHost(rules: HostRule[], groupIds: string[] = []) {
    const name = `rules${++hosts}.example`
    const record = await addProtectedHost(server, name, groupIds, { rules })
    const site = openProtectedHost(server, name)
    const cookieOf = (sessionId: string) => String(writeHostCookie(server.context, name, sessionId).split(';')[0])
    return { record, site, cookieOf }
  }

  async function joinTeam(personId: string): Promise<void> {
    const admin = await addPerson(server, 'admin')
    await grantStepUp(server, admin, 'admin.mode')
    const path = `/api/admin/groups/${team}/members`
    assert.equal((await admin.change('PUT', path, { add: [personId], remove: [] })).status, 200)
  }

  test('pass visitors on public paths without identity', async () => {
    const { site } = await createHost([rule('/public/*', 'public')], [team])
    for (const accept of ['text/html', 'application/json']) {
      const response = await site.request('/public/x', { accept })
      assert.deepEqual(
        [response.status, response.headers.location, response.headers['set-cookie']],
        [200, undefined, undefined],
      )
      for (const name of IDENTITY) assert.equal(response.headers[name], '', name)
    }
    assert.equal((await site.requestViaNginx('/public/x')).status, 200)
    assert.equal((await site.request('/other')).status, 302)
    assert.equal((await site.requestViaNginx('/other')).status, 401)
    assert.equal((await site.request('/public/../other')).status, 400)
  })

  test('identify a signed-in person on public paths, regardless of groups', async () => {
    const { site, cookieOf } = await createHost([rule('/public/*', 'public')], [team])
    const person = await addPerson(server)
    const cookie = cookieOf(person.sessionId)
    const response = await site.request('/public/x', { cookie })
    assert.deepEqual([response.status, response.headers['remote-user']], [200, person.id])
    assert.equal((await site.request('/other', { cookie })).status, 403)
    await person.browser.delete('/api/session')
    const signedOut = await site.request('/public/x', { cookie })
    assert.deepEqual([signedOut.status, signedOut.headers['remote-user']], [200, ''])
    const forged = await site.request('/public/x', { cookie: `${cookie}x` })
    assert.deepEqual([forged.status, forged.headers['remote-user']], [200, ''])
  })

  test('open one part to everyone and restrict another to a group', async () => {
    const { site, cookieOf } = await createHost([rule('/admin/*', 'groups', [team]), rule('/docs/*', 'everyone')])
    const person = await addPerson(server)
    const statusOf = async (path: string) => (await site.request(path, { cookie: cookieOf(person.sessionId) })).status
    assert.deepEqual([await statusOf('/docs/x'), await statusOf('/'), await statusOf('/admin/x')], [200, 200, 403])
    for (const path of ['/Admin/x', '/admin//x', '/%61dmin/x', '/admin;x/y'])
      assert.equal(await statusOf(path), 403, path)
    assert.equal((await readEvents(server, 'forward_auth.refused')).length > 0, true)
    await joinTeam(person.id)
    for (const path of ['/admin/x', '/Admin/x', '/admin//x']) assert.equal(await statusOf(path), 200, path)
  })

  test('use the method that the proxy forwards', async () => {
    const { site } = await createHost([{ ...rule('/api/*', 'public'), methods: ['GET'] }])
    const json = { accept: 'application/json' }
    for (const method of ['GET', 'HEAD']) {
      assert.equal((await site.request('/api/x', { ...json, 'x-forwarded-method': method })).status, 200)
      assert.equal((await site.requestViaNginx('/api/x', { ...json, 'x-original-method': method })).status, 200)
    }
    for (const method of ['POST', 'DELETE', 'OPTIONS']) {
      assert.equal((await site.request('/api/x', { ...json, 'x-forwarded-method': method })).status, 401)
      assert.equal((await site.requestViaNginx('/api/x', { ...json, 'x-original-method': method })).status, 401)
    }
    for (const name of OVERRIDES)
      assert.equal((await site.request('/api/x', { ...json, [name]: 'DELETE' })).status, 401, name)
    for (const [name, value] of [
      ['x-http-method-override', ''],
      ['my-x-http-method', 'DELETE'],
      ['x-http-method-limit', 'DELETE'],
    ] as const)
      assert.equal((await site.request('/api/x', { ...json, [name]: value })).status, 200, name)
  })

  test('apply to each method that a header of the request names', async () => {
    const { site, cookieOf } = await createHost([
      { ...rule('/api/*', 'groups', [team]), methods: ['DELETE'] },
      rule('/api/*', 'everyone'),
    ])
    const person = await addPerson(server)
    const cookie = cookieOf(person.sessionId)
    const statusOf = async (headers: Record<string, string>) =>
      (await site.request('/api/x', { cookie, 'x-forwarded-method': 'POST', ...headers })).status
    assert.deepEqual([await statusOf({}), await statusOf({ 'x-forwarded-method': 'DELETE' })], [200, 403])
    for (const name of OVERRIDES)
      for (const value of ['DELETE', 'delete', ' Delete ', 'PUT, DELETE', 'DELETE,PUT'])
        assert.equal(await statusOf({ [name]: value }), 403, `${name}: ${value}`)
    await joinTeam(person.id)
    assert.equal(await statusOf({ 'x-method-override': 'DELETE' }), 200)
  })

  test('do not apply to reserved paths', async () => {
    const { site } = await createHost([rule('/*', 'public')])
    assert.equal((await site.request('/.countersign/x')).status, 404)
    assert.equal((await site.request('/.countersign/out')).status, 302)
    for (const path of ['/%2ecountersign/x', '//.countersign/x'])
      assert.equal((await site.request(path)).status, 400, path)
  })

  /** The answers of a public and another path to a person whose session cannot be read because of this. */
  async function requestWhileFailing(failure: Error) {
    const { site, cookieOf } = await createHost([rule('/public/*', 'public')])
    const { sessionId } = await addPerson(server)
    const { store } = server.context
    const lookUp = store.lookUp.bind(store)
    const cookie = cookieOf(sessionId)
    server.context.store = {
      ...store,
      lookUp: (wanted) => {
        if (wanted.name === sessionId) throw failure
        return lookUp(wanted)
      },
    }
    const [open, closed] = [await site.request('/public/x', { cookie }), await site.request('/x', { cookie })]
    server.context.store = store
    return { open, closed }
  }

  test('keep public paths open while a session cannot be verified', async () => {
    const { open, closed } = await requestWhileFailing(new AppError('rpc_unavailable'))
    assert.deepEqual([open.status, open.headers['remote-user']], [200, ''])
    assert.equal(closed.status, 503)
  })

  test('hide no fault of the server behind a public path', async () => {
    const { open, closed } = await requestWhileFailing(new Error('broken'))
    assert.deepEqual([open.status, closed.status], [500, 500])
  })
})
