/** What an operator adds to let git reach a Gitea that is behind a protected host. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { forDefaultEngine } from '../support/database/engines.ts'
import { redirectPathOf } from '../support/proxies/protected-host.ts'
import { startProxiedSite } from '../support/proxies/proxied-site.ts'
import { type BackendSite, type RunningProxy, readExample, startCaddy, startNginx } from '../support/proxies/proxies.ts'
import { openBrowser } from '../support/server/http-browser.ts'
import { addPerson } from '../support/server/people.ts'
import type { TestServer } from '../support/server/server.ts'

const NAME = 'git.localhost'
const GIT = [
  '/ada/engine.git/info/refs?service=git-upload-pack',
  '/ada/engine/info/refs?service=git-receive-pack',
  '/ada/engine.wiki.git/git-upload-pack',
  '/ada/engine.git/git-receive-pack',
  '/ada/engine.git/info/lfs/objects/batch',
]
const NOT_GIT = [
  '/',
  '/ada/engine',
  '/ada/engine/info',
  '/ada/engine/info/lfs/',
  '/ada/engine/info/refs/',
  '/ada/engine/src/info/refs',
  '/info/refs',
  '/user/settings/git-upload-pack-not',
  '/.countersign/x/info/refs',
  '/api/v1/user',
]
const HOSTILE_PATHS = [
  '/ada/engine/info/refs/../../../user/settings',
  '/user/settings%3F/info/refs',
  '/user/settings%2F..%2F..%2Fada%2Fengine/info/refs',
  '/.countersign/../ada/engine/info/refs',
  '//ada/engine/info/refs',
]
const SENT_HEADERS = {
  cookie: 'i_like_gitea=stolen',
  authorization: 'Basic dG9rZW4=',
  'Remote-User': 'admin',
  'X-WEBAUTH-USER': 'admin',
  'X-Real-IP': '203.0.113.9',
  Forwarded: 'for=203.0.113.9',
  'X-Original-URL': '/admin',
  'X-HTTP-Method-Override': 'DELETE',
}

const PROXIES = {
  nginx: {
    start: startNginx,
    amend: (text: string) =>
      text.replace('    location / {', `${readExample('gitea/git.nginx.conf')}\n    location / {`),
  },
  Caddy: {
    start: startCaddy,
    amend: (text: string) =>
      text.replace('\t\tforward_auth ', `${readExample('gitea/git.Caddyfile')}\n\t\tforward_auth `),
  },
}

for (const [title, { start, amend }] of Object.entries(PROXIES))
  forDefaultEngine(`git over https behind ${title}`, (engine) => {
    let server: TestServer
    let site: BackendSite
    let proxy: RunningProxy
    let host: string
    const cleanups: (() => Promise<void>)[] = []
    before(async () => {
      ;({ server, site, proxy, host } = await startProxiedSite(engine, start, { name: NAME, amend, cleanups }))
    })
    after(() => Promise.allSettled(cleanups.map((end) => end())))

    const openVisitor = () => {
      const browser = openBrowser({ ...server, url: `http://127.0.0.1:${proxy.port}` })
      const get = (path: string, headers: Record<string, string | undefined> = {}) =>
        browser.call({ path, headers: { host, 'x-forwarded-for': undefined, ...headers } })
      return { get }
    }
    /** What reached the site of who is there. */
    const identityAfter = (reached: number) =>
      site.requests.slice(reached).map(({ url, headers }) => {
        const identityHeaders = Object.entries(headers).filter(([name]) =>
          /^remote|^x.(?:countersign|webauth|http|original)|^cookie|^forwarded/.test(name),
        )
        return {
          url,
          from: headers['x-real-ip'] ?? '127.0.0.1',
          token: headers.authorization,
          identityHeaders: identityHeaders.filter(([, value]) => value !== ''),
        }
      })

    test('reaches Gitea with its token and no identity header', async () => {
      for (const url of GIT) {
        const reached = site.requests.length
        assert.equal((await openVisitor().get(url, SENT_HEADERS)).status, 200, url)
        assert.deepEqual(identityAfter(reached), [
          { url, from: '127.0.0.1', token: SENT_HEADERS.authorization, identityHeaders: [] },
        ])
      }
    })

    test('opens no other path, however it is encoded', async () => {
      for (const url of NOT_GIT) {
        const reached = site.requests.length
        assert.notEqual((await openVisitor().get(url, SENT_HEADERS)).status, 200, url)
        assert.deepEqual(identityAfter(reached), [])
      }
      for (const url of HOSTILE_PATHS) {
        const reached = site.requests.length
        await openVisitor().get(url, SENT_HEADERS)
        for (const { identityHeaders } of identityAfter(reached)) assert.deepEqual(identityHeaders, [], url)
      }
    })

    test('ignores the session that a person has elsewhere on the host', async () => {
      const visitor = openVisitor()
      const person = await addPerson(server)
      const redirected = await visitor.get('/', { accept: 'text/html' })
      const signedIn = await person.browser.get(redirectPathOf(redirected, 'http://localhost:3000'))
      await visitor.get(redirectPathOf(signedIn, `http://${host}`))
      assert.equal((await visitor.get('/ada/engine')).status, 200)
      assert.equal(site.requests.at(-1)?.headers['remote-user'], person.id)
      const reached = site.requests.length
      const [url = ''] = GIT
      assert.equal((await visitor.get(url)).status, 200)
      assert.deepEqual(identityAfter(reached), [{ url, from: '127.0.0.1', token: undefined, identityHeaders: [] }])
    })
  })
