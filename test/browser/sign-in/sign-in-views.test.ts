/** axe looks at every view of the sign-in, on a journey with a slow wallet and a slow server. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortAddress } from '@countersign/contract/family/short-address.ts'
import type { Page } from 'playwright-core'
import type { View } from '../../../web/src/sign-in/view.ts'
import { wordsForProblem } from '../../../web/src/words/problems.ts'
import { checkAccessibility } from '../../support/browser/accessibility/accessibility.ts'
import { setUpSuite } from '../../support/browser/suite.ts'
import {
  clickButton,
  expectHeading,
  expectNoStatus,
  expectStatus,
  expectText,
  METAMASK,
  main,
  pauseClock,
  readAnnouncement,
  type TestUser,
  type WalletChoice,
} from '../../support/browser/test-user.ts'
import { chip, failed, notices, preview, signIn } from '../../support/browser/words.ts'
import { until } from '../../support/until.ts'

const suite = setUpSuite({ DEMO_WALLET: 'off' })
const metaMask = (user: TestUser) => user.wallet('io.metamask')
const countSignIns = ({ calls }: TestUser) => calls.filter((call) => call === 'POST /api/sessions').length

const BROKEN = { code: -32603, message: 'Internal JSON-RPC error.' }
const SLOW: WalletChoice = { ...METAMASK, answers: { wallet_requestPermissions: 'ask', personal_sign: BROKEN } }

/** The success view is gone after 280 ms; axe needs a running clock, so only that one timer never fires. */
const HOLD_SEAL = `{
  const real = setTimeout
  window.setTimeout = (work, ms, ...rest) => (ms === 280 ? 0 : real(work, ms, ...rest))
}`

/** Where each view is inspected: one that is added to the union and not here does not compile. */
const inspected: Record<View['screen'], boolean> = {
  linking: true, // needs a relay: walletconnect.test.ts
  phone: true, // needs a phone
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
  await checkAccessibility(page, screen)
  assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), heading, 'the view did not change')
  inspected[screen] = true
}

const waitForRequests = (user: TestUser, times = 1) =>
  until(
    () => metaMask(user).waiting(),
    (methods) => methods.length === times,
    'the wallet is asked',
  )

const waitForSignatures = (user: TestUser, times: number) =>
  until(
    () => user.messages.length,
    (signed) => signed === times,
    'the wallet signs',
  )

async function expectHint(page: Page, hint: string): Promise<void> {
  await expectText(page, hint)
  await until(
    () => readAnnouncement(page, 'status'),
    (text) => text === hint,
    'the hint is announced',
  )
}

/** Holds back calls to this path until they are released. */
async function holdCalls({ context }: TestUser, path: string): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await context.route(path, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

/** Hints after 15 and 60 seconds, the end after 120; an approval after that is a question. */
async function connectLate(user: TestUser): Promise<void> {
  const { page } = user
  await page.goto('/sign-in')
  const choice = main(page).getByRole('button', { name: signIn.continueWith('MetaMask'), exact: true })
  await choice.waitFor()
  // What is counted in seconds is counted from the click, and not with what this machine needs on top.
  await pauseClock(page)
  await choice.dblclick()
  await expectStatus(page, chip.connecting)
  await waitForRequests(user)
  await main(page)
    .getByRole('button', { name: signIn.waitingFor('MetaMask') })
    .click()
  await expectText(page, signIn.opening('MetaMask'))
  await page.clock.fastForward(14_000)
  assert.equal(await main(page).getByText(signIn.openingSlow('MetaMask')).count(), 0)
  await page.clock.resume()
  await page.clock.fastForward(1_500)
  await expectHint(page, signIn.openingSlow('MetaMask'))
  await page.clock.fastForward(45_000)
  await expectText(page, signIn.openingStalled('MetaMask'))
  await inspectView(page, 'connecting')
  await page.clock.fastForward(60_000)
  await expectHeading(page, wordsForProblem('wallet/no_answer', 'MetaMask').title)
  await expectNoStatus(page)
  await metaMask(user).approve()
  await expectHeading(page, signIn.connectedTitle)
  await expectText(page, notices.late_answer('MetaMask'))
  await expectText(page, shortAddress(user.account.address))
  const calledMethods = await metaMask(user).calledMethods()
  assert.deepEqual(
    calledMethods.filter((method) => /request|sign/i.test(method)),
    ['wallet_requestPermissions'],
  )
}

/** The challenge is waited for, and a fault of the wallet is named. */
async function waitForChallenge(user: TestUser, release: () => void): Promise<void> {
  const { page } = user
  await clickButton(page, signIn.continueAs)
  await main(page).getByRole('button', { name: signIn.preparing }).waitFor()
  await inspectView(page, 'preparing')
  release()
  const { title, action } = wordsForProblem('wallet/internal', 'MetaMask')
  await expectHeading(page, title)
  await main(page).getByText(failed.details, { exact: true }).click()
  await inspectView(page, 'failed')
  await metaMask(user).answer('personal_sign', 'ask')
  await clickButton(page, action)
  await expectHeading(page, signIn.signTitle('MetaMask'))
}

/** A hint after 20 seconds, the end before the challenge expires; a signature after that, or after Cancel, is dropped. */
async function signLate(user: TestUser): Promise<void> {
  const { page } = user
  await waitForRequests(user)
  await main(page).getByText(preview.label).click()
  await page.clock.fastForward(21_000)
  await expectHint(page, signIn.signSlow('MetaMask', 'Ethereum'))
  await inspectView(page, 'awaiting_signature')
  await page.clock.fastForward(551_000)
  const { title, action } = wordsForProblem('challenge_expired', 'MetaMask')
  await expectHeading(page, title)
  await metaMask(user).approve()
  await waitForSignatures(user, 1)
  await clickButton(page, action)
  await expectHeading(page, signIn.signTitle('MetaMask'))
  await waitForRequests(user)

  await clickButton(page, signIn.cancel)
  await expectHeading(page, signIn.connectedTitle)
  await inspectView(page, 'connected')
  await clickButton(page, signIn.continueAs)
  await waitForRequests(user, 2)
  await metaMask(user).approve() // the first
  await waitForSignatures(user, 2)
  await expectHeading(page, signIn.signTitle('MetaMask'))
  assert.equal(countSignIns(user), 0)
}

/** A signature made offline is sent when the network is back. */
async function sendLate(user: TestUser): Promise<void> {
  const { page, context } = user
  await context.setOffline(true)
  await metaMask(user).approve()
  await expectText(page, signIn.verifyingOffline)
  await inspectView(page, 'verifying')
  await page.emulateMedia({ reducedMotion: 'no-preference' }) // an inspection leaves it reduced, which skips the success view
  await page.evaluate(HOLD_SEAL)
  await context.setOffline(false)
  await expectHeading(page, signIn.signedIn)
  await inspectView(page, 'signed_in')
  assert.deepEqual([user.messages.length, new Set(user.messages).size], [3, 3])
}

suite.testInBrowser(
  'waits for a slow wallet and a slow server, and ignores an approval or signature that arrives too late',
  { wallets: [SLOW], clock: true },
  async (user) => {
    const release = await holdCalls(user, '**/api/challenges')
    await connectLate(user)
    await waitForChallenge(user, release)
    await signLate(user)
    await sendLate(user)
  },
)

test('every view of the sign-in was inspected for accessibility', () => {
  assert.deepEqual(
    Object.entries(inspected).filter(([, done]) => !done),
    [],
  )
})
