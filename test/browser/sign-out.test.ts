import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { changeDatabase, readDatabase } from '../support/database-file.ts'
import { arriveAt, comeToRest, type Guest, META, main, press, see, seeHeading, seeStatus } from '../support/guest.ts'
import { setStage } from '../support/stage.ts'
import { until } from '../support/until.ts'
import { chip, home, reasons, signIn, signOut } from '../support/words.ts'

const folder = mkdtempSync(join(tmpdir(), 'countersign-sign-out-'))
const database = join(folder, 'countersign.db')
after(() => rmSync(folder, { recursive: true, force: true }))
const stage = setStage({ DEMO_WALLET: 'off', DATA_DIR: folder })
const PERMITTED = { ...META, permitted: true }
const meta = (guest: Guest) => guest.wallet('io.metamask')
const OWN_SESSIONS = 'wallet_id IN (SELECT id FROM wallet WHERE address = ?)'

async function enter({ page }: Guest, { keep = false } = {}): Promise<void> {
  await page.goto('/sign-in')
  if (keep) await page.getByLabel(signIn.keep).check()
  await press(page, signIn.continueWith('MetaMask'))
  await arriveAt(page, '/home')
  await seeHeading(page, home.heading)
}

async function comeBack({ page }: Guest): Promise<void> {
  await page.clock.fastForward(31_000)
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))')
}

function idleEndOf({ account }: Guest): number {
  const sql = `SELECT idle_expires_at FROM session WHERE ${OWN_SESSIONS}`
  const [session] = readDatabase(database, sql, account.address.toLowerCase()) as { idle_expires_at: number }[] // the column asked for
  assert.ok(session)
  return session.idle_expires_at
}

const change = (guest: Guest, set: string) =>
  changeDatabase(database, `UPDATE session SET ${set} WHERE ${OWN_SESSIONS}`, guest.account.address.toLowerCase())

stage.play('ends the session and leaves the wallet its permission', { wallets: [PERMITTED] }, async (guest) => {
  const { page } = guest
  await enter(guest)
  await press(page, home.signOut)
  await arriveAt(page, '/sign-out')
  await seeHeading(page, signOut.doneTitle)
  await see(page, signOut.stillConnected)
  await seeStatus(page, chip.connected)
  assert.ok(!(await meta(guest).asked()).includes('wallet_revokePermissions'))
  const sql = `SELECT end_reason FROM session WHERE ${OWN_SESSIONS}`
  const ended = readDatabase(database, sql, guest.account.address.toLowerCase()).map((row) => ({ ...(row as object) })) // a row has no prototype
  assert.deepEqual(ended, [{ end_reason: 'signed_out' }])
  await page.goto('/home')
  await arriveAt(page, '/sign-in?return_to=%2Fhome')
})

stage.play('disconnects the wallet too when asked, and forgets it', { wallets: [PERMITTED] }, async (guest) => {
  const { page } = guest
  await enter(guest)
  await press(page, home.signOutAll)
  await seeHeading(page, signOut.doneTitle)
  await seeStatus(page, chip.disconnected)
  await until(
    () => meta(guest).asked(),
    (methods) => methods.includes('wallet_revokePermissions'),
    'the permission is taken back',
  )
  await until(
    () => page.evaluate<string | null>('localStorage.getItem("cs.recent")'),
    (kept) => kept === null,
    'the wallet is forgotten',
  )
  assert.equal(
    await page.evaluate(`JSON.stringify({ ...localStorage }).includes('${guest.account.address.slice(2)}')`),
    false,
  )
})

stage.play('can disconnect the wallet afterwards', { wallets: [PERMITTED] }, async (guest) => {
  const { page } = guest
  await enter(guest)
  await press(page, home.signOut)
  await press(page, signOut.disconnect)
  await see(page, signOut.gone)
  await seeStatus(page, chip.disconnected)
  assert.ok((await meta(guest).asked()).includes('wallet_revokePermissions'))
})

stage.play('asks first at its own address', { wallets: [PERMITTED] }, async (guest) => {
  const { page } = guest
  await enter(guest)
  await page.goto('/sign-out')
  await seeHeading(page, signOut.confirmTitle)
  await press(page, signOut.signOut)
  await seeHeading(page, signOut.doneTitle)
})

stage.play(
  'says so when the session was ended elsewhere, as soon as the person comes back',
  { wallets: [PERMITTED], clock: true },
  async (guest) => {
    const { page } = guest
    await comeToRest(page, () => enter(guest))
    assert.equal(change(guest, `ended_at = ${Date.now()}, end_reason = 'too_many'`), 1)
    await comeBack(guest)
    await arriveAt(page, '/sign-in?return_to=%2Fhome')
    await see(page, reasons.ended)
  },
)

stage.play(
  'says so when the session ran out, and the page leads back to where it was',
  { wallets: [PERMITTED], clock: true },
  async (guest) => {
    const { page } = guest
    await enter(guest)
    assert.equal(change(guest, 'idle_expires_at = 1'), 1)
    await comeBack(guest)
    await see(page, reasons.expired)
    await press(page, signIn.continueAs)
    await arriveAt(page, '/home')
  },
)

stage.play(
  'warns two minutes before an unused session ends, and prolongs it',
  { wallets: [PERMITTED], clock: true },
  async (guest) => {
    const { page } = guest
    await enter(guest, { keep: true })
    await page.clock.pauseAt(idleEndOf(guest) - 121_000)
    assert.equal(await page.getByRole('dialog').count(), 0)
    // Time stands still from here on: the server has not gone along, so that what it adds may end within two minutes too.
    await page.clock.fastForward(2_000)
    await page.getByRole('dialog', { name: home.soonTitle }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: home.stay }).click()
    await until(
      () => page.getByRole('dialog').count(),
      (dialogs) => dialogs === 0,
      'the dialog goes',
    )
    assert.ok(guest.calls.includes('POST /api/session/touch'))
  },
)

stage.play(
  'warns before the longest time of a session, and leads to a new signature',
  { wallets: [PERMITTED], clock: true },
  async (guest) => {
    const { page } = guest
    await enter(guest)
    await page.clock.fastForward(12 * 3_600_000 - 115_000)
    await page.getByRole('dialog').getByRole('button', { name: home.signInAgain }).click()
    await main(page).getByRole('button', { name: signIn.continueAs, exact: true }).waitFor()
    await press(page, signIn.continueAs)
    await arriveAt(page, '/home')
    assert.equal(guest.messages.length, 2)
  },
)

stage.play('changes nothing when the server cannot be reached', { wallets: [PERMITTED] }, async (guest) => {
  const { page, context } = guest
  await enter(guest)
  // The page asks who is signed in at the same address, whenever it likes.
  await context.route('**/api/session', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
  )
  await press(page, home.signOut)
  await see(page, home.notReached)
  await seeHeading(page, home.heading)
  await context.unroute('**/api/session')
  await press(page, home.signOut)
  await seeHeading(page, signOut.doneTitle)
})
