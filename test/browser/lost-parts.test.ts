import assert from 'node:assert/strict'
import type { BrowserContext, Page, Route } from 'playwright-core'
import { type Guest, META, main, press, see, seeHeading } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { confirm, setSite } from '../support/site.ts'
import { until } from '../support/until.ts'
import { account, chip, crash, gone, home, lost, signIn, stepUp, site as words } from '../support/words.ts'

const site = setSite()
const { play } = site.stage
const OWNER = { wallets: [META] }
const SCRIPT = /\/assets\/health-[^/]*\.js$/
const LOOKS = /\/assets\/health-[^/]*\.css$/
const SHARED_SCRIPT = /\/assets\/entry-[^/]*\.js$/
const SHARED_LOOKS = /\/assets\/entry-[^/]*\.css$/
const PAGE = '**/sign-in'
const LOOKLESS =
  '[...document.querySelectorAll("link[rel=stylesheet]")].filter(({ sheet }) => !sheet?.cssRules.length).map(({ href }) => href)'
const { nav } = account

const abort = (route: Route) => route.abort('connectionrefused')
const missing = (route: Route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' })

const adminPlace = (page: Page, name: string) =>
  page.getByRole('navigation', { name: nav.adminLabel }).getByRole('link', { name, exact: true })
const goToHealth = (page: Page) => adminPlace(page, nav.health).click()
const tryAgain = (page: Page) => press(page, signIn.tryAgain)

/** As if another version had been put in place: the page names other files than the one that is open. */
const putNewerInPlace = (context: BrowserContext) =>
  context.route(PAGE, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replace('/assets/first-', '/assets/first-x') })
  })

/** The document the guest has now, to be told from one that was loaded since. */
const mark = (page: Page) => page.evaluate('void (globalThis.marked = true)')
const isMarked = (page: Page) => page.evaluate<boolean>('globalThis.marked === true')

/** What was lost is in the console, as it should be. */
async function excuse(guest: Guest): Promise<void> {
  await until(
    () => guest.complaints.length,
    (count) => count > 0,
    'the console tells of it',
  )
  assert.deepEqual(
    guest.complaints.filter((text) => !/Part of the page did not arrive/.test(text)),
    [],
  )
  guest.complaints.length = 0
}

async function loseOffline({ page, context }: Guest): Promise<void> {
  await mark(page)
  await context.setOffline(true)
  await goToHealth(page)
  await seeHeading(page, lost.title)
  await context.setOffline(false)
  await seeHeading(page, nav.health)
  assert.equal(await isMarked(page), true)
}

async function loseScript(guest: Guest): Promise<void> {
  const { page, context } = guest
  await mark(page)
  await context.route(SCRIPT, abort)
  await context.route(PAGE, abort)
  await goToHealth(page)
  await seeHeading(page, lost.title)
  await see(page, lost.body)
  await inspect(page, 'a screen without its script')
  await tryAgainInVain(guest)
  await context.unroute(PAGE)
  await context.unroute(SCRIPT)
  await tryAgain(page)
  await seeHeading(page, nav.health)
  assert.deepEqual([new URL(page.url()).pathname, await isMarked(page)], ['/admin/health', true])
}

/** Opened again from another screen, it is loaded anew. */
async function loseStyles(guest: Guest): Promise<void> {
  const { page, context } = guest
  await mark(page)
  await context.route(LOOKS, abort)
  await context.route(PAGE, abort)
  await goToHealth(page)
  await seeHeading(page, lost.title)
  await tryAgainInVain(guest)
  await context.unroute(PAGE)
  await context.unroute(LOOKS)
  await adminPlace(page, nav.people).click()
  await seeHeading(page, nav.people)
  await goToHealth(page)
  await seeHeading(page, nav.health)
  assert.equal(await isMarked(page), true)
  // Style sheets of other parts may still be loading.
  await until(
    () => page.evaluate<string[]>(LOOKLESS),
    (links) => links.length === 0,
    'all style sheets are loaded',
  )
}

async function tryAgainInVain({ page, complaints }: Guest): Promise<void> {
  const before = complaints.length
  await tryAgain(page)
  await until(
    () => complaints.length,
    (count) => count > before,
    'it fails once more',
  )
  await seeHeading(page, lost.title)
}

async function openOverview({ page }: Guest): Promise<void> {
  await page.goto('/admin')
  await seeHeading(page, nav.overview)
}

play('a screen that cannot be loaded says so, and appears without a reload once it can be', OWNER, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'owner', '/admin')
  await seeHeading(page, nav.overview)
  await loseOffline(guest)
  await openOverview(guest)
  await loseScript(guest)
  await openOverview(guest)
  await loseStyles(guest)
  await excuse(guest)
})

play('a page older than the server reloads only on request, and does not loop', OWNER, async (guest) => {
  const { page, context } = guest
  await site.enter(guest, 'owner', '/admin')
  await mark(page)
  await context.route(SCRIPT, missing)
  await putNewerInPlace(context)
  await goToHealth(page)
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

  await context.unroute(SCRIPT)
  await press(page, crash.reload)
  await seeHeading(page, nav.health)
  assert.deepEqual([new URL(page.url()).pathname, await isMarked(page)], ['/admin/health', false])
  await excuse(guest)
})

play('the answer of a captive portal is not taken for a newer version', OWNER, async (guest) => {
  const { page, context } = guest
  await site.enter(guest, 'owner', '/admin')
  const portal = (route: Route) => route.fulfill({ contentType: 'text/html', body: '<h1>Free Wi-Fi</h1>' })
  await context.route(SCRIPT, portal)
  await context.route(PAGE, portal)
  await goToHealth(page)
  await seeHeading(page, lost.title)
  await tryAgain(page)
  await seeHeading(page, lost.title)
  await context.unroute(SCRIPT)
  await context.unroute(PAGE)
  await tryAgain(page)
  await seeHeading(page, nav.health)
  guest.complaints.length = 0 // the browser has words of its own for a script that is none
})

play('the account opens with its navigation once its script can be loaded', OWNER, async (guest) => {
  const { page, context } = guest
  const area = /\/assets\/area-[^/]*\.js$/
  await context.route(area, abort)
  await site.enter(guest, 'owner', '/home')
  await seeHeading(page, lost.title)
  await page.getByRole('banner').getByText(chip.disconnected, { exact: true }).waitFor()
  await context.unroute(area)
  await tryAgain(page)
  await seeHeading(page, home.heading)
  await adminPlace(page, nav.health).waitFor()
  await excuse(guest)
})

play('a form keeps its input when the step-up dialog cannot be loaded', OWNER, async (guest) => {
  const { page, context } = guest
  const file = /\/assets\/step-up-dialog-[^/]*\.js$/
  await site.enter(guest, 'owner', '/admin/settings')
  await context.route(file, abort)
  await page.getByLabel(words.settings.name).fill('Acme')
  await press(page, words.settings.save)
  const dialog = page.getByRole('dialog', { name: stepUp.title })
  await dialog.getByText(lost.title).waitFor()
  await inspect(page, 'a lost dialog')
  await tryAgain(page)
  await dialog.getByText(gone.typed).waitFor()
  await dialog.getByRole('button', { name: stepUp.cancel }).click()
  await see(page, stepUp.notConfirmed)
  assert.equal(await page.getByLabel(words.settings.name).inputValue(), 'Acme')
  await context.unroute(file)
  await press(page, words.settings.save)
  await confirm(page)
  await see(page, words.settings.reloadNote)
  await excuse(guest)
})

play('a sign-in step that cannot be loaded says so, and appears after trying again', {}, async (guest) => {
  const { page, context } = guest
  await context.route(SHARED_LOOKS, abort)
  await page.goto('/sign-in')
  await see(page, lost.title)
  await context.unroute(SHARED_LOOKS)
  await tryAgain(page)
  await see(page, signIn.none.title)
  await excuse(guest)
})

play('the list of wallets appears although what comes later cannot be loaded', OWNER, async (guest) => {
  const { page, context } = guest
  const failed = page.waitForEvent('requestfailed', (request) => SHARED_SCRIPT.test(request.url()))
  await context.route(SHARED_SCRIPT, abort)
  await page.goto('/sign-in')
  await failed
  await excuse(guest)
  await main(page)
    .getByRole('button', { name: signIn.continueWith('MetaMask') })
    .waitFor()
})
