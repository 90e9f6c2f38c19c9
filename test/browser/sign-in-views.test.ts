/** axe looks at every view of the sign-in, on journeys that lead through all of them. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { View } from '../../web/src/sign-in/view.ts'
import { wordsForProblem } from '../../web/src/words/problems.ts'
import { startedOf } from '../support/answers.ts'
import { openBrowser, signIn as signInPast } from '../support/browser.ts'
import { arriveAt, type Guest, META, main, press, RABBY, see, seeHeading, seeStatus } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { setStage } from '../support/stage.ts'
import { until } from '../support/until.ts'
import { chip, failed, notices, preview, signIn } from '../support/words.ts'

const stage = setStage()
const meta = (guest: Guest) => guest.wallet('io.metamask')
const posts = ({ calls }: Guest) => calls.filter((call) => call === 'POST /api/sessions').length

const BROKEN = { code: -32603, message: 'Internal JSON-RPC error.' }
const ASKS_TO_CONNECT = { ...META, answers: { wallet_requestPermissions: 'ask', eth_requestAccounts: 'ask' } } as const
const ASKS_TO_SIGN = { ...META, answers: { personal_sign: 'ask' } } as const

/** The success view is gone after 280 ms; axe needs a running clock, so only that one timer never fires. */
const HOLD_SEAL = `{
  const real = setTimeout
  window.setTimeout = (work, ms, ...rest) => (ms === 280 ? 0 : real(work, ms, ...rest))
}`

/** Where each view is inspected: one that is added to the union and not here does not compile. */
const inspected: Record<View['screen'], boolean> = {
  linking: true, // needs a relay: walletconnect.test.ts
  choosing: false,
  connecting: false,
  connected: false,
  preparing: false,
  awaiting_signature: false,
  verifying: false,
  signed_in: false,
  suspended: false,
  leaving: false,
  other_tab: false,
  failed: false,
}

async function inspectView(page: Page, screen: View['screen']): Promise<void> {
  const heading = await page.getByRole('heading', { level: 1 }).textContent()
  await inspect(page, screen)
  assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), heading, 'the view did not change')
  inspected[screen] = true
}

const isAsked = (guest: Guest, times = 1) =>
  until(
    () => meta(guest).waiting(),
    (methods) => methods.length === times,
    'the wallet is asked',
  )

stage.play(
  'connecting: another tab waits, Cancel leads back to the list, and a silent wallet can be asked again',
  { wallets: [ASKS_TO_CONNECT, RABBY], clock: true },
  async (guest) => {
    const { page, context } = guest
    await page.goto('/sign-in')
    await press(page, /^MetaMask/)
    await seeStatus(page, chip.connecting)
    await isAsked(guest)

    const second = await context.newPage()
    await second.goto('/sign-in')
    await press(second, /^MetaMask/)
    await seeHeading(second, signIn.otherTabTitle)
    await inspectView(second, 'other_tab')
    await second.close()

    await press(page, signIn.cancel)
    await see(page, notices.cancelled)
    await seeStatus(page, chip.disconnected)
    await inspectView(page, 'choosing')

    await press(page, /^MetaMask/)
    await seeStatus(page, chip.connecting)
    await page.clock.fastForward(61_000)
    await see(page, signIn.openingStalled('MetaMask'))
    await inspectView(page, 'connecting')
    await meta(guest).answer('wallet_requestPermissions', 'approve')
    await press(page, signIn.tryAgain)
    await arriveAt(page, '/home')
  },
)

stage.play(
  'signing: a signature that comes after Cancel is never sent, and one made offline is sent when the network is back',
  { wallets: [ASKS_TO_SIGN], clock: true },
  async (guest) => {
    const { page, context } = guest
    await page.goto('/sign-in')
    await press(page, signIn.continueWith('MetaMask'))
    await seeHeading(page, signIn.signTitle('MetaMask'))
    await isAsked(guest)
    await main(page).getByText(preview.label).click()
    await page.clock.fastForward(21_000)
    await see(page, signIn.signSlow('MetaMask'))
    await inspectView(page, 'awaiting_signature')

    await press(page, signIn.cancel)
    await seeHeading(page, signIn.connectedTitle)
    await inspectView(page, 'connected')
    await press(page, signIn.continueAs)
    await isAsked(guest, 2)
    await meta(guest).approve() // the first
    await until(
      () => guest.messages.length,
      (signed) => signed === 1,
      'the wallet signs late',
    )
    await seeHeading(page, signIn.signTitle('MetaMask'))
    assert.equal(posts(guest), 0)

    await page.emulateMedia({ reducedMotion: 'no-preference' }) // an inspection leaves it reduced, which skips the success view
    await page.evaluate(HOLD_SEAL)
    await context.setOffline(true)
    await meta(guest).approve()
    await see(page, signIn.verifyingOffline)
    await context.setOffline(false)
    await seeHeading(page, signIn.signedIn)
    await inspectView(page, 'signed_in')
    assert.equal(guest.messages.length, 2)
    assert.notEqual(guest.messages[0], guest.messages[1])
  },
)

/** Holds back calls to this path until they are released. */
async function holdCalls({ context }: Guest, path: string): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await context.route(path, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

stage.play(
  'a slow server: the challenge is waited for, a fault of the wallet is named, and the answer is waited for',
  { wallets: [{ ...META, answers: { personal_sign: BROKEN } }], clock: true },
  async (guest) => {
    const { page } = guest
    const releaseChallenges = await holdCalls(guest, '**/api/challenges')
    const releaseSessions = await holdCalls(guest, '**/api/sessions')
    await page.goto('/sign-in')
    await press(page, signIn.continueWith('MetaMask'))
    await main(page).getByRole('button', { name: signIn.preparing }).waitFor()
    await inspectView(page, 'preparing')

    releaseChallenges()
    const { title, action } = wordsForProblem('wallet/internal', 'MetaMask')
    await seeHeading(page, title)
    await main(page).getByText(failed.details, { exact: true }).click()
    await inspectView(page, 'failed')

    await meta(guest).answer('personal_sign', 'approve')
    await press(page, action)
    await seeHeading(page, signIn.verifyingTitle)
    await page.clock.fastForward(6_000)
    await see(page, signIn.verifyingSlow(30))
    await inspectView(page, 'verifying')
    releaseSessions()
    await arriveAt(page, '/home')
  },
)

stage.play(
  'a suspended person is turned away, and one who is leaving keeps the account without signing twice',
  { wallets: [META] },
  async (guest) => {
    const { page, account } = guest
    const { origin } = stage.product
    const { me } = startedOf(await signInPast(openBrowser({ url: origin, context: { config: { origin } } }), account))
    stage.change(`UPDATE person SET status = 'suspended' WHERE id = ?`, me.id)
    await page.goto('/sign-in')
    await press(page, signIn.continueWith('MetaMask'))
    await seeHeading(page, signIn.suspendedTitle)
    await inspectView(page, 'suspended')

    const end = Date.parse('2099-01-02T12:00:00Z')
    stage.change(`UPDATE person SET status = 'deleting', delete_after = ? WHERE id = ?`, end, me.id)
    await page.goto('/sign-in')
    await press(page, /MetaMask/)
    await seeHeading(page, signIn.leavingTitle)
    await see(page, signIn.leaving('January 2, 2099'))
    await inspectView(page, 'leaving')
    const signed = guest.messages.length
    await press(page, signIn.keepAccount)
    await arriveAt(page, '/home')
    assert.equal(guest.messages.length, signed)
  },
)

test('every view of the sign-in was inspected', () => {
  assert.deepEqual(
    Object.entries(inspected).filter(([, done]) => !done),
    [],
  )
})
