import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { HOST_COOKIE_MS, TICKET_TTL_MS } from '@countersign/contract/limits/app-limits.ts'
import { RETURN_TO_MAX, SESSION_IDLE_MS } from '@countersign/contract/limits.ts'
import type { Group } from '@countersign/contract/routes/admin/group.ts'
import { listHosts } from '@countersign/contract/schemas/admin/host.ts'
import { forDefaultEngine } from '../../../test/support/database/engines.ts'
import { changeRows, readRows } from '../../../test/support/database/rows.ts'
import {
  addProtectedHost,
  CHECK_PATH,
  openProtectedHost,
  redirectPathOf,
} from '../../../test/support/proxies/protected-host.ts'
import { type HttpResponse, newAccount, openBrowser, prove, signIn } from '../../../test/support/server/http-browser.ts'
import { addPerson, grantStepUp, readEvents } from '../../../test/support/server/people.ts'
import { expectProblem, expectStarted, findSetCookie } from '../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../test/support/server/server.ts'
import { purge } from '../operations/purge.ts'
import { deriveKeys } from '../platform/crypto/keys.ts'
import { checkPath } from './check-path.ts'

const OURS = 'http://localhost:3000'
const COOKIE = '__Host-cs_fwd'
let hosts = 0

forDefaultEngine('a protected host', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  /** A signed-in person and a new protected host. */
  async function openHost(groupIds: string[] = []) {
    const host = `site${++hosts}.example`
    const record = await addProtectedHost(server, host, groupIds)
    return { person: await addPerson(server), site: openProtectedHost(server, host), origin: `https://${host}`, record }
  }
  type OpenedHost = Awaited<ReturnType<typeof openHost>>

  /** Returns the path on the host that the browser is redirected to after the sign-in. */
  async function startSignIn({ person, site, origin }: OpenedHost, path = '/'): Promise<string> {
    const start = redirectPathOf(await site.request(path), OURS)
    return redirectPathOf(await person.browser.get(start), origin)
  }
  async function signInToHost(opened: OpenedHost, path = '/'): Promise<HttpResponse> {
    return opened.site.request(await startSignIn(opened, path))
  }
  const statusOf = async (response: Promise<HttpResponse>) => (await response).status

  test('redirects a visitor to the sign-in and back, and then identifies them', async () => {
    const host = 'docs.example'
    await addProtectedHost(server, host)
    const site = openProtectedHost(server, host)
    const browser = openBrowser(server)
    const redirected = await site.request('/a/page?x=1&y=%2F')
    assert.equal(redirected.status, 302)
    assert.match(
      findSetCookie(redirected, '__Host-cs_fwd_state'),
      /; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=3600$/,
    )
    const start = redirectPathOf(redirected, OURS)
    const signInPath = String((await browser.get(start)).headers.location)
    const returnTo = new URL(signInPath, OURS).searchParams.get('return_to')
    assert.deepEqual([new URL(signInPath, OURS).pathname, returnTo], ['/sign-in', start])
    const account = newAccount()
    const { me } = expectStarted(await signIn(browser, account))
    const callbackPath = redirectPathOf(await browser.get(start), `https://${host}`)
    const callbackResponse = await site.request(callbackPath)
    assert.equal(callbackResponse.status, 302, callbackResponse.text)
    assert.equal(callbackResponse.headers.location, `https://${host}/a/page?x=1&y=%2F`)
    assert.match(findSetCookie(callbackResponse, COOKIE), /; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=3600$/)
    const seen = await site.request('/a/page?x=1&y=%2F')
    assert.equal(seen.status, 200, seen.text)
    const wallet = `eip155:0:${account.address}`
    const { date: _, connection: __, 'keep-alive': ___, ...headers } = seen.headers
    assert.deepEqual(headers, {
      'remote-user': me.id,
      'remote-name': account.address,
      'remote-groups': '',
      'x-countersign-subject': me.id,
      'x-countersign-wallet': wallet,
      'cache-control': 'no-store',
      'content-length': '0',
    })
    assert.equal((await site.requestViaNginx('/a')).status, 200)
  })

  test('is returned to by the sign-in page', async () => {
    const opened = await openHost()
    const returnTo = redirectPathOf(await opened.site.request('/deep?er'), OURS)
    const { browser } = opened.person
    const proof = await prove(await browser.challenge(), newAccount())
    const started = await browser.post('/api/sessions', { proof, keep: true, returnTo })
    assert.equal(expectStarted(started).next, returnTo)
  })

  test('answers nginx with the sign-in URL in a 401', async () => {
    const { site } = await openHost()
    const response = await site.requestViaNginx('/page')
    assert.equal(response.status, 401)
    assert.match(
      redirectPathOf(response, OURS),
      /^\/forward-auth\/start\?host=site\d+\.example&to=%2Fpage&state=[\w-]{43}$/,
    )
    assert.ok(findSetCookie(response, '__Host-cs_fwd_state'))
  })

  test('answers requests other than page loads with a 401', async () => {
    const { site } = await openHost()
    for (const headers of [{ accept: 'application/json' }, { accept: undefined }, { 'x-forwarded-method': 'POST' }]) {
      const response = await site.request('/', headers)
      assert.deepEqual(
        [
          response.status,
          response.headers['www-authenticate'],
          response.headers.location,
          response.headers['set-cookie'],
        ],
        [401, 'Countersign', undefined, undefined],
      )
    }
    assert.equal(await statusOf(site.request('/', { 'x-forwarded-method': 'HEAD' })), 302)
  })

  test('is checked at its secret path only, also for requests that come through the proxy', async () => {
    const opened = await openHost()
    await signInToHost(opened)
    const cookie = [...opened.site.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, 'x-original-url': `${opened.origin}/x`, 'x-original-method': 'GET' }
    const sendCheck = (path: string) => openBrowser(server).call({ path, headers })
    assert.equal((await sendCheck(CHECK_PATH)).status, 200)
    for (const path of [
      '/forward-auth',
      '/forward-auth/',
      '/forward-auth/check-',
      `${CHECK_PATH}x`,
      CHECK_PATH.slice(0, -1),
    ]) {
      const response = await sendCheck(path)
      assert.equal(response.status, 404, path)
      assert.equal(response.headers['remote-user'], undefined)
    }
    const other = checkPath(deriveKeys(Buffer.alloc(32, 7)), '')
    assert.equal((await sendCheck(other)).status, 404)
    assert.doesNotMatch(server.logLines.join(), new RegExp(CHECK_PATH.slice(-20)))
  })

  test('shows its check path to admins only', async () => {
    const admin = await addPerson(server, 'admin')
    assert.equal(listHosts.answer.parse((await admin.browser.get('/api/admin/hosts')).json).checkPath, CHECK_PATH)
    for (const role of ['member', 'auditor'] as const)
      expectProblem(await (await addPerson(server, role)).browser.get('/api/admin/hosts'), 'forbidden')
  })

  test('is checked with any method', async () => {
    const opened = await openHost()
    await signInToHost(opened)
    const cookie = [...opened.site.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD']) {
      const headers = { cookie, 'x-original-url': `${opened.origin}/x`, 'x-original-method': method }
      const response = await openBrowser(server).call({ method, path: CHECK_PATH, headers, raw: '' })
      assert.equal(response.status, 200, method)
    }
  })

  test('is rejected when it is unknown or disabled', async () => {
    const opened = await openHost()
    await signInToHost(opened)
    assert.equal(await statusOf(openProtectedHost(server, 'unknown.example').request('/')), 403)
    assert.equal(await statusOf(openProtectedHost(server, `x.${opened.site.host}`).request('/')), 403)
    assert.equal(await statusOf(opened.site.request('/')), 200)
    await changeRows(server, 'UPDATE protected_host SET enabled = 0 WHERE id = ?', opened.record.id)
    assert.equal(await statusOf(opened.site.request('/')), 403)
    const start = await opened.person.browser.get(`/forward-auth/start?host=${opened.site.host}&to=/&state=x`)
    assert.equal(start.status, 404)
  })

  test('rejects people in none of its groups, and audits it once a minute', async () => {
    const admin = await addPerson(server, 'admin')
    await grantStepUp(server, admin, 'admin.mode')
    const created = await admin.browser.post('/api/admin/groups', { name: 'Team', slug: 'team' })
    const group = created.json as Group // a good answer is one
    const opened = await openHost([group.id])
    assert.equal((await signInToHost(opened)).status, 302)
    for (let count = 0; count < 3; count++) assert.equal(await statusOf(opened.site.request('/')), 403)
    const putMembers = (add: string[], remove: string[]) =>
      admin.browser.call({ method: 'PUT', path: `/api/admin/groups/${group.id}/members`, body: { add, remove } })
    await putMembers([opened.person.id], [])
    const allowed = await opened.site.request('/')
    assert.deepEqual([allowed.status, allowed.headers['remote-groups']], [200, 'team'])
    await putMembers([], [opened.person.id])
    assert.equal(await statusOf(opened.site.request('/')), 403)
    const events = await readEvents(server, 'forward_auth.refused')
    assert.deepEqual(
      events.map(({ code, actor_id, data }) => ({ code, actor_id, data })),
      [
        {
          code: 'access_denied',
          actor_id: opened.person.id,
          data: { hostId: opened.record.id, host: opened.site.host },
        },
      ],
    )
  })

  test('rejects a session that ended or expired, and a suspended person, at once', async () => {
    const signOuts: ((opened: OpenedHost) => Promise<unknown>)[] = [
      ({ person }) => person.browser.delete('/api/session'),
      ({ person }) => changeRows(server, "UPDATE person SET status = 'suspended' WHERE id = ?", person.id),
      ({ person }) => changeRows(server, 'DELETE FROM session WHERE id = ?', person.sessionId),
      ({ person }) =>
        changeRows(server, 'UPDATE session SET idle_expires_at = ? WHERE id = ?', server.clock.now, person.sessionId),
    ]
    for (const end of signOuts) {
      const opened = await openHost()
      await signInToHost(opened)
      assert.equal(await statusOf(opened.site.request('/')), 200)
      await end(opened)
      assert.equal(await statusOf(opened.site.request('/')), 302)
      assert.equal(await statusOf(opened.site.request('/', { accept: '*/*' })), 401)
    }
  })

  test('rejects an ended session on another node too', async () => {
    const databaseUrl = await engine.createDatabase()
    const [one, other] = [await startServer(engine, { databaseUrl }), await startServer(engine, { databaseUrl })]
    const before = server
    server = one
    try {
      const opened = await openHost()
      await signInToHost(opened)
      const otherSite = openProtectedHost(other, opened.site.host)
      for (const [name, value] of opened.site.cookies) otherSite.cookies.set(name, value)
      assert.equal(await statusOf(otherSite.request('/')), 200)
      await opened.person.browser.delete('/api/session')
      assert.equal(await statusOf(otherSite.request('/')), 302)
    } finally {
      server = before
      await one.close()
      await other.close()
    }
  })

  test('has a cookie for an hour, and extends the session', async () => {
    const opened = await openHost()
    await signInToHost(opened)
    const began = server.clock.now
    server.clock.now += HOST_COOKIE_MS - 1000
    assert.equal(await statusOf(opened.site.request('/')), 200)
    await server.context.background.settled()
    const [row] = await readRows(server, 'SELECT idle_expires_at FROM session WHERE id = ?', opened.person.sessionId)
    assert.equal(row?.idle_expires_at, server.clock.now + SESSION_IDLE_MS)
    server.clock.now = began + HOST_COOKIE_MS
    assert.equal(await statusOf(opened.site.request('/')), 302)
  })

  test('rejects cookies of another host or server, and modified ones', async () => {
    const [one, two] = [await openHost(), await openHost()]
    await signInToHost(one)
    const value = one.site.cookies.get(COOKIE) ?? ''
    const [session = '', until = '', mac = ''] = value.split('.')
    const later = `${session}.${Number(until) + 1}.${mac}`
    const changed = `${session}.${until}.${mac.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`
    two.site.cookies.set(COOKIE, value)
    assert.equal(await statusOf(two.site.request('/')), 302)
    for (const wrong of [later, changed, `${two.person.sessionId}.${until}.${mac}`, '', 'x', value.slice(0, -1)]) {
      one.site.cookies.set(COOKIE, wrong)
      assert.equal(await statusOf(one.site.request('/')), 302, wrong)
    }
    one.site.cookies.set(COOKIE, value)
    assert.equal(await statusOf(one.site.request('/')), 200)
    one.site.cookies.delete(COOKIE)
    one.site.cookies.set('cs_fwd', value)
    assert.equal(await statusOf(one.site.request('/')), 302)
  })

  test('accepts a ticket once, also in twenty concurrent requests', async () => {
    const opened = await openHost()
    const callbackPath = await startSignIn(opened)
    const responses = await Promise.all(Array.from({ length: 20 }, () => opened.site.request(callbackPath)))
    assert.deepEqual([...new Set(responses.map(({ status }) => status))], [302])
    assert.equal(responses.filter((response) => findSetCookie(response, COOKIE) !== '').length, 1)
    assert.equal(findSetCookie(await opened.site.request(callbackPath), COOKIE), '')
  })

  test('rejects tickets that are expired, forged or for another host', async () => {
    const [one, two] = [await openHost(), await openHost()]
    const callbackPath = await startSignIn(one)
    for (const [name, value] of one.site.cookies) two.site.cookies.set(name, value)
    assert.equal(findSetCookie(await two.site.request(callbackPath), COOKIE), '')
    assert.equal(findSetCookie(await one.site.request('/.countersign/callback?ticket=made-up&to=/'), COOKIE), '')
    assert.equal(findSetCookie(await one.site.request('/.countersign/callback'), COOKIE), '')
    server.clock.now += TICKET_TTL_MS
    assert.equal(findSetCookie(await one.site.request(callbackPath), COOKIE), '')
    await purge(server.context)
    assert.deepEqual(await readRows(server, 'SELECT host FROM host_ticket'), [])
  })

  test('prevents login CSRF: a ticket is bound to the browser', async () => {
    const attacker = await openHost()
    const callbackPath = await startSignIn(attacker)
    const fresh = openProtectedHost(server, attacker.site.host)
    const planted = await fresh.request(callbackPath)
    assert.deepEqual([planted.status, findSetCookie(planted, COOKIE)], [400, ''])
    await fresh.request('/')
    const again = await fresh.request(callbackPath)
    assert.deepEqual([again.status, findSetCookie(again, COOKIE)], [302, ''])
    assert.notEqual(findSetCookie(await attacker.site.request(callbackPath), COOKIE), '')
  })

  test('lets two tabs of a browser sign in side by side', async () => {
    const opened = await openHost()
    const [one, two] = [await startSignIn(opened, '/one'), await startSignIn(opened, '/two')]
    assert.notEqual(findSetCookie(await opened.site.request(one), COOKIE), '')
    const second = await opened.site.request(two)
    assert.notEqual(findSetCookie(second, COOKIE), '')
    assert.equal(second.headers.location, `${opened.origin}/two`)
  })

  test('redirects to its own pages only', async () => {
    const opened = await openHost()
    const { origin, site, person } = opened
    const hostileTargets = [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/%5cevil.example',
      '/.countersign/out',
    ]
    for (const to of [...hostileTargets, '/x/../..//evil.example', 'javascript:alert(1)', '/\r\nSet-Cookie: x=1']) {
      const callbackPath = `${(await startSignIn(opened)).split('&to=')[0]}&to=${encodeURIComponent(to)}`
      assert.equal((await site.request(callbackPath)).headers.location, `${origin}/`, to)
      site.cookies.delete(COOKIE)
      const query = new URLSearchParams({ host: site.host, to })
      assert.equal((await person.browser.get(`/forward-auth/start?${query}`)).headers.location, `${origin}/`, to)
    }
    const others = ['evil.example', `${site.host}@evil.example`, `${site.host}.evil.example`, '', 'localhost:3000']
    for (const host of [...others, '\0', `${site.host}\0`, site.host.toUpperCase()])
      assert.equal(await statusOf(person.browser.get(`/forward-auth/start?${new URLSearchParams({ host })}`)), 404)
    assert.equal(await statusOf(person.browser.post(`/forward-auth/start?host=${site.host}`)), 405)
  })

  test('returns to the root when the requested URL is too long', async () => {
    const { site } = await openHost()
    const start = redirectPathOf(await site.request(`/${'%41'.repeat(RETURN_TO_MAX / 5)}`), OURS)
    assert.equal(new URL(start, OURS).searchParams.get('to'), '/')
    assert.ok(start.length <= RETURN_TO_MAX)
  })

  test('signs out: clears its cookies and redirects to the sign-out page', async () => {
    const opened = await openHost()
    await signInToHost(opened)
    const out = await opened.site.request('/.countersign/out')
    assert.deepEqual([out.status, out.headers.location], [302, `${OURS}/sign-out`])
    assert.deepEqual([...opened.site.cookies], [])
    assert.equal(await statusOf(opened.site.request('/')), 302)
  })

  test('serves a 404 for other reserved paths, never the site', async () => {
    const opened = await openHost()
    await signInToHost(opened)
    assert.equal(await statusOf(opened.site.request('/.countersign/')), 404)
    assert.equal(await statusOf(opened.site.request('/.countersign/admin')), 404)
    assert.equal(await statusOf(opened.site.request('/.countersign/callback', { 'x-forwarded-method': 'POST' })), 405)
    assert.equal(await statusOf(opened.site.request('/.countersign/callback', { 'x-forwarded-method': 'HEAD' })), 405)
    assert.equal(await statusOf(opened.site.request('//.countersign/callback')), 400)
  })

  test('is found by every spelling of its name', async () => {
    const opened = await openHost()
    await signInToHost(opened)
    const { host } = opened.site
    for (const name of [host.toUpperCase(), `${host}.`, `${host}:443`, `${host}.:443`])
      assert.equal(await statusOf(opened.site.request('/', { 'x-forwarded-host': name })), 200, name)
    for (const name of [`${host}:80`, `${host}:8443`])
      assert.equal(await statusOf(opened.site.request('/', { 'x-forwarded-host': name })), 403, name)
    for (const name of [`a@${host}`, `${host}, evil.example`, `${host}/`])
      assert.equal(await statusOf(opened.site.request('/', { 'x-forwarded-host': name })), 400, name)
    assert.equal(await statusOf(opened.site.request('/', { 'x-original-url': `${opened.origin}/` })), 400)
    assert.equal(await statusOf(opened.site.request('/%2e%2e/x')), 400)
  })

  test('rejects a check without all forwarded headers', async () => {
    const visit = await openHost()
    await signInToHost(visit)
    const closed = await openHost()
    await changeRows(server, 'UPDATE protected_host SET enabled = 0 WHERE id = ?', closed.record.id)
    const cookie = [...visit.site.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    // The forged headers come first: if the later ones were dropped, another host would be checked.
    const sent = { 'x-original-url': `${visit.origin}/`, 'x-original-method': 'GET' }
    for (const count of [10, 200, 2000]) {
      const filling = Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${at}`, '']))
      const by = { 'x-forwarded-method': 'GET', 'x-forwarded-proto': 'https', 'x-forwarded-uri': '/' }
      const headers = { cookie, ...sent, ...filling, ...by, 'x-forwarded-host': closed.site.host }
      const response = await openBrowser(server).call({ path: CHECK_PATH, headers })
      assert.equal(response.status, count === 10 ? 400 : 431)
    }
  })

  test('percent-encodes names outside ASCII', async () => {
    const opened = await openHost()
    await changeRows(server, 'UPDATE person SET display_name = ? WHERE id = ?', 'José 100% 👍', opened.person.id)
    await signInToHost(opened)
    const { headers } = await opened.site.request('/')
    assert.equal(headers['remote-name'], 'Jos%C3%A9 100%25 %F0%9F%91%8D')
    assert.equal(decodeURIComponent(headers['remote-name'] ?? ''), 'José 100% 👍')
  })

  test('is checked for trusted proxies only', async () => {
    const databaseUrl = await engine.createDatabase()
    const closed = await startServer(engine, { databaseUrl, environment: { TRUSTED_PROXIES: '10.0.0.0/8' } })
    try {
      await changeRows(
        closed,
        `INSERT INTO protected_host (id, host, name, enabled, access, group_ids, created_at, updated_at, version)
          VALUES ('hst_1', 'a.example', 'A site', 1, 'everyone', '[]', 1, 1, 1)`,
      )
      const response = await openProtectedHost(closed, 'a.example').request('/')
      assert.deepEqual(
        [response.status, response.text, response.headers.location, response.headers['set-cookie']],
        [403, '', undefined, undefined],
      )
      assert.match(closed.logLines.join(), /not in TRUSTED_PROXIES.*127\.0\.0\.1/)
    } finally {
      await closed.close()
    }
  })

  test('on loopback is reached without https, and its cookies without the prefix', async () => {
    await addProtectedHost(server, 'localhost:8080')
    const person = await addPerson(server)
    const site = openProtectedHost(server, 'localhost:8080')
    const plain = { 'x-forwarded-proto': 'http' }
    const start = redirectPathOf(await site.request('/', plain), OURS)
    const callbackPath = redirectPathOf(await person.browser.get(start), 'http://localhost:8080')
    const callbackResponse = await site.request(callbackPath, plain)
    assert.match(findSetCookie(callbackResponse, 'cs_fwd_8080'), /; Path=\/; HttpOnly; SameSite=Lax; Max-Age=3600$/)
    assert.equal(await statusOf(site.request('/', plain)), 200)
  })
})
