import assert from 'node:assert/strict'
import { afterEach } from 'node:test'
import type { Page } from 'playwright-core'
import { placeholder } from '../../../web/src/words/placeholder.ts'
import { wordsForProblem } from '../../../web/src/words/problems.ts'
import { checkAccessibility } from '../../support/browser/accessibility/accessibility.ts'
import { openSignedIn } from '../../support/browser/open-signed-in.ts'
import { setUpSuite } from '../../support/browser/suite.ts'
import { expectHeading, expectNoStatus, expectText, METAMASK, main } from '../../support/browser/test-user.ts'
import { account, entry, home, signIn } from '../../support/browser/words.ts'
import { until } from '../../support/until.ts'

const suite = setUpSuite({ DEMO_WALLET: 'off', OWNER_WALLETS: `0x${'12'.repeat(20)}` })
afterEach(() => suite.change("DELETE FROM setting WHERE key = 'settings'"))
const SCRIPT = /\/assets\/index-[^/]*\.js$/
const FONTS = /\.woff2$/
const PARTS = /\/assets\/(?!index-|react-|rolldown-runtime-)[^/]*\.js$/
const NAME = 'Ink & <b>"Seal"</b>'

/** Where the name, the heading, the text beneath it and the footer are. */
const readPlaces = (page: Page) =>
  page.evaluate<string[]>(`['.frame-name', 'h1', 'h1 + p', '.frame-footer a'].map((selector) => {
    const element = document.querySelector(selector)
    return element.textContent + ' ' + JSON.stringify(element.getBoundingClientRect())
  })`)

const RECORD_SHIFTS = `
  shifts = []
  new PerformanceObserver((list) => shifts.push(...list.getEntries().map(({ startTime, value }) => ({ startTime, value }))))
    .observe({ type: 'layout-shift', buffered: true })`

suite.testInBrowser(
  'the sign-in page is readable before its script runs, and nothing moves when it does',
  { wallets: [METAMASK] },
  async ({ page, context }) => {
    suite.change(
      "INSERT INTO setting (key, value, changed_at) VALUES ('settings', ?, 0)",
      JSON.stringify({ name: NAME }),
    )
    await page.addInitScript(RECORD_SHIFTS)
    await context.route(FONTS, (route) => route.abort()) // one that arrives late has other widths
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await context.route(SCRIPT, async (route) => {
      await released
      await route.continue()
    })
    await page.goto('/sign-in', { waitUntil: 'commit' })
    await expectHeading(page, signIn.title)
    await expectText(page, signIn.lead(NAME))
    await expectText(page, signIn.looking)
    const before = await readPlaces(page)
    await checkAccessibility(page, 'placeholder')
    // The check changes the viewport, and its shifts are reported after the frames that show them.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    const since = await page.evaluate<number>('performance.now()')
    release()
    await main(page)
      .getByRole('button', { name: signIn.continueWith('MetaMask') })
      .waitFor()
    assert.deepEqual(await readPlaces(page), before)
    const moved = `shifts.filter(({ startTime, value }) => startTime > ${since} && value > 0.001)`
    assert.deepEqual(await page.evaluate(moved), [])
    assert.equal(await page.locator('.placeholder').count(), 0)
    await expectNoStatus(page)
    const rows = await Promise.all(
      [signIn.keep, signIn.noWallet, signIn.lostWallet].map((text) => main(page).getByText(text).boundingBox()),
    )
    const [keep, noWallet, lost] = rows.map((box) => box && Math.round(box.y + box.height / 2))
    assert.equal(noWallet, lost, 'both links are in one row')
    assert.notEqual(keep, lost)
  },
)

suite.testInBrowser('a page is named while its part is loading', {}, async (user) => {
  const { page, context } = user
  await openSignedIn(suite, user, '/about')
  for (const [path, name, heading] of [
    ['/recover', entry.recover.title, entry.recover.title],
    ['/invite/unknown', entry.invite.title, wordsForProblem('invite_invalid', '').title],
    ['/home', account.nav.home, home.heading],
  ] as const) {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await context.route(PARTS, async (route) => {
      await released
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'commit' })
    await expectHeading(page, name)
    release()
    await expectHeading(page, heading)
    await context.unroute(PARTS)
  }
})

suite.testInBrowser(
  'a browser that cannot run the script shows which browsers can, with a link to the help',
  {},
  async ({ page, context, pageErrors }) => {
    for (const [body, status] of [
      ['let page = ;', 200],
      ['', 404],
    ] as const) {
      await context.route(SCRIPT, (route) => route.fulfill({ status, contentType: 'text/javascript', body }))
      for (const path of ['/sign-in', '/home']) {
        await page.goto(path)
        await expectHeading(page, placeholder.failed.title)
        await expectText(page, /Safari 16\.4/)
        assert.equal(await page.getByText(signIn.looking).isVisible(), false)
      }
      await context.unroute(SCRIPT)
    }
    await checkAccessibility(page, 'page that did not start')
    await page.getByRole('link', { name: placeholder.failed.help }).waitFor()
    await until(
      () => pageErrors.length,
      (count) => count > 0,
      'the fault is in the console',
    )
    pageErrors.length = 0 // the faults are what was asked for
  },
)

/** Like the content script of an extension, which runs as soon as there is a root element. */
const INJECT = `
  new MutationObserver((_, observer) => {
    if (!document.documentElement) return
    observer.disconnect()
    const script = document.createElement('script')
    script.textContent = 'ethereum = {}'
    document.documentElement.append(script)
    injected = true
  }).observe(document, { childList: true })`

suite.testInBrowser(
  'a wallet whose script was blocked before the page’s own script ran is reported',
  {},
  async ({ page, context, pageErrors }) => {
    await context.route('**/sign-in', async (route) => {
      const response = await route.fetch()
      const text = await response.text()
      await route.fulfill({ response, body: text.replace('<title>', () => '<script>ethereum = {}</script><title>') })
    })
    await page.goto('/sign-in')
    await expectText(page, /^Your browser blocked/)
    await context.unroute('**/sign-in')
    await page.addInitScript(INJECT)
    await page.goto('/sign-in')
    assert.equal(await page.evaluate('injected'), true)
    await expectText(page, /^Your browser blocked/)
    pageErrors.length = 0 // the browser reports what it blocked
  },
)
