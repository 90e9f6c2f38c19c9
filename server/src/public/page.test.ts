import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Boot } from '@countersign/contract/routes/public.ts'
import { bootSchema } from '@countersign/contract/schemas/public.ts'
import { forDefaultEngine } from '../../../test/support/database/engines.ts'
import { changeRows } from '../../../test/support/database/rows.ts'
import { addProtectedHost } from '../../../test/support/proxies/protected-host.ts'
import { type HttpResponse, newAccount, openBrowser, signIn } from '../../../test/support/server/http-browser.ts'
import { expectStarted } from '../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../test/support/server/server.ts'
import { readTemplate } from './page.ts'

function bootOf(response: HttpResponse): Boot {
  const found = /<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(response.text)
  return bootSchema.parse(JSON.parse(found?.[1] ?? 'null'))
}

forDefaultEngine('the page', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  test('contains everything the first paint needs', async () => {
    const response = await openBrowser(server).get('/sign-in')
    assert.equal(response.status, 200)
    assert.deepEqual(bootOf(response), {
      public: {
        name: 'Countersign',
        origin: 'http://localhost:3000',
        contact: null,
        accent: null,
        logo: null,
        registration: 'open',
        namespaces: ['eip155', 'solana', 'bip122'],
        phone: true,
        setupNeeded: false,
        demoWallet: true,
        walletConnect: null,
        baseAccount: null,
        walletApps: ['metamask', 'coinbase', 'phantom', 'okx', 'trust', 'solflare', 'xverse'],
      },
      session: null,
      sessionProblem: 'unauthenticated',
      destination: null,
    })
  })

  test('names the protected host that the sign-in continues to', async () => {
    await addProtectedHost(server, 'wiki.example')
    const destinationOf = async (path: string) => bootOf(await openBrowser(server).get(path)).destination
    const start = (host: string) => `/forward-auth/start?${new URLSearchParams({ host, to: '/', state: 'x' })}`
    const signInTo = (returnTo: string) => destinationOf(`/sign-in?${new URLSearchParams({ return_to: returnTo })}`)
    assert.deepEqual(await signInTo(start('wiki.example')), { name: 'A site', host: 'wiki.example' })
    for (const other of [start('other.example'), '/access?host=wiki.example', `//evil.example${start('wiki.example')}`])
      assert.equal(await signInTo(other), null, other)
    assert.equal(await destinationOf(`/home?return_to=${encodeURIComponent(start('wiki.example'))}`), null)
    await changeRows(server, 'UPDATE protected_host SET enabled = 0')
    assert.equal(await signInTo(start('wiki.example')), null)
  })

  test('binds the browser before the first challenge', async () => {
    const browser = openBrowser(server)
    await browser.get('/sign-in')
    const bound = browser.cookies.get('cs_pre')
    assert.match(bound ?? '', /^[\w-]{22}$/)
    expectStarted(await signIn(browser, newAccount()))
    assert.equal(browser.cookies.get('cs_pre'), bound)
  })

  test('includes the end of a session that its contract revoked', async () => {
    const browser = openBrowser(server)
    const { session } = expectStarted(await signIn(browser, newAccount()))
    const ended = "UPDATE session SET ended_at = 1, end_reason = 'wallet_changed' WHERE id = ?"
    await changeRows(server, ended, session.id)
    assert.equal(bootOf(await browser.get('/home')).sessionProblem, 'wallet_changed')
  })

  test('includes the session, or the reason there is none', async () => {
    const browser = openBrowser(server)
    const { session, me, created, next } = expectStarted(await signIn(browser, newAccount()))
    assert.deepEqual([created, next], [true, '/home'])
    const boot = bootOf(await browser.get('/home'))
    assert.deepEqual([boot.session, boot.sessionProblem], [{ session, me }, null])
    await changeRows(server, "UPDATE session SET ended_at = 1, end_reason = 'idle' WHERE id = ?", session.id)
    const response = await browser.get('/home')
    assert.equal(bootOf(response).sessionProblem, 'session_expired')
    assert.match(String(response.headers['set-cookie']), /^cs=; .*Max-Age=0$/)
    assert.equal(bootOf(await browser.get('/home')).sessionProblem, 'unauthenticated')
  })

  test('escapes names that contain closing tags', async () => {
    const name = '</script><script>alert(1)</script><!--'
    await changeRows(
      server,
      "INSERT INTO setting (key, value, changed_at) VALUES ('settings', ?, 0)",
      JSON.stringify({ name }),
    )
    const response = await openBrowser(server).get('/sign-in')
    assert.equal(bootOf(response).public.name, name)
    assert.equal(response.text.match(/<script/g)?.length, 1)
    assert.doesNotMatch(response.text, /<!--/)
    await changeRows(server, "DELETE FROM setting WHERE key = 'settings'")
  })

  test('offers the demo wallet on localhost only', async () => {
    const https = await startServer(engine, { environment: { PUBLIC_URL: 'https://id.example' } })
    assert.equal(bootOf(await openBrowser(https).get('/sign-in')).public.demoWallet, false)
    await https.close()
    const off = await startServer(engine, { environment: { DEMO_WALLET: 'off' } })
    assert.equal(bootOf(await openBrowser(off).get('/sign-in')).public.demoWallet, false)
    await off.close()
  })

  test('includes the settings of enabled wallets, and allows connections to the relay only', async () => {
    const environment = { WALLETCONNECT_PROJECT_ID: 'ab'.repeat(16), BASE_ACCOUNT: 'on' }
    const offering = await startServer(engine, { environment })
    const response = await openBrowser(offering).get('/sign-in')
    const { walletConnect, baseAccount } = bootOf(response).public
    assert.deepEqual(
      { walletConnect, baseAccount },
      {
        walletConnect: { projectId: 'ab'.repeat(16), relay: 'wss://relay.walletconnect.org' },
        baseAccount: { url: 'https://keys.coinbase.com/connect' },
      },
    )
    assert.match(
      String(response.headers['content-security-policy']),
      /; connect-src 'self' wss:\/\/relay\.walletconnect\.org; /,
    )
    await offering.close()
  })

  test('uses the theme from the cookie and ignores other values', async () => {
    const readThemeWith = async (value: string) => {
      const browser = openBrowser(server)
      browser.cookies.set('cs_ui', value)
      return /data-theme="([^"]*)"/.exec((await browser.get('/sign-in')).text)?.[1]
    }
    assert.equal(await readThemeWith('theme=dark'), 'dark')
    assert.equal(await readThemeWith('theme=light'), 'light')
    for (const value of ['theme=system', 'theme="><script>', 'dark', ''])
      assert.equal(await readThemeWith(value), 'system')
  })

  test('is served only under existing paths', async () => {
    const browser = openBrowser(server)
    for (const path of [
      '/',
      '/sign-in',
      '/wallets/help',
      '/home',
      '/sign-out',
      '/problems/rate_limited',
      '/sign-in?x=1',
    ])
      assert.equal((await browser.get(path)).status, 200, path)
    for (const path of [
      '/nothing',
      '/sign-in/',
      '/index.html',
      '/problems',
      '/.env',
      '/sign-in%2f',
      '//sign-in',
      '/..',
    ])
      assert.equal((await browser.get(path)).status, 404, path)
  })
})

test('fails at startup when the page template lacks its markers', () => {
  const variants = { mark: '', logo: '' }
  const placeholders = { frame: variants, signIn: variants }
  const complete = '<html data-theme="system"><!--boot--><!--placeholder--></html>'
  assert.equal(readTemplate(complete, placeholders).parts.length, 4)
  for (const html of [
    '<html></html>',
    '<html data-theme="system"><!--boot--></html>',
    '<html data-theme="system"><!--placeholder--><!--boot--></html>',
    complete.replace('<!--boot-->', '<!--boot--><!--boot-->'),
  ])
    assert.throws(() => readTemplate(html, placeholders), /markers/)
})
