import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { arriveAt, comeToRest, type Guest, META, press, see, seeHeading, seeStatus } from '../support/guest.ts'
import { enterSignedIn } from '../support/signed-in.ts'
import { setStage } from '../support/stage.ts'
import { until } from '../support/until.ts'
import { chip, home, reasons, signIn, signOut } from '../support/words.ts'

const stage = setStage({ DEMO_WALLET: 'off' })
const PERMITTED = { ...META, permitted: true }
const meta = (guest: Guest) => guest.wallet('io.metamask')
const OWN_SESSIONS = 'wallet_id IN (SELECT id FROM wallet WHERE address = ?)'

async function enter({ page }: Guest): Promise<void> {
  await page.goto('/sign-in')
  await press(page, signIn.continueWith('MetaMask'))
  await arriveAt(page, '/home')
  await seeHeading(page, home.heading)
}

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

function idleEndOf({ account }: Guest): number {
  const sql = `SELECT idle_expires_at FROM session WHERE ${OWN_SESSIONS}`
  const [session] = stage.read(sql, account.address.toLowerCase()) as { idle_expires_at: number }[] // the column asked for
  assert.ok(session)
  return session.idle_expires_at
}

const change = (guest: Guest, set: string) =>
  stage.change(`UPDATE session SET ${set} WHERE ${OWN_SESSIONS}`, guest.account.address.toLowerCase())

const listening = ({ calls }: Guest) => calls.filter((call) => call.includes('/api/events')).length

stage.play('ends the session, and leaves the wallet connected until asked', { wallets: [PERMITTED] }, async (guest) => {
  const { page, context } = guest
  await page.goto('/sign-in')
  await seeHeading(page, signIn.title)
  assert.equal(listening(guest), 0, 'the sign-in page does not subscribe to events')
  await press(page, signIn.continueWith('MetaMask'))
  await arriveAt(page, '/home')
  await until(
    () => listening(guest),
    (count) => count === 1,
    'the account subscribes to events once',
  )
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

  await press(page, signOut.disconnect)
  await see(page, signOut.gone)
  await seeStatus(page, chip.disconnected)
  assert.ok((await meta(guest).asked()).includes('wallet_revokePermissions'))
  await page.goto('/home')
  await arriveAt(page, '/sign-in?return_to=%2Fhome')
})

stage.play('asks before signing out when its address is opened directly', {}, async (guest) => {
  const { page } = guest
  await enterSignedIn(stage, guest, '/sign-out')
  await seeHeading(page, signOut.confirmTitle)
  await press(page, signOut.signOut)
  await seeHeading(page, signOut.doneTitle)
})

stage.play(
  'says why a session ended, warns before its maximum lifetime, and leads back after each sign-in',
  { wallets: [PERMITTED], clock: true },
  async (guest) => {
    const { page } = guest
    await comeToRest(page, () => enter(guest))
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
    await page.getByRole('dialog').getByRole('button', { name: home.signInAgain }).click()
    await signInAgain(page)
    assert.equal(guest.messages.length, 4)
  },
)

stage.play('warns two minutes before an idle session ends, and extends it', { clock: true }, async (guest) => {
  const { page } = guest
  await enterSignedIn(stage, guest, '/home')
  await seeHeading(page, home.heading)
  await page.clock.pauseAt(idleEndOf(guest) - 121_000)
  assert.equal(await page.getByRole('dialog').count(), 0)
  // The clock stays paused: the server's did not move, so the extended session may end within two minutes as well.
  await page.clock.fastForward(2_000)
  await page.getByRole('dialog', { name: home.soonTitle }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: home.stay }).click()
  await until(
    () => page.getByRole('dialog').count(),
    (dialogs) => dialogs === 0,
    'the dialog goes',
  )
  assert.ok(guest.calls.includes('POST /api/session/touch'))
})
