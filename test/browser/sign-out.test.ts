import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { inspect } from '../support/browser/accessibility.ts'
import { goWithin } from '../support/browser/navigate.ts'
import { enterSignedIn } from '../support/browser/open-signed-in.ts'
import { setStage } from '../support/browser/suite.ts'
import {
  arriveAt,
  comeToRest,
  type Guest,
  META,
  press,
  see,
  seeHeading,
  seeStatus,
} from '../support/browser/test-user.ts'
import { account, chip, home, notFound, reasons, signIn, signOut } from '../support/browser/words.ts'
import { until } from '../support/until.ts'

const stage = setStage({ DEMO_WALLET: 'off' })
const PERMITTED = { ...META, permitted: true }
const meta = (guest: Guest) => guest.wallet('io.metamask')
const OWN_SESSIONS = 'wallet_id IN (SELECT id FROM wallet WHERE address = ?)'
const { nav } = account

async function signInAgain(page: Page): Promise<void> {
  await press(page, signIn.continueAs)
  await arriveAt(page, '/home')
  await seeHeading(page, home.heading)
}

const AWAY_MS = 31_000

async function comeBack({ page }: Guest): Promise<void> {
  await page.clock.fastForward(AWAY_MS)
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))')
}

/** The session that was begun last. */
function idleEndOf({ account }: Guest): number {
  const sql = `SELECT max(idle_expires_at) AS idle FROM session WHERE ended_at IS NULL AND ${OWN_SESSIONS}`
  const [session] = stage.read(sql, account.address.toLowerCase()) as { idle: number }[] // the column asked for
  assert.ok(session)
  return session.idle
}

const change = (guest: Guest, set: string) =>
  stage.change(`UPDATE session SET ${set} WHERE ${OWN_SESSIONS}`, guest.account.address.toLowerCase())

const listening = ({ calls }: Guest) => calls.filter((call) => call.includes('/api/events')).length

const places = (page: Page, label: string) => page.getByRole('navigation', { name: label }).getByRole('link')

const seePlaces = (page: Page, wanted: string[], what: string) =>
  until(
    () => places(page, nav.label).allTextContents(),
    (names) => names.join() === wanted.join(),
    what,
  )

/** A member sees no link to the admin area, and nothing of it by its address. */
async function seeOwnPlaces(page: Page): Promise<void> {
  const own = [nav.home, nav.wallets, nav.apps, nav.sessions, nav.activity, nav.settings]
  await page.setViewportSize({ width: 1280, height: 800 })
  await seePlaces(page, own, 'the rail has their own places')
  assert.deepEqual(await page.locator('[aria-current="page"]').allTextContents(), [nav.home])
  assert.equal(await places(page, nav.adminLabel).count(), 0)
  await page.setViewportSize({ width: 375, height: 800 })
  const four = [nav.home, nav.wallets, nav.appsShort, nav.sessionsShort]
  await seePlaces(page, four, 'the bar has four places and the way to the others')
  await goWithin(page, '/admin/people')
  await seeHeading(page, notFound.heading)
  await page.goBack()
  await seeHeading(page, home.heading)
}

async function signOutAtHome(guest: Guest): Promise<void> {
  const { page, context } = guest
  // The page reads the session at the same path at any time.
  await context.route('**/api/session', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
  )
  await press(page, home.signOut)
  await see(page, home.notReached)
  await seeHeading(page, home.heading)
  await context.unroute('**/api/session')

  await press(page, home.signOut)
  await arriveAt(page, '/sign-out')
  await seeHeading(page, signOut.doneTitle)
  await see(page, signOut.stillConnected)
  await seeStatus(page, chip.connected)
  assert.ok(!(await meta(guest).asked()).includes('wallet_revokePermissions'))
  const sql = `SELECT end_reason FROM session WHERE ${OWN_SESSIONS}`
  const ended = stage.read(sql, guest.account.address.toLowerCase()).map((row) => ({ ...(row as object) })) // a row has no prototype
  assert.deepEqual(ended, [{ end_reason: 'signed_out' }])
  await inspect(page, 'signed out')

  // One click: the wallet that is still connected is asked at once.
  await press(page, signOut.again)
  await arriveAt(page, '/home')
  await seeHeading(page, home.heading)
  await press(page, home.signOut)
  await seeHeading(page, signOut.doneTitle)

  await press(page, signOut.disconnect)
  await see(page, signOut.gone)
  await seeStatus(page, chip.disconnected)
  assert.ok((await meta(guest).asked()).includes('wallet_revokePermissions'))
}

/** What the page read while somebody was signed in cannot be read from the browser's cache afterwards. */
async function findNothingInCache({ page, calls }: Guest): Promise<void> {
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

stage.play(
  'a member sees their own pages, signs out, keeps the wallet connected until asked, and confirms at /sign-out',
  { wallets: [PERMITTED] },
  async (guest) => {
    const { page } = guest
    await page.goto('/home')
    await arriveAt(page, '/sign-in?return_to=%2Fhome')
    await seeHeading(page, signIn.title)
    assert.equal(await page.getByRole('navigation').count(), 0)
    assert.equal(listening(guest), 0, 'the sign-in page does not subscribe to events')
    await press(page, signIn.continueWith('MetaMask'))
    await arriveAt(page, '/home')
    await seeHeading(page, home.heading)
    await until(
      () => listening(guest),
      (count) => count === 1,
      'the account subscribes to events once',
    )
    await seeOwnPlaces(page)
    await signOutAtHome(guest)

    await enterSignedIn(stage, guest, '/sign-out')
    await seeHeading(page, signOut.confirmTitle)
    await inspect(page, 'sign-out')
    await press(page, signOut.signOut)
    await seeHeading(page, signOut.doneTitle)
    await findNothingInCache(guest)
  },
)

/** The clock stays paused: the server's did not move, so the extended session may end within two minutes as well. */
async function extendIdleSession(guest: Guest): Promise<void> {
  const { page, context } = guest
  await context.clearCookies()
  await enterSignedIn(stage, guest, '/home')
  await seeHeading(page, home.heading)
  await page.clock.pauseAt(idleEndOf(guest) - 121_000)
  assert.equal(await page.getByRole('dialog').count(), 0)
  await page.clock.fastForward(2_000)
  await page.getByRole('dialog', { name: home.soonTitle }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: home.stay }).click()
  await until(
    () => page.getByRole('dialog').count(),
    (dialogs) => dialogs === 0,
    'the dialog goes',
  )
  assert.ok(guest.calls.includes('POST /api/session/touch'))
}

stage.play(
  'explains why a session ended, warns before its maximum lifetime and idle timeout, and returns to the page after sign-in',
  { wallets: [PERMITTED], clock: true },
  async (guest) => {
    const { page } = guest
    await comeToRest(page, async () => {
      await page.goto('/sign-in')
      await press(page, signIn.continueWith('MetaMask'))
      await arriveAt(page, '/home')
      await seeHeading(page, home.heading)
    })
    assert.equal(change(guest, `ended_at = ${Date.now()}, end_reason = 'too_many'`), 1)
    await comeBack(guest)
    await arriveAt(page, '/sign-in?return_to=%2Fhome')
    await see(page, reasons.ended)
    await signInAgain(page)

    assert.equal(change(guest, 'idle_expires_at = 1'), 2)
    await comeBack(guest)
    await see(page, reasons.expired)
    await signInAgain(page)

    await page.clock.fastForward(12 * 3_600_000 - 2 * AWAY_MS - 115_000)
    const warning = page.getByRole('dialog')
    await warning.waitFor()
    await inspect(page, 'the warning before a session ends')
    await warning.getByRole('button', { name: home.signInAgain }).click()
    await signInAgain(page)
    assert.equal(guest.messages.length, 4)
    await extendIdleSession(guest)
  },
)
