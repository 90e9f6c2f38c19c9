import assert from 'node:assert/strict'
import { shortAddress } from '../../web/src/ui/address-text.ts'
import { wordsForProblem } from '../../web/src/words/problems.ts'
import {
  arriveAt,
  type Guest,
  heard,
  META,
  main,
  press,
  RABBY,
  see,
  seeHeading,
  seeStatus,
  stopClock,
} from '../support/guest.ts'
import { setStage } from '../support/stage.ts'
import { until } from '../support/until.ts'
import { chip, notices, signIn } from '../support/words.ts'

const stage = setStage({ DEMO_WALLET: 'off' })
const ASKS_TO_CONNECT = { ...META, answers: { wallet_requestPermissions: 'ask' } } as const
const ASKS_TO_SIGN = { ...META, answers: { personal_sign: 'ask' } } as const
const posts = ({ calls }: Guest) => calls.filter((call) => call === 'POST /api/sessions').length
const meta = (guest: Guest) => guest.wallet('io.metamask')
const asked = (guest: Guest, method: string) =>
  meta(guest)
    .asked()
    .then((methods) => methods.filter((each) => each === method).length)

async function open({ page }: Guest): Promise<void> {
  await page.goto('/sign-in')
  await main(page)
    .getByRole('button', { name: signIn.continueWith('MetaMask'), exact: true })
    .waitFor()
}

/** What is counted in seconds is counted from the click, and not with what this machine needs on top. */
async function openInStoppedTime(guest: Guest): Promise<void> {
  await open(guest)
  await stopClock(guest.page)
}

async function beginConnecting(guest: Guest, start = open): Promise<void> {
  await start(guest)
  await press(guest.page, signIn.continueWith('MetaMask'))
  await seeStatus(guest.page, chip.connecting)
  await until(
    () => meta(guest).waiting(),
    (methods) => methods.length === 1,
    'the wallet is asked',
  )
}

async function beginSigning(guest: Guest, start = open): Promise<void> {
  await start(guest)
  await press(guest.page, signIn.continueWith('MetaMask'))
  await seeHeading(guest.page, signIn.signTitle('MetaMask'))
  await until(
    () => meta(guest).waiting(),
    (methods) => methods.length === 1,
    'the wallet is asked',
  )
}

/** A question with the account, and no signature asked for. */
async function seeQuestion(guest: Guest, notice: string): Promise<void> {
  await seeHeading(guest.page, signIn.connectedTitle)
  await see(guest.page, notice)
  await see(guest.page, shortAddress(guest.account.address))
  assert.equal(await asked(guest, 'personal_sign'), 0)
  assert.equal(posts(guest), 0)
}

stage.play(
  'helps while a connection waits: at 15 s, at 60 s, and gives up at 120 s',
  { wallets: [ASKS_TO_CONNECT], clock: true },
  async (guest) => {
    const { page } = guest
    await beginConnecting(guest, openInStoppedTime)
    await see(page, signIn.opening('MetaMask'))
    await page.clock.fastForward(14_000)
    assert.equal(await main(page).getByText(signIn.openingSlow('MetaMask')).count(), 0)
    await page.clock.resume()
    await page.clock.fastForward(1_500)
    await see(page, signIn.openingSlow('MetaMask'))
    await until(
      () => heard(page, 'status'),
      (text) => text === signIn.openingSlow('MetaMask'),
      'the hint is spoken',
    )
    await page.clock.fastForward(45_000)
    await see(page, signIn.openingStalled('MetaMask'))
    await page.clock.fastForward(60_000)
    await seeHeading(page, wordsForProblem('wallet/no_answer', 'MetaMask').title)
    await seeStatus(page, chip.disconnected)
  },
)

stage.play(
  'turns an approval that comes after 120 s into a question',
  { wallets: [ASKS_TO_CONNECT], clock: true },
  async (guest) => {
    const { page } = guest
    await beginConnecting(guest)
    await page.clock.fastForward(121_000)
    await seeHeading(page, wordsForProblem('wallet/no_answer', 'MetaMask').title)
    await meta(guest).approve()
    await seeQuestion(guest, notices.late_answer('MetaMask'))
    await press(page, signIn.continueAs)
    await arriveAt(page, '/home')
  },
)

stage.play(
  'asks anew when the person tries again after a minute',
  { wallets: [ASKS_TO_CONNECT], clock: true },
  async (guest) => {
    const { page } = guest
    await beginConnecting(guest)
    await page.clock.fastForward(61_000)
    await meta(guest).answer('wallet_requestPermissions', 'approve')
    await press(page, signIn.tryAgain)
    await arriveAt(page, '/home')
  },
)

stage.play(
  'turns an approval that comes after cancel into a question',
  { wallets: [ASKS_TO_CONNECT] },
  async (guest) => {
    const { page } = guest
    await beginConnecting(guest)
    await press(page, signIn.cancel)
    await see(page, notices.cancelled)
    await seeStatus(page, chip.disconnected)
    await meta(guest).approve()
    await seeQuestion(guest, notices.late_answer('MetaMask'))
    await press(page, signIn.continueAs)
    await arriveAt(page, '/home')
  },
)

stage.play('helps while a signature waits: at 20 s', { wallets: [ASKS_TO_SIGN], clock: true }, async (guest) => {
  const { page } = guest
  await beginSigning(guest, openInStoppedTime)
  await page.clock.fastForward(19_000)
  assert.equal(await main(page).getByText(signIn.signSlow('MetaMask')).count(), 0)
  await page.clock.resume()
  await page.clock.fastForward(1_500)
  await see(page, signIn.signSlow('MetaMask'))
  await until(
    () => heard(page, 'status'),
    (text) => text === signIn.signSlow('MetaMask'),
    'the hint is spoken',
  )
  await meta(guest).approve()
  await arriveAt(page, '/home')
})

stage.play(
  'gives up a signature before its challenge ends, and drops it when it comes',
  { wallets: [ASKS_TO_SIGN], clock: true },
  async (guest) => {
    const { page } = guest
    await beginSigning(guest)
    await page.clock.fastForward(571_000)
    await seeHeading(page, wordsForProblem('challenge_expired', 'MetaMask').title)
    await meta(guest).approve()
    await until(
      () => guest.messages.length,
      (signed) => signed === 1,
      'the wallet signs late',
    )
    await meta(guest).answer('personal_sign', 'approve')
    await press(page, wordsForProblem('challenge_expired', 'MetaMask').action)
    await arriveAt(page, '/home')
    assert.equal(posts(guest), 1)
    assert.notEqual(guest.messages[0], guest.messages[1])
  },
)

stage.play('never sends a signature that comes after cancel', { wallets: [ASKS_TO_SIGN] }, async (guest) => {
  const { page } = guest
  await beginSigning(guest)
  await press(page, signIn.cancel)
  await seeHeading(page, signIn.connectedTitle)
  await meta(guest).approve()
  await until(
    () => guest.messages.length,
    (signed) => signed === 1,
    'the wallet signs late',
  )
  await press(page, signIn.continueAs)
  await until(
    () => asked(guest, 'personal_sign'),
    (times) => times === 2,
    'the wallet is asked anew',
  )
  assert.equal(posts(guest), 0)
  await meta(guest).approve()
  await arriveAt(page, '/home')
  assert.equal(posts(guest), 1)
  assert.notEqual(guest.messages[0], guest.messages[1])
})

stage.play('asks the wallet once for a double click', { wallets: [ASKS_TO_CONNECT] }, async (guest) => {
  const { page } = guest
  await page.goto('/sign-in')
  await main(page)
    .getByRole('button', { name: signIn.continueWith('MetaMask') })
    .dblclick()
  await until(
    () => meta(guest).waiting(),
    (methods) => methods.length === 1,
    'the wallet is asked',
  )
  await main(page)
    .getByRole('button', { name: signIn.waitingFor('MetaMask') })
    .click()
  await meta(guest).approve()
  await arriveAt(page, '/home')
  assert.equal(await asked(guest, 'wallet_requestPermissions'), 1)
})

stage.play(
  'goes on with the wallet chosen last and leaves the first alone',
  { wallets: [ASKS_TO_CONNECT, RABBY] },
  async (guest) => {
    const { page } = guest
    await page.goto('/sign-in')
    await press(page, /^MetaMask/)
    await until(
      () => meta(guest).waiting(),
      (methods) => methods.length === 1,
      'the first wallet is asked',
    )
    await guest.wallet('io.rabby').answer('personal_sign', 'ask')
    await press(page, /^Rabby Wallet/)
    await seeHeading(page, signIn.signTitle('Rabby Wallet'))
    await meta(guest).approve()
    await until(
      () => asked(guest, 'wallet_requestPermissions'),
      (times) => times === 1,
      'one request each',
    )
    await guest.wallet('io.rabby').approve()
    await arriveAt(page, '/home')
    await see(page, 'Rabby Wallet')
    assert.equal(await asked(guest, 'personal_sign'), 0)
  },
)
