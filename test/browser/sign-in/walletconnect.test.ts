/** A wallet on another device: the library wallets are built with reads the code on the page, over a relay on loopback. */

import assert from 'node:assert/strict'
import { after, afterEach, describe } from 'node:test'
import { walletLibraries } from '@countersign/contract/wallet-library.ts'
import type { Page } from 'playwright-core'
// biome-ignore lint/correctness/noUndeclaredDependencies: the page's own dependency, to see that it drew what it copied
import { encode } from 'uqr'
import { wordsForProblem } from '../../../web/src/words/problems.ts'
import { checkPart } from '../../support/browser/accessibility/accessibility.ts'
import { signOutAndDisconnect } from '../../support/browser/account-menu.ts'
import { setUpSuiteWith } from '../../support/browser/suite.ts'
import {
  clickButton,
  expectHeading,
  expectNoStatus,
  expectPoliteMessage,
  expectStatus,
  expectText,
  main,
  readAnnouncement,
  readCopied,
  type TestUser,
  waitForPath,
} from '../../support/browser/test-user.ts'
import { chip, home, notices, signIn, signOut } from '../../support/browser/words.ts'
import { until } from '../../support/until.ts'
import { startWithLibraries } from '../../support/wallets/start-with-libraries.ts'
import { startRelay } from '../../support/wallets/walletconnect-relay.ts'
import { openPhoneWallet, type PhoneWallet, releaseTimers } from '../../support/wallets/walletconnect-wallet.ts'

const NAME = 'WalletConnect'
const ROW = signIn.continueWith(NAME)
const PROJECT = '0123456789abcdef0123456789abcdef'
const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] }
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const EXPIRED = wordsForProblem('wallet/code_expired', NAME)

const relay = await startRelay()
const phones: PhoneWallet[] = []
afterEach(async () => {
  relay.refusal = undefined
  relay.silent = false
  for (const phone of phones.splice(0)) await phone.close()
})
after(async () => {
  await relay.stop()
  releaseTimers()
})

async function phoneOf({ account }: TestUser): Promise<PhoneWallet> {
  const phone = await openPhoneWallet(relay.url, account, { native: 'phone://' })
  phones.push(phone)
  return phone
}

/** What was loaded of the code that talks to the relay. */
function codeOf({ page }: TestUser): string[] {
  const loaded: string[] = []
  page.on('request', (request) => {
    const name = new URL(request.url()).pathname
    if (/walletconnect|link-code/.test(name)) loaded.push(name.replace(/^\/assets\/|-[\w-]{8}\.(?:js|css)$/g, ''))
  })
  return loaded
}

/** The link that the code on show stands for. */
async function shownLink(page: Page): Promise<string> {
  await main(page).getByRole('img', { name: signIn.linkCode }).waitFor()
  return readCopied(page, signIn.copyLink)
}

async function requestLink(page: Page): Promise<string> {
  await clickButton(page, ROW)
  await expectHeading(page, signIn.linkTitle)
  return shownLink(page)
}

describe('WalletConnect', () => {
  const environment = { WALLETCONNECT_PROJECT_ID: PROJECT, WALLETCONNECT_RELAY_URL: relay.url, DEMO_WALLET: 'off' }
  const { testInBrowser } = setUpSuiteWith(startWithLibraries, environment)

  /** It is tried again, and a script with other contents is not run. */
  async function loadAfterFailures({ page, context, pageErrors }: TestUser): Promise<void> {
    const { title, action } = wordsForProblem('wallet/not_loaded', NAME)
    const { path } = walletLibraries.walletConnect
    await page.goto('/sign-in')
    await context.route(`**${path}`, (route) => route.abort())
    await clickButton(page, ROW)
    await expectHeading(page, title)
    await context.unroute(`**${path}`)
    await context.route(`**${path}`, (route) =>
      route.fulfill({ body: 'hasRun = true', contentType: 'text/javascript' }),
    )
    await clickButton(page, action)
    await expectHeading(page, title)
    assert.equal(await page.evaluate('typeof hasRun'), 'undefined')
    assert.match(pageErrors.splice(0).join(), /^Failed to find a valid digest in the 'integrity' attribute/)
    await context.unroute(`**${path}`)
    await clickButton(page, action)
    await expectHeading(page, signIn.linkTitle)
  }

  /** With the keyboard, which leads out again. */
  async function openAndCancel(visitor: TestUser): Promise<void> {
    const { page } = visitor
    const code = codeOf(visitor)
    await page.goto('/sign-in')
    await page.locator('h1:focus').waitFor() // it takes the focus when the screen is entered
    assert.deepEqual([code, relay.clients.filter(({ origin }) => origin !== undefined)], [[], []])
    await main(page).getByRole('button', { name: ROW, exact: true }).focus()
    await page.keyboard.press('Enter')
    await expectHeading(page, signIn.linkTitle)
    await until(
      () => readAnnouncement(page, 'status'),
      (text) => text === signIn.linkSpoken,
      'the instruction is announced',
    )
    const link = await shownLink(page)
    assert.deepEqual([...new Set(code)].sort(), ['link-code', 'walletconnect', 'walletconnect-2.21.8.js'])
    await expectSquares(page, link)
    await main(page).getByRole('button', { name: signIn.cancel, exact: true }).focus()
    await page.keyboard.press('Enter')
    await expectText(page, notices.canceled)
    assert.notEqual(await requestLink(page), link)
  }

  /** What a camera reads, in both themes. */
  async function expectSquares(page: Page, link: string): Promise<void> {
    const { data } = encode(link, { ecc: 'M', border: 0 })
    const drawn = await main(page).getByRole('img', { name: signIn.linkCode }).locator('path').getAttribute('d')
    assert.equal(drawn, data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join(''))
    await checkPart(page, 'the code')
    await page.emulateMedia({ colorScheme: 'dark' })
    const colors = `getComputedStyle(document.querySelector('.link-code'))`
    assert.equal(await page.evaluate(`${colors}.backgroundColor`), 'rgb(255, 255, 255)')
    assert.equal(await page.evaluate(`${colors}.fill`), 'rgb(0, 0, 0)')
  }

  async function declineBoth({ page, calls }: TestUser, phone: PhoneWallet): Promise<void> {
    await phone.scan(await shownLink(page))
    const url = new URL(page.url()).origin
    assert.deepEqual(await phone.proposed(), { name: 'Countersign', url, methods: ['personal_sign'] })
    await phone.reject()
    await expectText(page, notices.declined_connect(NAME))
    await phone.scan(await requestLink(page))
    await phone.approve()
    await phone.refuse()
    await expectPoliteMessage(page, notices.declined_signature(NAME))
    assert.ok(!calls.includes('POST /api/sessions'))
  }

  async function signInByCode(visitor: TestUser, phone: PhoneWallet): Promise<void> {
    const { page } = visitor
    await clickButton(page, signIn.continueAs)
    await expectHeading(page, signIn.signTitle(NAME))
    const shown = await main(page).locator('pre').textContent()
    assert.equal(await phone.sign(), shown)
    await waitForPath(page, '/home')
    await until(
      () => main(page).textContent(),
      (text) => text?.includes(visitor.account.address) === true,
      'its account is signed in',
    )
    const [first] = relay.clients.filter(({ origin }) => origin !== undefined)
    assert.deepEqual([first?.projectId, first?.origin], [PROJECT, new URL(page.url()).origin])
  }

  /** Restored by the next page without a request, until the wallet ends it. */
  async function stayConnected({ page }: TestUser, phone: PhoneWallet): Promise<void> {
    await page.goto('/sign-in?switch')
    await expectStatus(page, chip.connected)
    await expectHeading(page, signIn.connectedTitle)
    assert.equal(phone.waiting(), 0)
    await clickButton(page, signIn.continueAs)
    await phone.sign()
    await waitForPath(page, '/home')
    assert.equal(phone.waiting(), 0) // an earlier request would have arrived earlier
    await phone.end()
    await expectStatus(page, chip.disconnected)
  }

  async function signOutOfBoth({ page }: TestUser, phone: PhoneWallet): Promise<void> {
    await page.goto('/sign-in?switch')
    await phone.scan(await requestLink(page))
    await phone.approve()
    await phone.sign()
    await waitForPath(page, '/home')
    await expectHeading(page, home.heading)
    assert.equal(phone.links(), 1)
    await signOutAndDisconnect(page)
    await expectHeading(page, signOut.doneTitle)
    await expectNoStatus(page)
    await until(
      () => phone.links(),
      (links) => links === 0,
      'the phone has no link',
    )
    await until(
      () => page.evaluate<string[]>('Object.keys(localStorage).filter((key) => /recent|wc|walletconnect/i.test(key))'),
      (keys) => keys.length === 0,
      'nothing is left in the browser',
    )
  }

  /** A relay that refuses or does not answer, and a code that expired. */
  async function expectProblems({ page }: TestUser): Promise<void> {
    await page.goto('/sign-in')
    relay.refusal = { code: 3000, reason: 'Unauthorized: invalid key' }
    await clickButton(page, ROW)
    const refused = wordsForProblem('wallet/relay_refused', NAME)
    await expectHeading(page, refused.title)
    relay.refusal = undefined
    relay.silent = true
    relay.calledMethods.length = 0
    await clickButton(page, refused.action)
    await clickButton(page, ROW)
    await until(
      () => relay.calledMethods.length,
      (count) => count > 0,
      'the relay was asked',
    )
    await page.clock.fastForward(20_000)
    const down = wordsForProblem('wallet/relay_down', NAME)
    await expectHeading(page, down.title)

    relay.silent = false
    await page.goto('/sign-in')
    const link = await requestLink(page)
    await page.clock.fastForward(5 * 60_000)
    await expectHeading(page, EXPIRED.title)
    await clickButton(page, EXPIRED.action)
    await expectHeading(page, signIn.linkTitle)
    assert.notEqual(await shownLink(page), link)
  }

  /** The app is opened by a link, to connect and again to sign; the code is kept for another device. */
  async function openOnPhone({ page, context }: TestUser, phone: PhoneWallet): Promise<void> {
    await clickButton(page, signIn.cancel)
    await expectText(page, notices.canceled)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setUserAgentOverride', { userAgent: PHONE })
    await page.goto('/sign-in')
    await clickButton(page, ROW)
    await expectHeading(page, signIn.linkPhoneTitle)
    const link = await main(page).getByRole('link', { name: signIn.linkOpen }).getAttribute('href')
    assert.match(link ?? '', /^wc:[0-9a-f]{64}@2\?/)
    await checkPart(page, 'the link on a phone')
    await main(page).getByText(signIn.linkOther).click()
    assert.equal(await shownLink(page), link)
    await phone.scan(link ?? '')
    await phone.approve()
    await expectHeading(page, signIn.signTitle(NAME))
    const app = await main(page).getByRole('link', { name: signIn.linkOpen }).getAttribute('href')
    assert.match(app ?? '', /^phone:\/\/wc\?sessionTopic=[0-9a-f]{64}$/)
    await checkPart(page, 'signing on a phone')
    await phone.sign()
    await waitForPath(page, '/home')
  }

  testInBrowser(
    'loads on click, signs in by QR code, disconnects on both sides, explains problems, and opens the app on a phone',
    { relay: relay.url, browser: CLIPBOARD, clock: true },
    async (visitor) => {
      const phone = await phoneOf(visitor)
      await openAndCancel(visitor)
      await declineBoth(visitor, phone)
      await signInByCode(visitor, phone)
      await stayConnected(visitor, phone)
      await signOutOfBoth(visitor, phone)
      await expectProblems(visitor)
      await openOnPhone(visitor, phone)
    },
  )

  testInBrowser('is loaded again after its library failed to load', { relay: relay.url }, loadAfterFailures)
})
