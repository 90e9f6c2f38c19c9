/** Tests for hosts behind one proxy and a wildcard, with rules, tokens and extra headers. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { forDefaultEngine } from '../database/engines.ts'
import { openBrowser } from '../server/http-browser.ts'
import { addPerson } from '../server/people.ts'
import type { TestServer } from '../server/server.ts'
import { addToken, redirectPathOf } from './protected-host.ts'
import { startProxiedSite } from './proxied-site.ts'
import type { BackendSite, RunningProxy, StartProxy } from './proxies.ts'

const OURS = 'http://localhost:3000'
const HEADERS = [
  { header: 'X-WEBAUTH-USER', value: 'id' as const },
  { header: 'Auth-Groups', value: 'groups' as const },
  { header: 'Wiki-Login-Name', value: 'name' as const },
]
const SPOOFED = Object.fromEntries(
  ['Remote-User', 'X-WEBAUTH-USER', 'x_webauth_user', 'X-Webauth_User', 'Auth-Groups', 'Auth_Groups']
    .concat(['Wiki-Login-Name', 'Wiki_Login_Name', 'Wiki-Login_Name', 'Wiki_Login-Name'])
    .map((name) => [name, 'spoofed']),
)

export function describeWildcard(title: string, startProxy: StartProxy): void {
  forDefaultEngine(title, (engine) => {
    let server: TestServer
    let site: BackendSite
    let proxy: RunningProxy
    let hostId: string
    const cleanups: (() => Promise<void>)[] = []
    before(async () => {
      const rules = [{ path: '/public/*', methods: [], access: 'public' as const, groupIds: [] }]
      const siteOptions = { name: '*.localhost', headers: HEADERS, rules, cleanups }
      ;({ server, site, proxy, hostId } = await startProxiedSite(engine, startProxy, siteOptions))
    })
    after(() => Promise.allSettled(cleanups.map((end) => end())))

    function openVisitor(name: string) {
      const host = `${name}:${proxy.port}`
      const browser = openBrowser({ ...server, url: `http://127.0.0.1:${proxy.port}` })
      const plain = { host, accept: 'text/html', 'x-forwarded-for': undefined }
      const get = (path: string, headers: Record<string, string | undefined> = {}) =>
        browser.call({ path, headers: { ...plain, ...headers } })
      return { host, cookies: browser.cookies, get }
    }
    type Visitor = ReturnType<typeof openVisitor>

    async function signInVisitor(visitor: Visitor) {
      const person = await addPerson(server)
      const start = redirectPathOf(await visitor.get('/'), OURS)
      await visitor.get(redirectPathOf(await person.browser.get(start), `http://${visitor.host}`))
      return person
    }

    /** The headers of the last request that reached the site, without the empty ones. */
    const lastHeaders = () => {
      const headers = Object.entries(site.requests.at(-1)?.headers ?? {})
      return Object.fromEntries(headers.filter(([, value]) => value !== ''))
    }
    const spoofedIn = (headers: Record<string, unknown>) =>
      Object.entries(headers).filter(([, value]) => String(value).includes('spoofed'))

    test('have separate cookies and names', async () => {
      const [a, b] = [openVisitor('a.localhost'), openVisitor('b.localhost')]
      const person = await signInVisitor(a)
      assert.equal((await a.get('/')).text, 'the site')
      assert.deepEqual([lastHeaders().host, lastHeaders()['remote-user']], [a.host, person.id])
      for (const [name, value] of a.cookies) b.cookies.set(name, value)
      const reached = site.requests.length
      assert.equal((await b.get('/')).status, 302)
      for (const name of ['localhost', 'a.b.localhost', 'other.example'])
        assert.notEqual((await openVisitor(name).get('/')).text, 'the site', name)
      assert.equal(site.requests.length, reached)
    })

    test('receive the extra headers of their host from Countersign only', async () => {
      const visitor = openVisitor('a.localhost')
      const person = await signInVisitor(visitor)
      assert.equal((await visitor.get('/', SPOOFED)).status, 200)
      const { 'x-webauth-user': user, 'wiki-login-name': name, ...headers } = lastHeaders()
      assert.deepEqual([user, name], [person.id, person.account.address])
      assert.deepEqual(spoofedIn(headers), [])
    })

    test('are public where a rule allows it, without an identity', async () => {
      const visitor = openVisitor('a.localhost')
      assert.equal((await visitor.get('/public/x', SPOOFED)).text, 'the site')
      const identityHeaders = Object.keys(lastHeaders()).filter((name) =>
        /^remote|^x.(?:countersign|webauth)|^(?:auth|wiki)/.test(name),
      )
      assert.deepEqual(identityHeaders, [])
      assert.deepEqual(spoofedIn(lastHeaders()), [])
      const reached = site.requests.length
      for (const path of [
        '/x',
        '/public/../x',
        '/public/%2e%2e/x',
        '/public/..%2fx',
        '/public/..;/x',
        '//x',
        '/public/;/x',
      ])
        assert.notEqual((await visitor.get(path)).text, 'the site', path)
      assert.equal(site.requests.length, reached)
    })

    test('are reached by programs with a token, which is removed before the site', async () => {
      const token = await addToken(server, hostId, { name: 'ci' })
      const visitor = openVisitor('a.localhost')
      for (const scheme of ['Bearer', 'bearer', '\tBearer \t'])
        for (const path of ['/api', '/public/x']) {
          assert.equal((await visitor.get(path, { authorization: `${scheme} ${token}`, ...SPOOFED })).text, 'the site')
          const { authorization, 'remote-user': user, 'x-webauth-user': mapped, ...headers } = lastHeaders()
          assert.deepEqual([authorization, user, mapped], [undefined, 'token:ci', 'token:ci'])
          assert.deepEqual(spoofedIn(headers), [])
          assert.equal(JSON.stringify(headers).includes(token), false)
        }
      const reached = site.requests.length
      for (const wrong of [`Bearer ${token}x`, 'Bearer cs_host_x']) {
        const response = await visitor.get('/api', { authorization: wrong })
        assert.deepEqual([response.status, response.headers.location], [401, undefined])
      }
      assert.equal(site.requests.length, reached)
    })
  })
}
