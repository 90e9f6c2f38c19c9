import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Group } from '@countersign/contract/routes/admin/group.ts'
import { listHosts } from '@countersign/contract/schemas/admin/host.ts'
import type { Page } from 'playwright-core'
import { interaction } from '../../../web/src/words/interaction.ts'
import { accessRuleFor } from '../../support/access-rule.ts'
import { LOCAL_DOMAIN } from '../../support/browser/chromium.ts'
import { clickButton, expectHeading, expectText, type TestUser, waitForPath } from '../../support/browser/test-user.ts'
import { setUpVisitSuite } from '../../support/browser/visit-suite.ts'
import { signIn, signOut } from '../../support/browser/words.ts'
import { forDefaultEngine } from '../../support/database/engines.ts'
import { type BackendSite, startBackendSite, startCaddy, startNginx } from '../../support/proxies/proxies.ts'

const PROXIES = { nginx: startNginx, Caddy: startCaddy }
const DEEP = '/deep/page?x=1&y=%2F&z=a+b'
const SPOOFED = { 'Remote-User': 'admin', 'Remote-Groups': 'admins', 'X-Countersign-Wallet': 'admin' }

type SocketPage = { socket?: WebSocket }

function openSocket(): Promise<string> {
  const socket = new WebSocket('/socket')
  return new Promise((resolve) => {
    socket.onopen = () => {
      ;(globalThis as SocketPage).socket = socket // the page is its global
      resolve('open')
    }
    socket.onclose = () => resolve('closed')
  })
}

function echoInSocket(text: string): Promise<string> {
  const { socket } = globalThis as SocketPage // put there by `openSocket`
  return new Promise((resolve) => {
    if (!socket) return resolve('no socket')
    socket.onmessage = (event) => resolve(String(event.data))
    socket.onclose = () => resolve('closed')
    socket.send(text)
  })
}

forDefaultEngine('a protected host in the browser', (engine) => {
  const visits = setUpVisitSuite(engine)
  let site: BackendSite
  before(async () => {
    site = await startBackendSite()
    visits.cleanups.push(() => site.close())
  })

  /** By https and a name of its own, as people reach it, with the settings our screen gives for it. */
  async function addHost(proxy: keyof typeof PROXIES, name: string, groupIds: string[] = []): Promise<string> {
    const countersign = Number(new URL(visits.product.origin).port)
    const host = `${name}.${LOCAL_DOMAIN}`
    const listed = await visits.product.asOwner('admin.mode', {
      method: 'GET',
      path: '/api/admin/hosts',
      body: undefined,
    })
    const { checkPath } = listHosts.answer.parse(listed)
    const running = await PROXIES[proxy]({ host, countersign, checkPath, site: site.port })
    visits.cleanups.push(() => running.stop())
    const named = `${host}:${running.port}`
    const body = { host: named, name: 'A site', ...accessRuleFor(groupIds) }
    await visits.product.asOwner('admin.mode', { path: '/api/admin/hosts', body })
    return `https://${named}`
  }

  // The certificate is self-signed.
  const openUser = (origin: string) => visits.openUser(origin, { ignoreHTTPSErrors: true, extraHTTPHeaders: SPOOFED })

  /** Is sent to sign in, signs, and is where they wanted to be. */
  async function signInToHost({ page }: TestUser, address: string): Promise<void> {
    await page.goto(address)
    assert.equal(new URL(page.url()).origin, visits.product.origin)
    await expectHeading(page, interaction.signInTitle('A site'))
    await expectText(page, interaction.signInLead(new URL(address).host))
    await clickButton(page, signIn.continueWith('MetaMask'))
    await page.waitForURL(address)
  }
  const textOf = async (page: Page) => (await page.locator('body').innerText()).trim()
  const idOf = async ({ page }: TestUser): Promise<string> =>
    (await (await page.request.get(`${visits.product.origin}/api/session`)).json()).me.id
  /** The identity headers of the last request for this. */
  const identityAt = (url: string) => {
    const headers = site.requests.findLast((request) => request.url === url)?.headers ?? {}
    return Object.fromEntries(Object.entries(headers).filter(([name]) => /^remote|^x-countersign/.test(name)))
  }

  type HostPage = { page: Page; origin: string }

  /** The site is reached from pages, their scripts and their WebSockets, with no headers but those of the proxy. */
  async function reachSite({ page }: HostPage, identity: Record<string, string>): Promise<void> {
    await page.reload()
    assert.equal(await textOf(page), 'the site')
    assert.deepEqual(identityAt(DEEP), identity)
    const status = await page.evaluate(async (headers) => (await fetch('/from-a-script', { headers })).status, {
      ...SPOOFED,
      'Remote-Email': 'admin@acme.test',
    })
    assert.deepEqual([status, identityAt('/from-a-script')], [200, identity])
    await page.evaluate(openSocket)
    assert.equal(await page.evaluate(echoInSocket, 'before'), 'before')
  }

  /** Nothing new reaches the site; an open connection is for the site to end. */
  async function expectClosed({ page }: HostPage): Promise<void> {
    const reached = site.requests.length
    assert.equal(await page.evaluate(async () => (await fetch('/data')).status), 401)
    assert.equal(await page.evaluate(echoInSocket, 'after'), 'after')
    assert.equal(await page.evaluate(openSocket), 'closed')
    assert.deepEqual(site.requests.slice(reached), [])
  }

  async function signOutElsewhere({ page }: TestUser): Promise<void> {
    const { origin } = visits.product
    const headers = { origin, 'content-type': 'application/json', 'x-countersign': '1' }
    const response = await page.request.delete(`${origin}/api/session`, { headers })
    assert.equal(response.ok(), true, await response.text())
  }

  test('is reached behind nginx and Caddy by members of its group until they sign out', async () => {
    const body = { name: 'Team', slug: 'team' }
    const { id } = (await visits.product.asOwner('admin.mode', { path: '/api/admin/groups', body })) as Group // the server's own
    const origins = [await addHost('nginx', 'wiki-0', [id]), await addHost('Caddy', 'wiki-1', [id])] as const
    const user = await openUser(origins[0])
    user.allowOrigin(origins[1])
    const { page, context, account } = user
    const nginx: HostPage = { page, origin: origins[0] }
    const caddy: HostPage = { page: await context.newPage(), origin: origins[1] }

    await signInToHost(user, `${nginx.origin}${DEEP}`)
    await caddy.page.goto(`${caddy.origin}${DEEP}`) // signed in already
    for (const hostPage of [nginx, caddy]) {
      assert.match(await textOf(hostPage.page), /You are signed in, but you do not have access to this site\./)
      const accessLink = await hostPage.page.getByRole('link', { name: 'Ask for access' }).getAttribute('href')
      assert.match(accessLink ?? '', /\/access\?host=wiki-/)
    }
    assert.deepEqual(site.requests, [])
    const person = await idOf(user)
    const members = { method: 'PUT', path: `/api/admin/groups/${id}/members` }
    await visits.product.asOwner('admin.mode', { ...members, body: { add: [person], remove: [] } })
    const identity = {
      ...{ 'remote-user': person, 'remote-name': account.address, 'remote-groups': body.slug },
      ...{ 'x-countersign-subject': person, 'x-countersign-wallet': `eip155:0:${account.address}` },
    }
    for (const hostPage of [nginx, caddy]) await reachSite(hostPage, identity)
    const sockets = origins.map((origin) => `${origin.replace('https:', 'wss:')}/socket`)
    assert.deepEqual(user.foreignRequests, sockets) // no other origin was asked
    await signOutElsewhere(user)
    for (const hostPage of [nginx, caddy]) await expectClosed(hostPage)

    const again = `${nginx.origin}/again`
    const expectSignIn = () =>
      page.waitForURL((url) => url.origin === visits.product.origin && url.pathname === '/sign-in')
    await page.goto(again)
    await expectSignIn()
    await clickButton(page, signIn.continueAs)
    await page.waitForURL(again)
    await page.goto(`${nginx.origin}/.countersign/out`)
    await waitForPath(page, '/sign-out')
    await clickButton(page, signOut.signOut)
    await expectHeading(page, signOut.doneTitle)
    await page.goto(again)
    await expectSignIn()
  })
})
