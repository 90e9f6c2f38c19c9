import assert from 'node:assert/strict'
import type { BrowserContext, Page, Route } from 'playwright-core'
import { arriveAt, type Guest, META, main, press, see, seeHeading, seeStatus } from '../support/guest.ts'
import { findViolations, inspect } from '../support/inspect.ts'
import { confirm, setSite } from '../support/site.ts'
import { until } from '../support/until.ts'
import { account, chip, crash, gone, home, lost, signIn, stepUp, site as words } from '../support/words.ts'

const site = setSite()
const { play } = site.stage
const ENTRY_SCRIPT = /\/assets\/entry-[^/]*\.js$/
const ENTRY_STYLES = /\/assets\/entry-[^/]*\.css$/
const AREA = /\/assets\/area-[^/]*\.js$/
const GROUPS = /\/assets\/groups-[^/]*\.js$/
const PAGE = '**/sign-in'
const UNSTYLED =
  '[...document.querySelectorAll("link[rel=stylesheet]")].filter(({ sheet }) => !sheet?.cssRules.length).map(({ href }) => href)'
const { nav } = account
const PEOPLE = [nav.overview, nav.people, nav.invites, nav.requests, nav.groups, nav.allApps, nav.hosts]
const SITE = [nav.networks, nav.keys, nav.siteSettings, nav.health]
const ADMIN = [...PEOPLE, nav.allSessions, nav.allActivity, ...SITE]

const abort = (route: Route) => route.abort('connectionrefused')
const missing = (route: Route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' })

const adminPlaces = (page: Page) => page.getByRole('navigation', { name: nav.adminLabel }).getByRole('link')
const openPlace = (page: Page, name: string) =>
  page.getByRole('navigation', { name: nav.adminLabel }).getByRole('link', { name, exact: true }).click()
const tryAgain = (page: Page) => press(page, signIn.tryAgain)

/** As if another version had been put in place: the page names other files than the one that is open. */
const putNewerInPlace = (context: BrowserContext) =>
  context.route(PAGE, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replace('/assets/first-', '/assets/first-x') })
  })

/** Marks the document, to notice when another one is loaded. */
const mark = (page: Page) => page.evaluate('void (globalThis.marked = true)')
const isMarked = (page: Page) => page.evaluate<boolean>('globalThis.marked === true')

/** What was lost is in the console, as it should be. */
async function excuse(guest: Guest): Promise<void> {
  await until(
    () => guest.complaints.length,
    (count) => count > 0,
    'the loss is in the console',
  )
  assert.deepEqual(
    guest.complaints.filter((text) => !/Part of the page did not arrive/.test(text)),
    [],
  )
  guest.complaints.length = 0
}

async function openWithoutArea(guest: Guest): Promise<void> {
  const { page, context } = guest
  await context.route(AREA, abort)
  await site.enter(guest, 'owner', '/home')
  await seeHeading(page, lost.title)
  await seeStatus(page, chip.disconnected)
  await context.unroute(AREA)
  await tryAgain(page)
  await seeHeading(page, home.heading)
}

async function seeAdminArea(page: Page): Promise<void> {
  await until(
    () => adminPlaces(page).allTextContents(),
    (names) => names.join() === ADMIN.join(),
    'the rail has the admin area',
  )
  await inspect(page, 'home of an owner')
  await page.setViewportSize({ width: 375, height: 800 })
  const more = page.getByRole('navigation', { name: nav.label }).locator('summary')
  await more.focus()
  await page.keyboard.press('Enter')
  const inside = page.locator('.bar-sheet').getByRole('link')
  await inside.first().waitFor()
  assert.deepEqual(await inside.allTextContents(), [nav.activity, nav.settings, ...ADMIN])
  assert.deepEqual(await findViolations(page), [])
  await inside.last().focus()
  await page.keyboard.press('Escape')
  await inside.first().waitFor({ state: 'hidden' })
  assert.equal(await page.evaluate('document.activeElement.textContent'), nav.more)
  await page.setViewportSize({ width: 1280, height: 800 })
}

async function loseOffline({ page, context }: Guest): Promise<void> {
  await context.setOffline(true)
  await openPlace(page, nav.health)
  await seeHeading(page, lost.title)
  await context.setOffline(false)
  await seeHeading(page, nav.health)
}

type Loss = { place: string; file: RegExp; route: (route: Route) => Promise<void> }

/** Opens a place whose file is lost, tries again in vain, and makes the file available. */
async function lose({ page, context, complaints }: Guest, { place, file, route }: Loss): Promise<void> {
  await context.route(file, route)
  await context.route(PAGE, route)
  await openPlace(page, place)
  await seeHeading(page, lost.title)
  await see(page, lost.body)
  const before = complaints.length
  await tryAgain(page)
  await until(
    () => complaints.length,
    (count) => count > before,
    'the second try fails',
  )
  await seeHeading(page, lost.title)
  await context.unroute(PAGE)
  await context.unroute(file)
}

async function loseScript(guest: Guest): Promise<void> {
  const { page } = guest
  await lose(guest, { place: nav.hosts, file: /\/assets\/hosts-[^/]*\.js$/, route: abort })
  await inspect(page, 'a screen without its script')
  await tryAgain(page)
  await seeHeading(page, nav.hosts)
  assert.equal(new URL(page.url()).pathname, '/admin/hosts')
}

/** Opened again from another screen, it is loaded anew. */
async function loseStyles(guest: Guest): Promise<void> {
  const { page } = guest
  await lose(guest, { place: nav.networks, file: /\/assets\/networks-[^/]*\.css$/, route: abort })
  await openPlace(page, nav.people)
  await seeHeading(page, nav.people)
  await openPlace(page, nav.networks)
  await seeHeading(page, nav.networks)
  // Style sheets of other parts may still be loading.
  await until(
    () => page.evaluate<string[]>(UNSTYLED),
    (links) => links.length === 0,
    'all style sheets are loaded',
  )
}

async function loseDialog({ page, context }: Guest): Promise<void> {
  const file = /\/assets\/step-up-dialog-[^/]*\.js$/
  await openPlace(page, nav.siteSettings)
  await context.route(file, abort)
  await page.getByLabel(words.settings.name).fill('Acme')
  await press(page, account.form.save)
  const dialog = page.getByRole('dialog', { name: stepUp.title })
  await dialog.getByText(lost.title).waitFor()
  await inspect(page, 'a lost dialog')
  await tryAgain(page)
  await dialog.getByText(gone.typed).waitFor()
  await dialog.getByRole('button', { name: stepUp.cancel }).click()
  await see(page, stepUp.notConfirmed)
  assert.equal(await page.getByLabel(words.settings.name).inputValue(), 'Acme')
  await context.unroute(file)
  await press(page, account.form.save)
  await confirm(page)
  await see(page, words.settings.reloadNote)
}

/** A captive portal answers everything, and is not taken for a newer version. */
async function askPortal(guest: Guest): Promise<void> {
  const portal = (route: Route) => route.fulfill({ contentType: 'text/html', body: '<h1>Free Wi-Fi</h1>' })
  await lose(guest, { place: nav.keys, file: /\/assets\/keys-[^/]*\.js$/, route: portal })
  await tryAgain(guest.page)
  await seeHeading(guest.page, nav.keys)
  guest.complaints.length = 0 // the browser has words of its own for a script that is none
}

/** It is reloaded only on request, and does not loop. */
async function outliveTheServer({ page, context }: Guest): Promise<void> {
  await context.route(GROUPS, missing)
  await putNewerInPlace(context)
  await openPlace(page, nav.groups)
  await seeHeading(page, gone.title)
  await see(page, gone.body)
  await inspect(page, 'an old page')
  assert.equal(await main(page).getByText(gone.typed).count(), 0)
  assert.equal(await isMarked(page), true)

  await context.unroute(PAGE)
  await press(page, crash.reload)
  await seeHeading(page, lost.title)
  assert.equal(await isMarked(page), false)
  await mark(page)
  await tryAgain(page)
  await seeHeading(page, gone.title)
  assert.equal(await isMarked(page), true)

  await context.unroute(GROUPS)
  // In a window too short for the whole rail, the current place is scrolled into view.
  await page.setViewportSize({ width: 1280, height: 400 })
  await press(page, crash.reload)
  await seeHeading(page, nav.groups)
  assert.deepEqual([new URL(page.url()).pathname, await isMarked(page)], ['/admin/groups', false])
  await until(
    () => page.locator('.rail [aria-current]').evaluate((each) => each.getBoundingClientRect().bottom),
    (bottom) => bottom > 0 && bottom <= 400,
    'the current place is in view',
  )
}

play(
  'an owner sees the admin area in the rail and behind “More”, and screens that were lost appear once they can be loaded',
  { wallets: [META] },
  async (guest) => {
    const { page } = guest
    await openWithoutArea(guest)
    await seeAdminArea(page)
    await openPlace(page, nav.overview) // in a new document, for what the first one lacked
    await seeHeading(page, nav.overview)
    await mark(page)
    await loseOffline(guest)
    await loseScript(guest)
    await loseStyles(guest)
    await loseDialog(guest)
    await excuse(guest)
    await askPortal(guest)
    await outliveTheServer(guest)
    await excuse(guest)
  },
)

play(
  'lists wallets although the next step could not be loaded, and goes on with the same signature once it can be',
  { wallets: [META] },
  async (guest) => {
    const { page, context } = guest
    const failed = page.waitForEvent('requestfailed', (request) => ENTRY_SCRIPT.test(request.url()))
    await context.route(ENTRY_SCRIPT, abort)
    await page.goto('/sign-in')
    await failed
    await press(page, signIn.continueWith('MetaMask'))
    await see(page, lost.title)
    await inspect(page, 'a lost step')
    await context.unroute(ENTRY_SCRIPT)
    await tryAgain(page)
    await arriveAt(page, '/home')
    assert.equal(guest.messages.length, 1)
    await excuse(guest)
  },
)

play(
  'without any wallet the page says so once its styles are loaded, and never loads a demo wallet that is off',
  {},
  async (guest) => {
    const { page, context } = guest
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    await context.route(ENTRY_STYLES, abort)
    await page.goto('/sign-in')
    await see(page, lost.title)
    await context.unroute(ENTRY_STYLES)
    await tryAgain(page)
    await see(page, signIn.none.title)
    await excuse(guest)
    assert.equal(await page.getByText('Demo wallet').count(), 0)
    assert.deepEqual(
      loaded.filter((url) => url.includes('demo')),
      [],
    )
    assert.ok(loaded.length > 1)
    await inspect(page, 'sign-in without a wallet')
  },
)
