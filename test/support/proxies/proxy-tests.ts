/** Tests for a protected host, run with every proxy. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { HostRule } from '@countersign/contract/host/host-rule.ts'
import { VERDICT_UNKNOWN_FRESH_MS } from '@countersign/contract/limits/rule-limits.ts'
import type { Group } from '@countersign/contract/routes/admin/group.ts'
import { forDefaultEngine } from '../database/engines.ts'
import { changeRows } from '../database/rows.ts'
import { addRuleGroup, scriptRules } from '../rule-groups.ts'
import { type HttpResponse, newAccount, openBrowser, signIn } from '../server/http-browser.ts'
import { addPerson, grantStepUp } from '../server/people.ts'
import { expectStarted, findSetCookie } from '../server/responses.ts'
import type { TestServer } from '../server/server.ts'
import { CHECK_SECRET, redirectPathOf } from './protected-host.ts'
import { startProxiedSite } from './proxied-site.ts'
import type { BackendSite, RunningProxy, StartProxy } from './proxies.ts'
import { headersOfSoftware } from './software-settings.ts'

const OURS = 'http://localhost:3000'
const NAME = 'docs.localhost'

const SPOOFED = {
  'Remote-User': 'admin',
  'Remote-Name': 'Admin',
  'Remote-Groups': 'admins',
  'Remote-Email': 'admin@example.com',
  Remote_User: 'admin',
  'X-Forwarded-Host': 'evil.example',
  'X-Forwarded-Proto': 'gopher',
  'X-Forwarded-For': '203.0.113.9',
  Forwarded: 'for=203.0.113.9;host=evil.example;proto=gopher',
  'X-Countersign-Subject': 'admin',
  'X-Countersign-Wallet': 'admin',
  'X-Countersign_Wallet': 'admin',
  X_Countersign_Subject: 'admin',
  'X-WEBAUTH-USER': 'admin',
  'X-WEBAUTH-EMAIL': 'admin@example.com',
  'X-WEBAUTH-FULLNAME': 'Admin',
  X_Webauth_User: 'admin',
  'X-Webauth_User': 'admin',
  'X_Webauth-User': 'admin',
  X_Forwarded_For: '203.0.113.9',
  'X-Forwarded_For': '203.0.113.9',
  'X_Forwarded-Host': 'evil.example',
  X_Forwarded_Proto: 'gopher',
  'X-Real-IP': '203.0.113.9',
  X_Real_IP: '203.0.113.9',
  'X-Real_IP': '203.0.113.9',
  'X-HTTP-Method-Override': 'DELETE',
  'X-HTTP-Method': 'DELETE',
  'X-Method-Override': 'DELETE',
  X_HTTP_METHOD_OVERRIDE: 'DELETE',
  'X-HTTP_Method-Override': 'DELETE',
  'X-Method_Override': 'DELETE',
  'X-Original-URL': '/admin',
  'X-Rewrite-URL': '/admin',
  X_Rewrite_URL: '/admin',
  'X-Original_URL': '/admin',
}

/** PHP behind FastCGI reads dots, too. */
const SPOOFED_WITH_DOTS = {
  'Remote.User': 'admin',
  'X.Countersign.Subject': 'admin',
  'X-Countersign.Wallet': 'admin',
  'X.WEBAUTH-USER': 'admin',
  'X.Forwarded.For': '203.0.113.9',
  'X-Forwarded.Host': 'evil.example',
  'X.Real.IP': '203.0.113.9',
  'X.HTTP.Method.Override': 'DELETE',
  'X-Method.Override': 'DELETE',
  'X.Rewrite.URL': '/admin',
}

/** As PHP, WSGI and others read a header's name. */
const normalizeName = (name: string) => name.toLowerCase().replaceAll(/[_.]/g, '-')
const CLAIMS =
  /^forwarded$|^(?:remote|x-countersign|x-webauth|x-forwarded|x-real|x-http|x-method|x-original|x-rewrite)-/

/** `removesDots`: headers with a dot in their name do not reach the site. */
export function describeProxy(title: string, startProxy: StartProxy, { removesDots = true } = {}): void {
  const spoofedHeaders = removesDots ? { ...SPOOFED, ...SPOOFED_WITH_DOTS } : SPOOFED

  forDefaultEngine(title, (engine) => {
    let server: TestServer
    let site: BackendSite
    let proxy: RunningProxy
    let host: string
    let origin: string
    let hostId: string
    let groupId: string
    const cleanups: (() => Promise<void>)[] = []
    before(async () => {
      ;({ server, site, proxy, host, hostId } = await startProxiedSite(engine, startProxy, { name: NAME, cleanups }))
      origin = `http://${host}`
      const admin = await addPerson(server, 'admin')
      await grantStepUp(server, admin, 'admin.mode')
      const created = await admin.browser.post('/api/admin/groups', { name: 'Team', slug: 'team' })
      groupId = (created.json as Group).id // a good answer is one
    })
    // One test stops the server itself.
    after(() => Promise.allSettled(cleanups.map((end) => end())))

    /** A browser at the protected host, without a forwarded address. */
    function openVisitor() {
      const browser = openBrowser({ ...server, url: `http://127.0.0.1:${proxy.port}` })
      const plain = { host, accept: 'text/html', 'x-forwarded-for': undefined }
      return {
        cookies: browser.cookies,
        get: (path: string, headers: Record<string, string | undefined> = {}) =>
          browser.call({ path, headers: { ...plain, ...headers } }),
        send: (method: string, path: string, raw: string) => browser.call({ method, path, raw, headers: plain }),
      }
    }
    type Visitor = ReturnType<typeof openVisitor>

    async function changeRules(rules: HostRule[]): Promise<void> {
      const change = 'UPDATE protected_host SET rules = ? WHERE id = ?'
      await changeRows(server, change, JSON.stringify(rules), hostId)
    }

    /** Signs a new person in and completes the redirect. */
    async function signInVisitor(visitor: Visitor) {
      const person = await addPerson(server)
      const callbackPath = redirectPathOf(
        await person.browser.get(redirectPathOf(await visitor.get('/'), OURS)),
        origin,
      )
      const callbackResponse = await visitor.get(callbackPath)
      assert.equal(callbackResponse.headers.location, `${origin}/`, callbackResponse.text)
      return person
    }

    /** Asserts that no request reached the site. */
    async function expectNotForwarded(send: () => Promise<HttpResponse>): Promise<HttpResponse> {
      const reached = site.requests.length
      const response = await send()
      assert.deepEqual(site.requests.slice(reached), [])
      assert.doesNotMatch(response.text, /the site/)
      assert.ok(!`${response.text}${JSON.stringify(response.headers)}`.includes(CHECK_SECRET), response.text)
      return response
    }

    test('redirects a visitor to the sign-in and back to the requested page', async () => {
      const visitor = openVisitor()
      const redirected = await expectNotForwarded(() => visitor.get('/a/page?x=1&y=%2F', SPOOFED))
      assert.equal(redirected.status, 302, redirected.text)
      const start = redirectPathOf(redirected, OURS)
      const browser = openBrowser(server)
      const signInPage = new URL(String((await browser.get(start)).headers.location), OURS)
      assert.deepEqual([signInPage.pathname, signInPage.searchParams.get('return_to')], ['/sign-in', start])
      const account = newAccount()
      const { me } = expectStarted(await signIn(browser, account))
      const callbackPath = redirectPathOf(await browser.get(start), origin)
      const callbackResponse = await expectNotForwarded(() => visitor.get(callbackPath))
      assert.deepEqual(
        [callbackResponse.status, callbackResponse.headers.location],
        [302, `${origin}/a/page?x=1&y=%2F`],
      )
      assert.match(findSetCookie(callbackResponse, `cs_fwd_${proxy.port}`), /HttpOnly; SameSite=Lax; Max-Age=3600$/)
      const seen = await visitor.get('/a/page?x=1&y=%2F')
      assert.deepEqual([seen.status, seen.text], [200, 'the site'])
      const reached = site.requests.at(-1)
      assert.deepEqual([reached?.url, reached?.headers.host], ['/a/page?x=1&y=%2F', host])
      assert.equal(reached?.headers['remote-user'], me.id)
      assert.equal(reached?.headers['x-countersign-wallet'], `eip155:0:${account.address}`)
    })

    test('passes the identity of the person, whatever headers the browser sends', async () => {
      const visitor = openVisitor()
      const person = await signInVisitor(visitor)
      assert.equal((await visitor.get('/', SPOOFED)).status, 200)
      const headers = site.requests.at(-1)?.headers ?? {}
      const { 'x-forwarded-host': named, 'x-forwarded-proto': proto, 'x-forwarded-for': from } = headers
      assert.deepEqual([named, proto, from], [host, 'http', '127.0.0.1'])
      const identityHeaders = Object.entries(headers).filter(([name]) =>
        /^remote|^x.(?:countersign|webauth)/.test(name),
      )
      assert.deepEqual(Object.fromEntries(identityHeaders.filter(([, value]) => value !== '')), {
        'remote-user': person.id,
        'remote-name': person.account.address,
        'x-countersign-subject': person.id,
        'x-countersign-wallet': `eip155:0:${person.account.address}`,
      })
    })

    test('passes on no identity or forwarding header of the browser, however it is spelled', async () => {
      const visitor = openVisitor()
      await signInVisitor(visitor)
      assert.equal((await visitor.get('/', spoofedHeaders)).status, 200)
      const headers = Object.entries(site.requests.at(-1)?.headers ?? {})
      const claims = headers.filter(([name, value]) => CLAIMS.test(normalizeName(name)) && value !== '')
      const spoofed = new Set<unknown>(Object.values(spoofedHeaders))
      assert.deepEqual(
        claims.filter(([name, value]) => /[_.]/.test(name) || spoofed.has(value)),
        [],
      )
    })

    for (const [software, { user, name }] of Object.entries(headersOfSoftware()))
      test(`passes ${software} a valid user name in its headers`, async () => {
        const visitor = openVisitor()
        const person = await signInVisitor(visitor)
        assert.equal((await visitor.get('/', SPOOFED)).status, 200)
        const headers = site.requests.at(-1)?.headers ?? {}
        assert.deepEqual([headers[user], headers[name]], [person.id, person.account.address])
        // The user name rule of Gitea (modules/validation).
        assert.match(person.id, /^[0-9A-Za-z][-.\w]{0,39}$/)
        assert.doesNotMatch(person.id, /[-._]{2}|[-._]$/)
      })

    test('answers a refused request as refused, whatever its method', async () => {
      await changeRules([{ path: '/*', methods: ['DELETE', 'POST', 'PUT'], access: 'groups', groupIds: [groupId] }])
      const visitor = openVisitor()
      await signInVisitor(visitor)
      for (const method of ['DELETE', 'POST', 'PUT']) {
        const response = await expectNotForwarded(() => visitor.send(method, '/', '{}'))
        assert.equal(response.status, 403, `${method}: ${response.text}`)
        assert.deepEqual(
          Object.keys(response.headers).filter((name) => /^(?:remote|x-countersign)-/.test(name)),
          [],
        )
      }
      assert.equal((await visitor.get('/')).status, 200)
      await changeRules([])
    })

    test('does not let a Connection header remove identity headers', async () => {
      const visitor = openVisitor()
      const person = await signInVisitor(visitor)
      const connection = 'close, Remote-User, Remote-Groups, X-Countersign-Subject, X-Forwarded-Host'
      assert.equal((await visitor.get('/', { connection })).status, 200)
      const { headers } = site.requests.at(-1) ?? {}
      assert.deepEqual(
        [headers?.['remote-user'], headers?.['x-countersign-subject'], headers?.['x-forwarded-host']],
        [person.id, person.id, host],
      )
    })

    test('does not allow a protocol upgrade, which would bypass authentication', async () => {
      const visitor = openVisitor()
      await signInVisitor(visitor)
      for (const upgrade of ['h2c', 'h2c, websocket', 'TLS/1.0']) {
        const upgradeHeaders = {
          connection: 'Upgrade, HTTP2-Settings',
          upgrade,
          'http2-settings': 'AAMAAABkAARAAAAAAAIAAAAA',
        }
        const response = await visitor.get('/', upgradeHeaders)
        assert.deepEqual([response.status, response.text], [200, 'the site'])
        const { connection = '', 'http2-settings': settings } = site.requests.at(-1)?.headers ?? {}
        assert.doesNotMatch(connection, /upgrade/i)
        assert.equal(settings, undefined)
      }
    })

    test('passes request bodies on unchanged', async () => {
      const visitor = openVisitor()
      await signInVisitor(visitor)
      const body = JSON.stringify({ text: 'x'.repeat(50_000) })
      assert.equal((await visitor.send('POST', '/form', body)).status, 200)
      const { method, url, body: got } = site.requests.at(-1) ?? {}
      assert.deepEqual([method, url, got], ['POST', '/form', body])
    })

    test('returns 401 to API requests instead of a redirect', async () => {
      const visitor = openVisitor()
      const response = await expectNotForwarded(() => visitor.get('/api', { accept: 'application/json' }))
      assert.deepEqual([response.status, response.headers.location], [401, undefined])
      assert.equal((await expectNotForwarded(() => visitor.send('POST', '/form', '{}'))).status, 401)
    })

    test('has no bypass', async () => {
      const visitor = openVisitor()
      const paths = [
        '/../x',
        '/%2e%2e/x',
        '/x%2f..%2fy',
        '/x/..;/y',
        '//x',
        '/./',
        '/x%00',
        '/%5c..',
        '/countersign-check',
      ]
      const own = ['/.countersign/', '/.countersign/x', '//.countersign/x', '/%2ecountersign/x', '/.countersign/../x']
      for (const path of [...paths, ...own, '/.countersign/callback', '/.countersign/callback?ticket=x&to=/'])
        await expectNotForwarded(() => visitor.get(path))
      for (const name of [host.toUpperCase(), `${NAME}.:${proxy.port}`, NAME, 'other.localhost', '127.0.0.1', ''])
        await expectNotForwarded(() => visitor.get('/', { host: name }))
      for (const name of [host, 'other.localhost', `user@${host}`, 'localhost:3000'])
        await expectNotForwarded(() => visitor.get(`http://${name}/x`))
      const contradicting = {
        'x-forwarded-host': 'open.example',
        'x-forwarded-uri': '/.countersign/out',
        'x-forwarded-method': 'HEAD',
      }
      await expectNotForwarded(() => visitor.get('/', contradicting))
      await expectNotForwarded(() =>
        visitor.get('/', { 'x-original-url': 'https://open.example/', 'x-original-method': 'GET' }),
      )
      await expectNotForwarded(() => visitor.get('/', { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1' }))
      await expectNotForwarded(() => visitor.get('/', { cookie: `cs_fwd=x; __Host-cs_fwd=x; cs_fwd_${proxy.port}=x` }))
      for (const method of ['PUT', 'DELETE', 'OPTIONS', 'PROPFIND'])
        await expectNotForwarded(() => visitor.send(method, '/', ''))
    })

    test('keeps /.countersign/ paths from the site, also for signed-in people', async () => {
      const visitor = openVisitor()
      await signInVisitor(visitor)
      for (const path of ['/.countersign/', '/.countersign/x', '//.countersign/x', '/%2ecountersign/x', '/../x'])
        await expectNotForwarded(() => visitor.get(path))
    })

    test('treats every spelling of the host name as the same host', async () => {
      const visitor = openVisitor()
      await signInVisitor(visitor)
      const response = await visitor.get('/', { host: host.toUpperCase() })
      assert.deepEqual([response.status, response.text], [200, 'the site'])
    })

    test('is closed once the session ended', async () => {
      const visitor = openVisitor()
      const person = await signInVisitor(visitor)
      assert.equal((await visitor.get('/')).status, 200)
      await person.browser.delete('/api/session')
      assert.equal((await expectNotForwarded(() => visitor.get('/'))).status, 302)
    })

    test('is closed to people in none of its groups', async () => {
      const visitor = openVisitor()
      await signInVisitor(visitor)
      const admin = await addPerson(server, 'admin')
      await grantStepUp(server, admin, 'admin.mode')
      const path = `/api/admin/hosts/${hostId}`
      assert.equal((await admin.change('PATCH', path, { access: 'groups', groupIds: [groupId] })).status, 200)
      const refused = await expectNotForwarded(() => visitor.get('/'))
      assert.equal(refused.status, 403)
      assert.ok(refused.text.includes('You are signed in, but you do not have access to this site.'), refused.text)
      assert.equal((await expectNotForwarded(() => visitor.send('POST', '/form', '{}'))).status, 403)
      assert.equal((await admin.change('PATCH', path, { access: 'everyone' }, 2)).status, 200)
      assert.equal((await visitor.get('/')).status, 200)
    })

    test('answers with an error while the rule of a group cannot be checked', async () => {
      const visitor = openVisitor()
      await signInVisitor(visitor)
      const rules = scriptRules(server, () => 'unknown')
      const group = await addRuleGroup(server)
      const restrict = "UPDATE protected_host SET access = 'groups', group_ids = ? WHERE id = ?"
      await changeRows(server, restrict, JSON.stringify([group.id]), hostId)
      const sends = [
        () => visitor.get('/'),
        () => visitor.get('/', { accept: '*/*' }),
        () => visitor.send('POST', '/', ''),
      ]
      for (const send of sends) {
        const response = await expectNotForwarded(send)
        assert.ok(response.status === 503 || response.status === 500, `${response.status} ${response.text}`)
        assert.equal(response.headers.location, undefined)
      }
      rules.decide = () => 'yes'
      server.clock.now += VERDICT_UNKNOWN_FRESH_MS
      assert.equal((await visitor.get('/')).status, 200)
      await changeRows(server, "UPDATE protected_host SET access = 'everyone', group_ids = '[]' WHERE id = ?", hostId)
    })

    test('signs out', async () => {
      const visitor = openVisitor()
      await signInVisitor(visitor)
      const out = await expectNotForwarded(() => visitor.get('/.countersign/out'))
      assert.deepEqual([out.status, out.headers.location], [302, `${OURS}/sign-out`])
      assert.equal(visitor.cookies.get(`cs_fwd_${proxy.port}`), undefined)
      assert.equal((await expectNotForwarded(() => visitor.get('/'))).status, 302)
    })

    test('is closed once its check path is rotated, until the proxy has the new one', async () => {
      const visitor = openVisitor()
      await signInVisitor(visitor)
      assert.equal((await visitor.get('/')).status, 200)
      const admin = await addPerson(server, 'admin')
      await grantStepUp(server, admin, 'admin.mode')
      assert.equal((await admin.browser.post('/api/admin/hosts/check-path/rotate')).status, 204)
      assert.ok((await expectNotForwarded(() => visitor.get('/'))).status >= 400)
      await changeRows(server, "DELETE FROM setting WHERE key = 'check_path_salt'")
      assert.equal((await visitor.get('/')).status, 200)
    })

    test('is closed while Countersign does not answer', async () => {
      const visitor = openVisitor()
      await signInVisitor(visitor)
      await server.close()
      assert.ok((await expectNotForwarded(() => visitor.get('/'))).status >= 500)
    })
  })
}
