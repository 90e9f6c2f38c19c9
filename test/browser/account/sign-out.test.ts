import assert from 'node:assert/strict'
import { shortAddress } from '@countersign/contract/family/short-address.ts'
import type { Page } from 'playwright-core'
import { checkAccessibility, checkPart } from '../../support/browser/accessibility/accessibility.ts'
import { expectFocus } from '../../support/browser/accessibility/keyboard.ts'
import { accountMenu, signOutInMenu } from '../../support/browser/account-menu.ts'
import { dialog } from '../../support/browser/dialog.ts'
import { navigateInPage } from '../../support/browser/navigate.ts'
import { openSignedIn } from '../../support/browser/open-signed-in.ts'
import { setUpSuite } from '../../support/browser/suite.ts'
import {
  clickButton,
  expectHeading,
  expectNoStatus,
  expectStatus,
  expectText,
  METAMASK,
  main,
  openAndWaitForIdle,
  type TestUser,
  waitForPath,
} from '../../support/browser/test-user.ts'
import { account, chip, home, notFound, reasons, signIn, signOut } from '../../support/browser/words.ts'
import { until } from '../../support/until.ts'

const suite = setUpSuite({ DEMO_WALLET: 'off' })
const PERMITTED = { ...METAMASK, permitted: true }
const metaMask = (user: TestUser) => user.wallet('io.metamask')
const OWN_SESSIONS = 'wallet_id IN (SELECT id FROM wallet WHERE address = ?)'
const { nav } = account

async function signInAgain(page: Page): Promise<void> {
  await clickButton(page, signIn.continueAs)
  await waitForPath(page, '/home')
  await expectHeading(page, home.heading)
}

const AWAY_MS = 31_000

async function returnAfterAway({ page }: TestUser): Promise<void> {
  await page.clock.fastForward(AWAY_MS)
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))')
}

/** The session that was begun last. */
function idleEndOf({ account }: TestUser): number {
  const sql = `SELECT max(idle_expires_at) AS idle FROM session WHERE ended_at IS NULL AND ${OWN_SESSIONS}`
  const [session] = suite.read(sql, account.address.toLowerCase()) as { idle: number }[] // the column asked for
  assert.ok(session)
  return session.idle
}

const changeSession = (user: TestUser, set: string) =>
  suite.change(`UPDATE session SET ${set} WHERE ${OWN_SESSIONS}`, user.account.address.toLowerCase())

const countEventStreams = ({ calls }: TestUser) => calls.filter((call) => call.includes('/api/events')).length

const navLinks = (page: Page, label: string) => page.getByRole('navigation', { name: label }).getByRole('link')

const expectNavLinks = (page: Page, expected: string[], description: string) =>
  until(
    () => navLinks(page, nav.label).allTextContents(),
    (names) => names.join() === expected.join(),
    description,
  )

/** A member sees no link to the admin area, and nothing of it by its address. */
async function expectAccountNavLinks(page: Page): Promise<void> {
  const own = [nav.home, nav.wallets, nav.apps, nav.sessions, nav.activity, nav.settings]
  await page.setViewportSize({ width: 1280, height: 800 })
  await expectNavLinks(page, own, 'the rail has their own places')
  assert.deepEqual(await page.locator('[aria-current="page"]').allTextContents(), [nav.home])
  assert.equal(await navLinks(page, nav.adminLabel).count(), 0)
  await page.setViewportSize({ width: 375, height: 800 })
  const four = [nav.home, nav.wallets, nav.appsShort, nav.sessionsShort]
  await expectNavLinks(page, four, 'the bar has four places and the way to the others')
  await navigateInPage(page, '/admin/people')
  await expectHeading(page, notFound.heading)
  await page.goBack()
  await expectHeading(page, home.heading)
}

/** Arrow keys open the menu and move in it; Escape closes it and returns the focus. */
async function useMenuByKeyboard({ page, account: { address } }: TestUser): Promise<void> {
  const menu = accountMenu(page)
  const items = menu.getByRole('button').or(menu.getByRole('link'))
  await page.locator('h1:focus').waitFor() // it takes the focus when the screen is entered
  await menu.locator('summary').focus()
  await page.keyboard.press('ArrowDown')
  await expectFocus(menu.getByRole('button', { name: account.copyAddress }))
  await menu.locator('.menu-sheet').getByText(shortAddress(address)).waitFor()
  await menu.getByText(account.connection.connected('MetaMask')).waitFor()
  const names = [account.copyAddress, nav.wallets, account.signOut, account.signOutAll]
  assert.deepEqual(await items.allTextContents(), names)
  await checkAccessibility(page, 'the account menu')
  await page.keyboard.press('End')
  await expectFocus(items.last())
  await page.keyboard.press('ArrowUp')
  await expectFocus(menu.getByRole('button', { name: account.signOut, exact: true }))
  await page.keyboard.press('Escape')
  await items.first().waitFor({ state: 'hidden' })
  await expectFocus(menu.locator('summary'))
}

/** The sign-out page says it in its heading. */
async function expectSignedOut(page: Page): Promise<void> {
  await expectHeading(page, signOut.doneTitle)
  assert.equal(await page.locator('.toast').count(), 0)
}

/** The page stays as it is, so only the menu shows that the link was followed. */
async function followLinkToCurrentPage({ page }: TestUser): Promise<void> {
  const menu = accountMenu(page)
  await navigateInPage(page, '/wallets')
  await main(page).getByRole('article').first().waitFor() // its heading, which takes the focus, is there even before
  await menu.locator('summary').click()
  await menu.getByRole('link', { name: nav.wallets }).click()
  await menu.getByRole('link').waitFor({ state: 'hidden' })
  await expectFocus(menu.locator('summary'))
  await navigateInPage(page, '/home')
  await expectHeading(page, home.heading)
}

/** The heading of a screen takes the focus once it is loaded, but not from a menu, which would close. */
async function openMenuWhileLoading(user: TestUser): Promise<void> {
  const { page, context } = user
  const loading = Promise.withResolvers<void>()
  await context.route(/\/assets\/activity-.*\.js$/, async (route) => {
    await loading.promise
    await route.continue()
  })
  await openSignedIn(suite, user, '/activity')
  await accountMenu(page).locator('summary').click()
  loading.resolve()
  await main(page).getByText(shortAddress(user.account.address)).first().waitFor() // its data comes after its heading
  await accountMenu(page).getByRole('link', { name: nav.wallets }).click({ trial: true })
  await page.keyboard.press('Escape')
}

/** The server is slow, then fails: nothing has changed, which a dialog says. */
async function failToSignOut({ page, context }: TestUser): Promise<void> {
  const failed = Promise.withResolvers<void>()
  // The page reads the session at the same path at any time.
  await context.route('**/api/session', async (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback()
    await failed.promise
    await route.abort()
  })
  await signOutInMenu(page)
  await accountMenu(page).getByRole('button', { name: account.signingOut }).waitFor()
  failed.resolve()
  const problem = dialog(page, account.stillSignedIn)
  await problem.getByRole('alert').waitFor()
  await expectFocus(problem.getByRole('button', { name: account.tryAgain }))
  assert.deepEqual(await problem.getByRole('button').allTextContents(), [account.tryAgain, account.cancel])
  await checkPart(page, 'a failed sign-out')
  await expectHeading(page, home.heading)
  await problem.getByRole('button', { name: account.cancel }).click()
  await expectFocus(accountMenu(page).locator('summary'))
  await signOutInMenu(page)
  await problem.waitFor()
  await context.unroute('**/api/session')
  await problem.getByRole('button', { name: account.tryAgain }).click()
}

async function signOutAtHome(user: TestUser): Promise<void> {
  const { page } = user
  await useMenuByKeyboard(user)
  await followLinkToCurrentPage(user)
  await failToSignOut(user)
  await waitForPath(page, '/sign-out')
  await expectSignedOut(page)
  await expectText(page, signOut.stillConnected)
  await expectStatus(page, chip.connected)
  assert.ok(!(await metaMask(user).calledMethods()).includes('wallet_revokePermissions'))
  const sql = `SELECT end_reason FROM session WHERE ${OWN_SESSIONS}`
  const ended = suite.read(sql, user.account.address.toLowerCase()).map((row) => ({ ...(row as object) })) // a row has no prototype
  assert.deepEqual(ended, [{ end_reason: 'signed_out' }])
  await checkAccessibility(page, 'signed out')

  // One click: the wallet that is still connected is asked at once.
  await clickButton(page, signOut.again)
  await waitForPath(page, '/home')
  await expectHeading(page, home.heading)
  const more = page.getByRole('navigation', { name: nav.label }).locator('details')
  await more.locator('summary').click()
  await more.getByRole('button', { name: account.signOut }).click()
  await expectSignedOut(page)

  await clickButton(page, signOut.disconnect)
  await expectText(page, signOut.gone)
  await expectNoStatus(page)
  assert.ok((await metaMask(user).calledMethods()).includes('wallet_revokePermissions'))
}

/** What the page read while somebody was signed in cannot be read from the browser's cache afterwards. */
async function findNothingInCache({ page, calls }: TestUser): Promise<void> {
  const read = [...new Set(calls)].filter((call) => call.startsWith('GET /api/me')).map((call) => call.slice(4))
  assert.ok(read.length > 0)
  const statuses = read.map((path) =>
    page.evaluate(async (url) => (await fetch(url, { cache: 'force-cache' })).status, path),
  )
  assert.deepEqual(
    await Promise.all(statuses),
    read.map(() => 401),
  )
}

suite.testInBrowser(
  'a member sees their own pages, signs out, keeps the wallet connected until asked, and confirms at /sign-out',
  { wallets: [PERMITTED] },
  async (user) => {
    const { page } = user
    await page.goto('/home')
    await waitForPath(page, '/sign-in?return_to=%2Fhome')
    await expectHeading(page, signIn.title)
    assert.equal(await page.getByRole('navigation').count(), 0)
    assert.equal(countEventStreams(user), 0, 'the sign-in page does not subscribe to events')
    await clickButton(page, signIn.continueWith('MetaMask'))
    await waitForPath(page, '/home')
    await expectHeading(page, home.heading)
    await until(
      () => countEventStreams(user),
      (count) => count === 1,
      'the account subscribes to events once',
    )
    await expectAccountNavLinks(page)
    await signOutAtHome(user)

    await openSignedIn(suite, user, '/sign-out')
    await expectHeading(page, signOut.confirmTitle)
    await checkAccessibility(page, 'sign-out')
    await clickButton(page, signOut.signOut)
    await expectSignedOut(page)
    await findNothingInCache(user)

    await openMenuWhileLoading(user)

    // A page that needs no session stays open.
    await openSignedIn(suite, user, '/about')
    await signOutInMenu(page)
    await page.locator('.toast').getByText(reasons.signed_out).waitFor()
    assert.equal(await accountMenu(page).count(), 0)
    assert.equal(new URL(page.url()).pathname, '/about')
  },
)

/** The clock stays paused: the server's did not move, so the extended session may end within two minutes as well. */
async function extendIdleSession(user: TestUser): Promise<void> {
  const { page, context } = user
  await context.clearCookies()
  await openSignedIn(suite, user, '/home')
  await expectHeading(page, home.heading)
  await page.clock.pauseAt(idleEndOf(user) - 121_000)
  assert.equal(await page.getByRole('dialog').count(), 0)
  await page.clock.fastForward(2_000)
  await page.getByRole('dialog', { name: home.soonTitle }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: home.stay }).click()
  await until(
    () => page.getByRole('dialog').count(),
    (dialogs) => dialogs === 0,
    'the dialog goes',
  )
  assert.ok(user.calls.includes('POST /api/session/touch'))
}

suite.testInBrowser(
  'explains why a session ended, warns before its maximum lifetime and idle timeout, and returns to the page after sign-in',
  { wallets: [PERMITTED], clock: true },
  async (user) => {
    const { page } = user
    await openAndWaitForIdle(page, async () => {
      await page.goto('/sign-in')
      await clickButton(page, signIn.continueWith('MetaMask'))
      await waitForPath(page, '/home')
      await expectHeading(page, home.heading)
    })
    assert.equal(changeSession(user, `ended_at = ${Date.now()}, end_reason = 'too_many'`), 1)
    await returnAfterAway(user)
    await waitForPath(page, '/sign-in?return_to=%2Fhome')
    await expectText(page, reasons.ended)
    await signInAgain(page)

    assert.equal(changeSession(user, 'idle_expires_at = 1'), 2)
    await returnAfterAway(user)
    await expectText(page, reasons.expired)
    await signInAgain(page)

    await page.clock.fastForward(12 * 3_600_000 - 2 * AWAY_MS - 115_000)
    const warningDialog = page.getByRole('dialog')
    await warningDialog.waitFor()
    await checkPart(page, 'the warning before a session ends')
    await warningDialog.getByRole('button', { name: home.signInAgain }).click()
    await signInAgain(page)
    assert.equal(user.messages.length, 4)
    await extendIdleSession(user)
  },
)
