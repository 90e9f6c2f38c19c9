import assert from 'node:assert/strict'
import type { BrowserContext, Page, Route } from 'playwright-core'
import { checkAccessibility, checkPart, findViolations } from '../../support/browser/accessibility/accessibility.ts'
import { expectInView } from '../../support/browser/accessibility/viewport.ts'
import { setUpAdminSuite } from '../../support/browser/admin-suite.ts'
import { confirmStepUp } from '../../support/browser/dialog.ts'
import {
  clickButton,
  expectHeading,
  expectNoStatus,
  expectText,
  METAMASK,
  main,
  type TestUser,
  waitForPath,
} from '../../support/browser/test-user.ts'
import {
  account,
  crash,
  home,
  loadFailed,
  outdated,
  signIn,
  stepUp,
  site as words,
} from '../../support/browser/words.ts'
import { until } from '../../support/until.ts'

const site = setUpAdminSuite()
const { testInBrowser } = site.suite
const SIGN_IN_SCRIPT = /\/assets\/sign-in-[^/]*\.js$/
const SIGN_IN_STYLES = /\/assets\/sign-in-[^/]*\.css$/
const AREA = /\/assets\/account-[^/]*\.js$/
const GROUPS = /\/assets\/groups-[^/]*\.js$/
const PAGE = '**/sign-in'
const UNSTYLED =
  '[...document.querySelectorAll("link[rel=stylesheet]")].filter(({ sheet }) => !sheet?.cssRules.length).map(({ href }) => href)'
const { nav } = account
const SECTIONS = {
  [nav.insight]: [nav.overview, nav.allActivity, nav.health],
  [nav.access]: [nav.allApps, nav.hosts, nav.groups],
  [nav.peopleSection]: [nav.people, nav.invites, nav.requests, nav.allSessions],
  [nav.site]: [nav.siteSettings, nav.networks, nav.keys],
}

const abortRoute = (route: Route) => route.abort('connectionrefused')
const respondNotFound = (route: Route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' })

const adminNavigation = (page: Page) => page.getByRole('navigation', { name: nav.adminLabel })
const openSection = (page: Page, name: string) => adminNavigation(page).getByRole('link', { name, exact: true }).click()
const tryAgain = (page: Page) => clickButton(page, signIn.tryAgain)

/** As if another version had been put in place: the page names other files than the one that is open. */
const deployNewerVersion = (context: BrowserContext) =>
  context.route(PAGE, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace('/assets/index-', '/assets/index-x') })
  })

/** Marks the document, to notice when another one is loaded. */
const markPage = (page: Page) => page.evaluate('void (globalThis.marked = true)')
const isMarked = (page: Page) => page.evaluate<boolean>('globalThis.marked === true')

/** What was lost is in the console, as it should be. */
async function expectLoadErrors(user: TestUser): Promise<void> {
  await until(
    () => user.pageErrors.length,
    (count) => count > 0,
    'the loss is in the console',
  )
  assert.deepEqual(
    user.pageErrors.filter((text) => !/A part of the page did not load/.test(text)),
    [],
  )
  user.pageErrors.length = 0
}

async function openWithoutArea(user: TestUser): Promise<void> {
  const { page, context } = user
  await context.route(AREA, abortRoute)
  await site.openAs(user, 'owner', '/home')
  await expectHeading(page, loadFailed.title)
  await expectNoStatus(page)
  await context.unroute(AREA)
  await tryAgain(page)
  await expectHeading(page, home.heading)
}

/** The account has one link to the admin area, which has sections of its own: all in view at 1280 × 720. */
async function openAdminArea(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 720 })
  const own = page.getByRole('navigation', { name: nav.label })
  const ownNames = [nav.home, nav.wallets, nav.apps, nav.sessions, nav.activity, nav.settings, nav.admin]
  await until(
    () => own.getByRole('link').allTextContents(),
    (names) => names.join() === ownNames.join(),
    'the rail has the pages of the account and the admin area',
  )
  await checkPart(page, 'home of an owner')
  await own.getByRole('link', { name: nav.admin, exact: true }).click() // in a new document, for what the first one lacked
  await expectHeading(page, nav.overview)
  await page.locator('h1:focus').waitFor() // it takes the focus once its screen is loaded
  const links = adminNavigation(page).getByRole('link')
  await until(
    () => links.allTextContents(),
    (names) => names.join() === [nav.back, ...Object.values(SECTIONS).flat()].join(),
    'the rail has the admin area',
  )
  assert.deepEqual(
    await adminNavigation(page).getByRole('heading', { level: 2 }).allTextContents(),
    Object.keys(SECTIONS),
  )
  assert.deepEqual(await adminNavigation(page).locator('[aria-current="page"]').allTextContents(), [nav.overview])
  for (const link of await links.all()) await expectInView(link, `${await link.textContent()} in the rail`)
  await checkPart(page, 'overview of an owner')
}

/** Each section is a menu of the bar at the bottom; Escape closes it. */
async function openSectionsOnPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 375, height: 800 })
  for (const [section, names] of Object.entries(SECTIONS)) {
    const summary = adminNavigation(page).locator('summary', { hasText: section })
    await summary.focus()
    await page.keyboard.press('Enter')
    const inside = adminNavigation(page).locator('details[open]').getByRole('link')
    await inside.first().waitFor()
    assert.deepEqual(await inside.allTextContents(), names)
    for (const link of await inside.all()) await expectInView(link, `${section} on a phone`)
    assert.deepEqual(await findViolations(page), [])
    await inside.last().focus()
    await page.keyboard.press('Escape')
    await inside.first().waitFor({ state: 'hidden' })
    assert.equal(await page.evaluate('document.activeElement.textContent'), section)
  }
  await adminNavigation(page).getByRole('link', { name: nav.backShort }).click()
  await expectHeading(page, home.heading)
  await page.getByRole('navigation', { name: nav.label }).locator('summary').click()
  const more = page.locator('.bar .menu-sheet').getByRole('link')
  await more.first().waitFor()
  assert.deepEqual(await more.allTextContents(), [nav.activity, nav.settings, nav.admin])
  await more.last().click()
  await expectHeading(page, nav.overview)
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** Only an import decides whether a script is lost: Firefox reports preloads of modules that are already loaded. */
async function failPreload({ page }: TestUser): Promise<void> {
  const preload = "Object.assign(document.createElement('link'), { rel: 'modulepreload', href: '/assets/lost.js' })"
  await page.evaluate(`new Promise((resolve) => {
    const link = ${preload}
    link.addEventListener('error', resolve)
    document.head.append(link)
  })`)
  await openSection(page, nav.invites)
  await expectHeading(page, nav.invites)
}

async function failOffline({ page, context }: TestUser): Promise<void> {
  await context.setOffline(true)
  await openSection(page, nav.health)
  await expectHeading(page, loadFailed.title)
  await context.setOffline(false)
  await expectHeading(page, nav.health)
}

type FailedChunk = { place: string; file: RegExp; route: (route: Route) => Promise<void> }

/** Opens a place whose file is lost, tries again in vain, and makes the file available. */
async function failChunk({ page, context, pageErrors }: TestUser, { place, file, route }: FailedChunk): Promise<void> {
  await context.route(file, route)
  await context.route(PAGE, route)
  await openSection(page, place)
  await expectHeading(page, loadFailed.title)
  await expectText(page, loadFailed.body)
  const before = pageErrors.length
  await tryAgain(page)
  await until(
    () => pageErrors.length,
    (count) => count > before,
    'the second try fails',
  )
  await expectHeading(page, loadFailed.title)
  await context.unroute(PAGE)
  await context.unroute(file)
}

async function failScript(user: TestUser): Promise<void> {
  const { page } = user
  await failChunk(user, { place: nav.hosts, file: /\/assets\/hosts-[^/]*\.js$/, route: abortRoute })
  await checkAccessibility(page, 'a screen without its script')
  await tryAgain(page)
  await expectHeading(page, nav.hosts)
  assert.equal(new URL(page.url()).pathname, '/admin/hosts')
}

/** Opened again from another screen, it is loaded anew. */
async function failStyles(user: TestUser): Promise<void> {
  const { page } = user
  await failChunk(user, { place: nav.networks, file: /\/assets\/networks-[^/]*\.css$/, route: abortRoute })
  await openSection(page, nav.people)
  await expectHeading(page, nav.people)
  await openSection(page, nav.networks)
  await expectHeading(page, nav.networks)
  // Style sheets of other parts may still be loading.
  await until(
    () => page.evaluate<string[]>(UNSTYLED),
    (links) => links.length === 0,
    'all style sheets are loaded',
  )
}

async function failDialog({ page, context }: TestUser): Promise<void> {
  const file = /\/assets\/step-up-dialog-[^/]*\.js$/
  await openSection(page, nav.siteSettings)
  await context.route(file, abortRoute)
  await page.getByLabel(words.settings.name).fill('Acme')
  await clickButton(page, account.form.save)
  const dialog = page.getByRole('dialog', { name: stepUp.title })
  await dialog.getByText(loadFailed.title).waitFor()
  await checkPart(page, 'a lost dialog')
  await tryAgain(page)
  await dialog.getByText(outdated.typed).waitFor()
  await dialog.getByRole('button', { name: stepUp.cancel }).click()
  await expectText(page, stepUp.notConfirmed)
  assert.equal(await page.getByLabel(words.settings.name).inputValue(), 'Acme')
  await context.unroute(file)
  await clickButton(page, account.form.save)
  await confirmStepUp(page)
  await expectText(page, words.settings.reloadNote)
}

/** A captive portal answers everything, and is not taken for a newer version. */
async function loadThroughCaptivePortal(user: TestUser): Promise<void> {
  const respondAsPortal = (route: Route) => route.fulfill({ contentType: 'text/html', body: '<h1>Free Wi-Fi</h1>' })
  await failChunk(user, { place: nav.keys, file: /\/assets\/keys-[^/]*\.js$/, route: respondAsPortal })
  await tryAgain(user.page)
  await expectHeading(user.page, nav.keys)
  user.pageErrors.length = 0 // the browser has words of its own for a script that is none
}

/** It is reloaded only on request, and does not loop. */
async function keepOldVersion({ page, context }: TestUser): Promise<void> {
  await context.route(GROUPS, respondNotFound)
  await deployNewerVersion(context)
  await openSection(page, nav.groups)
  await expectHeading(page, outdated.title)
  await expectText(page, outdated.body)
  await checkAccessibility(page, 'an old page')
  assert.equal(await main(page).getByText(outdated.typed).count(), 0)
  assert.equal(await isMarked(page), true)

  await context.unroute(PAGE)
  await clickButton(page, crash.reload)
  await expectHeading(page, loadFailed.title)
  assert.equal(await isMarked(page), false)
  await markPage(page)
  await tryAgain(page)
  await expectHeading(page, outdated.title)
  assert.equal(await isMarked(page), true)

  await context.unroute(GROUPS)
  // In a window too short for the whole rail, the current place is scrolled into view.
  await page.setViewportSize({ width: 1280, height: 400 })
  await clickButton(page, crash.reload)
  await expectHeading(page, nav.groups)
  assert.deepEqual([new URL(page.url()).pathname, await isMarked(page)], ['/admin/groups', false])
  await until(
    () => page.locator('.rail [aria-current]').evaluate((each) => each.getBoundingClientRect().bottom),
    (bottom) => bottom > 0 && bottom <= 400,
    'the current place is in view',
  )
}

testInBrowser(
  'an owner sees the sections of the admin area in the rail and on a phone, and screens that failed to load appear once they can be loaded',
  { wallets: [METAMASK] },
  async (user) => {
    const { page } = user
    await openWithoutArea(user)
    await openAdminArea(page)
    await openSectionsOnPhone(page)
    await markPage(page)
    await failPreload(user)
    await failOffline(user)
    await failScript(user)
    await failStyles(user)
    await failDialog(user)
    await expectLoadErrors(user)
    await loadThroughCaptivePortal(user)
    await keepOldVersion(user)
    await expectLoadErrors(user)
  },
)

/** The list of wallets is shown again, and the wallet can be chosen once more. */
async function declineConnection(user: TestUser): Promise<void> {
  const { page } = user
  const connect = 'wallet_requestPermissions'
  const wallet = user.wallet('io.metamask')
  const retried = page.waitForEvent('requestfailed', (request) => SIGN_IN_SCRIPT.test(request.url()))
  await wallet.answer(connect, { code: 4001, message: 'User rejected the request.' })
  await clickButton(page, signIn.continueWith('MetaMask'))
  await retried
  await main(page)
    .getByRole('button', { name: signIn.continueWith('MetaMask') })
    .waitFor()
  assert.equal(await main(page).getByText(loadFailed.title).count(), 0)
  await wallet.answer(connect, 'approve')
}

testInBrowser(
  'lists wallets when the next step fails to load, and continues with the same signature on retry',
  { wallets: [METAMASK] },
  async (user) => {
    const { page, context } = user
    const failed = page.waitForEvent('requestfailed', (request) => SIGN_IN_SCRIPT.test(request.url()))
    await context.route(SIGN_IN_SCRIPT, abortRoute)
    await page.goto('/sign-in')
    await failed
    await declineConnection(user)
    await clickButton(page, signIn.continueWith('MetaMask'))
    await expectText(page, loadFailed.title)
    await checkPart(page, 'a lost step')
    await context.unroute(SIGN_IN_SCRIPT)
    await tryAgain(page)
    await waitForPath(page, '/home')
    assert.equal(user.messages.length, 1)
    await expectLoadErrors(user)
  },
)

testInBrowser(
  'reports that there is no wallet once its styles are loaded, and never loads a disabled demo wallet',
  {},
  async (user) => {
    const { page, context } = user
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    await context.route(SIGN_IN_STYLES, abortRoute)
    await page.goto('/sign-in')
    await expectText(page, loadFailed.title)
    await context.unroute(SIGN_IN_STYLES)
    await tryAgain(page)
    await expectText(page, signIn.none.title)
    await expectLoadErrors(user)
    assert.equal(await page.getByText('Demo wallet').count(), 0)
    assert.deepEqual(
      loaded.filter((url) => url.includes('demo')),
      [],
    )
    assert.ok(loaded.length > 1)
    await checkPart(page, 'sign-in without a wallet')
  },
)
