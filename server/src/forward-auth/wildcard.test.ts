import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { forDefaultEngine } from '../../../test/support/database/engines.ts'
import { changeRows, openRegistration, readRows } from '../../../test/support/database/rows.ts'
import { addProtectedHost, openProtectedHost, redirectPathOf } from '../../../test/support/proxies/protected-host.ts'
import type { HttpResponse } from '../../../test/support/server/http-browser.ts'
import { addPerson, grantStepUp, readEvents, type TestPerson } from '../../../test/support/server/people.ts'
import { startServer, type TestServer } from '../../../test/support/server/server.ts'

const OURS = 'https://id.example.com'
type Site = ReturnType<typeof openProtectedHost>

forDefaultEngine('a wildcard host', (engine) => {
  let server: TestServer
  let wildcardId: string
  before(async () => {
    server = await startServer(engine, { environment: { PUBLIC_URL: OURS } })
    await openRegistration(server)
    ;({ id: wildcardId } = await addProtectedHost(server, '*.example.com'))
  })
  after(() => server.close())

  const openHost = (host: string) => openProtectedHost(server, host)
  const statusAt = async (host: string) => (await openHost(host).request('/')).status

  /** The path on the host that a signed-in person is redirected to. */
  async function landingFor(person: TestPerson, site: Site): Promise<string> {
    return redirectPathOf(
      await person.browser.get(redirectPathOf(await site.request('/page'), OURS)),
      `https://${site.host}`,
    )
  }
  async function signInToHost(person: TestPerson, site: Site): Promise<HttpResponse> {
    return site.request(await landingFor(person, site))
  }

  test('covers every host one label below it', async () => {
    const person = await addPerson(server)
    const site = openHost('wiki.example.com')
    const callbackResponse = await signInToHost(person, site)
    assert.deepEqual(
      [callbackResponse.status, callbackResponse.headers.location],
      [302, 'https://wiki.example.com/page'],
    )
    const seen = await site.request('/page')
    assert.deepEqual([seen.status, seen.headers['remote-user']], [200, person.id])
  })

  test('does not cover two labels, the domain itself, other ports or a common suffix', async () => {
    for (const host of [
      'a.b.example.com',
      'example.com',
      'a.example.com:8443',
      'aexample.com',
      'a.example.com.evil.com',
    ])
      assert.equal(await statusAt(host), 403, host)
    for (const host of ['*.example.com', '.example.com']) assert.equal(await statusAt(host), 400, host)
  })

  test('never covers our own host, at any port', async () => {
    await addProtectedHost(server, '*.example.com:8443')
    for (const host of ['id.example.com', 'ID.example.com.', 'id.example.com:8443', 'id.example.com:443'])
      assert.equal(await statusAt(host), 403, host)
    assert.equal(await statusAt('a.example.com:8443'), 302)
    const { browser } = await addPerson(server)
    const state = 's'.repeat(43)
    for (const host of ['id.example.com', 'id.example.com:8443', '*.example.com', 'a.b.example.com'])
      assert.equal((await browser.get(`/forward-auth/start?host=${host}&to=/&state=${state}`)).status, 404, host)
  })

  test('does not cover our own host when that is a protected host itself', async () => {
    await changeRows(
      server,
      `INSERT INTO protected_host (id, host, name, enabled, access, group_ids, created_at, updated_at, version)
        VALUES ('hst_own', 'id.example.com', 'Own', 1, 'everyone', '[]', 1, 1, 1)`,
    )
    assert.equal(await statusAt('id.example.com'), 403)
  })

  test('issues tickets for the requested host only', async () => {
    const person = await addPerson(server)
    const [a, b] = [openHost('a.example.com'), openHost('b.example.com')]
    const callbackPath = await landingFor(person, a)
    const [row] = await readRows(server, 'SELECT host FROM host_ticket WHERE session_id = ?', person.sessionId)
    assert.equal(row?.host, 'a.example.com')
    await b.request('/')
    const stateCookie = '__Host-cs_fwd_state'
    b.cookies.set(stateCookie, a.cookies.get(stateCookie) ?? assert.fail())
    await b.request(callbackPath)
    assert.equal(b.cookies.get('__Host-cs_fwd'), undefined)
    assert.equal((await b.request('/')).status, 302)
    await a.request(callbackPath)
    assert.equal((await a.request('/')).status, 200) // not spent by the try at the other host
  })

  test('accepts a cookie at the host that set it only', async () => {
    const [a, b] = [openHost('a.example.com'), openHost('b.example.com')]
    await signInToHost(await addPerson(server), a)
    assert.equal((await a.request('/')).status, 200)
    for (const [name, value] of a.cookies) b.cookies.set(name, value)
    assert.equal((await b.request('/')).status, 302)
    assert.equal((await b.request('/', { accept: 'application/json' })).status, 401)
  })

  test('yields to a host with its own settings, also when that is disabled', async () => {
    const admin = await addPerson(server, 'admin')
    await grantStepUp(server, admin, 'admin.mode')
    const created = await admin.browser.post('/api/admin/groups', { name: 'Team', slug: 'team' })
    const { id: groupId } = created.json as { id: string } // a good answer has one
    const site = openHost('exact.example.com')
    await signInToHost(await addPerson(server), site)
    assert.equal((await site.request('/')).status, 200)
    const exact = await addProtectedHost(server, 'exact.example.com', [groupId])
    assert.equal((await site.request('/')).status, 403)
    const [refused] = await readEvents(server, 'forward_auth.refused')
    assert.deepEqual(refused?.data, { hostId: exact.id, host: 'exact.example.com' })
    const path = `/api/admin/hosts/${exact.id}`
    assert.equal((await admin.change('PATCH', path, { access: 'everyone', enabled: false })).status, 200)
    assert.equal((await site.request('/')).text, 'This host is not configured or is disabled.\n')
    assert.equal((await admin.change('DELETE', path, undefined, 2)).status, 204)
    assert.equal((await site.request('/')).status, 200)
  })

  test('is closed everywhere once it is disabled', async () => {
    const site = openHost('late.example.com')
    await signInToHost(await addPerson(server), site)
    await changeRows(server, 'UPDATE protected_host SET enabled = 0 WHERE id = ?', wildcardId)
    assert.equal((await site.request('/')).status, 403)
    await changeRows(server, 'UPDATE protected_host SET enabled = 1 WHERE id = ?', wildcardId)
    assert.equal((await site.request('/')).status, 200)
  })
})
