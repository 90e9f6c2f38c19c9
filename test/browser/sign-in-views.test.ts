/** axe looks at every view of the sign-in, on a journey with a slow wallet and a slow server. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { View } from '../../web/src/sign-in/view.ts'
import { shortAddress } from '../../web/src/ui/address-text.ts'
import { wordsForProblem } from '../../web/src/words/problems.ts'
import { inspect } from '../support/browser/accessibility.ts'
import { setStage } from '../support/browser/suite.ts'
import {
  type Guest,
  heard,
  META,
  main,
  press,
  see,
  seeHeading,
  seeStatus,
  stopClock,
  type WalletChoice,
} from '../support/browser/test-user.ts'
import { chip, failed, notices, preview, signIn } from '../support/browser/words.ts'
import { until } from '../support/until.ts'

const stage = setStage({ DEMO_WALLET: 'off' })
const meta = (guest: Guest) => guest.wallet('io.metamask')
const posts = ({ calls }: Guest) => calls.filter((call) => call === 'POST /api/sessions').length

const BROKEN = { code: -32603, message: 'Internal JSON-RPC error.' }
const SLOW: WalletChoice = { ...META, answers: { wallet_requestPermissions: 'ask', personal_sign: BROKEN } }

/** The success view is gone after 280 ms; axe needs a running clock, so only that one timer never fires. */
const HOLD_SEAL = `{
  const real = setTimeout
  window.setTimeout = (work, ms, ...rest) => (ms === 280 ? 0 : real(work, ms, ...rest))
}`

/** Where each view is inspected: one that is added to the union and not here does not compile. */
const inspected: Record<View['screen'], boolean> = {
  linking: true, // needs a relay: walletconnect.test.ts
  choosing: true, // with many wallets: sign-in.test.ts
  other_tab: true, // tabs.test.ts
  suspended: true, // account-settings.test.ts
  leaving: true, // account-settings.test.ts
  connecting: false,
  connected: false,
  preparing: false,
  awaiting_signature: false,
  verifying: false,
  signed_in: false,
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

const hasSigned = (guest: Guest, times: number) =>
  until(
    () => guest.messages.length,
    (signed) => signed === times,
    'the wallet signs',
  )

async function seeHint(page: Page, hint: string): Promise<void> {
  await see(page, hint)
  await until(
    () => heard(page, 'status'),
    (text) => text === hint,
    'the hint is announced',
  )
}

/** Holds back calls to this path until they are released. */
async function holdCalls({ context }: Guest, path: string): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await context.route(path, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

/** Hints after 15 and 60 seconds, the end after 120; an approval after that is a question. */
async function connectLate(guest: Guest): Promise<void> {
  const { page } = guest
  await page.goto('/sign-in')
  const choice = main(page).getByRole('button', { name: signIn.continueWith('MetaMask'), exact: true })
  await choice.waitFor()
  // What is counted in seconds is counted from the click, and not with what this machine needs on top.
  await stopClock(page)
  await choice.dblclick()
  await seeStatus(page, chip.connecting)
  await isAsked(guest)
  await main(page)
    .getByRole('button', { name: signIn.waitingFor('MetaMask') })
    .click()
  await see(page, signIn.opening('MetaMask'))
  await page.clock.fastForward(14_000)
  assert.equal(await main(page).getByText(signIn.openingSlow('MetaMask')).count(), 0)
  await page.clock.resume()
  await page.clock.fastForward(1_500)
  await seeHint(page, signIn.openingSlow('MetaMask'))
  await page.clock.fastForward(45_000)
  await see(page, signIn.openingStalled('MetaMask'))
  await inspectView(page, 'connecting')
  await page.clock.fastForward(60_000)
  await seeHeading(page, wordsForProblem('wallet/no_answer', 'MetaMask').title)
  await seeStatus(page, chip.disconnected)
  await meta(guest).approve()
  await seeHeading(page, signIn.connectedTitle)
  await see(page, notices.late_answer('MetaMask'))
  await see(page, shortAddress(guest.account.address))
  const asked = await meta(guest).asked()
  assert.deepEqual(
    asked.filter((method) => /request|sign/i.test(method)),
    ['wallet_requestPermissions'],
  )
}

/** The challenge is waited for, and a fault of the wallet is named. */
async function waitForChallenge(guest: Guest, release: () => void): Promise<void> {
  const { page } = guest
  await press(page, signIn.continueAs)
  await main(page).getByRole('button', { name: signIn.preparing }).waitFor()
  await inspectView(page, 'preparing')
  release()
  const { title, action } = wordsForProblem('wallet/internal', 'MetaMask')
  await seeHeading(page, title)
  await main(page).getByText(failed.details, { exact: true }).click()
  await inspectView(page, 'failed')
  await meta(guest).answer('personal_sign', 'ask')
  await press(page, action)
  await seeHeading(page, signIn.signTitle('MetaMask'))
}

/** A hint after 20 seconds, the end before the challenge expires; a signature after that, or after Cancel, is dropped. */
async function signLate(guest: Guest): Promise<void> {
  const { page } = guest
  await isAsked(guest)
  await main(page).getByText(preview.label).click()
  await page.clock.fastForward(21_000)
  await seeHint(page, signIn.signSlow('MetaMask'))
  await inspectView(page, 'awaiting_signature')
  await page.clock.fastForward(551_000)
  const { title, action } = wordsForProblem('challenge_expired', 'MetaMask')
  await seeHeading(page, title)
  await meta(guest).approve()
  await hasSigned(guest, 1)
  await press(page, action)
  await seeHeading(page, signIn.signTitle('MetaMask'))
  await isAsked(guest)

  await press(page, signIn.cancel)
  await seeHeading(page, signIn.connectedTitle)
  await inspectView(page, 'connected')
  await press(page, signIn.continueAs)
  await isAsked(guest, 2)
  await meta(guest).approve() // the first
  await hasSigned(guest, 2)
  await seeHeading(page, signIn.signTitle('MetaMask'))
  assert.equal(posts(guest), 0)
}

/** A signature made offline is sent when the network is back. */
async function sendLate(guest: Guest): Promise<void> {
  const { page, context } = guest
  await context.setOffline(true)
  await meta(guest).approve()
  await see(page, signIn.verifyingOffline)
  await inspectView(page, 'verifying')
  await page.emulateMedia({ reducedMotion: 'no-preference' }) // an inspection leaves it reduced, which skips the success view
  await page.evaluate(HOLD_SEAL)
  await context.setOffline(false)
  await seeHeading(page, signIn.signedIn)
  await inspectView(page, 'signed_in')
  assert.deepEqual([guest.messages.length, new Set(guest.messages).size], [3, 3])
}

stage.play(
  'waits for a slow wallet and a slow server, and ignores an approval or signature that arrives too late',
  { wallets: [SLOW], clock: true },
  async (guest) => {
    const release = await holdCalls(guest, '**/api/challenges')
    await connectLate(guest)
    await waitForChallenge(guest, release)
    await signLate(guest)
    await sendLate(guest)
  },
)

test('every view of the sign-in was inspected for accessibility', () => {
  assert.deepEqual(
    Object.entries(inspected).filter(([, done]) => !done),
    [],
  )
})
