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

/** What is counted in seconds is counted from the click, and not with what this machine needs on top. */
async function openInStoppedTime(guest: Guest): Promise<void> {
  const { page } = guest
  await page.goto('/sign-in')
  await main(page)
    .getByRole('button', { name: signIn.continueWith('MetaMask'), exact: true })
    .waitFor()
  await stopClock(page)
}

const isAsked = (guest: Guest) =>
  until(
    () => meta(guest).waiting(),
    (methods) => methods.length === 1,
    'the wallet is asked',
  )

const hears = (guest: Guest, hint: string) =>
  until(
    () => heard(guest.page, 'status'),
    (text) => text === hint,
    'the hint is announced',
  )

stage.play(
  'asks the wallet once for a double click, helps at 15 s and 60 s, gives up at 120 s, and asks about a late approval',
  { wallets: [ASKS_TO_CONNECT], clock: true },
  async (guest) => {
    const { page } = guest
    await openInStoppedTime(guest)
    await main(page)
      .getByRole('button', { name: signIn.continueWith('MetaMask') })
      .dblclick()
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
    await see(page, signIn.openingSlow('MetaMask'))
    await hears(guest, signIn.openingSlow('MetaMask'))
    await page.clock.fastForward(45_000)
    await see(page, signIn.openingStalled('MetaMask'))
    await page.clock.fastForward(60_000)
    await seeHeading(page, wordsForProblem('wallet/no_answer', 'MetaMask').title)
    await seeStatus(page, chip.disconnected)

    await meta(guest).approve()
    await seeHeading(page, signIn.connectedTitle)
    await see(page, notices.late_answer('MetaMask'))
    await see(page, shortAddress(guest.account.address))
    assert.deepEqual([await asked(guest, 'personal_sign'), posts(guest)], [0, 0])
    await press(page, signIn.continueAs)
    await arriveAt(page, '/home')
    assert.equal(await asked(guest, 'wallet_requestPermissions'), 1)
  },
)

stage.play(
  'helps at 20 s while a signature waits, gives up before its challenge expires, and drops one that comes later',
  { wallets: [ASKS_TO_SIGN], clock: true },
  async (guest) => {
    const { page } = guest
    await openInStoppedTime(guest)
    await press(page, signIn.continueWith('MetaMask'))
    await seeHeading(page, signIn.signTitle('MetaMask'))
    await isAsked(guest)
    await page.clock.fastForward(19_000)
    assert.equal(await main(page).getByText(signIn.signSlow('MetaMask')).count(), 0)
    await page.clock.resume()
    await page.clock.fastForward(1_500)
    await see(page, signIn.signSlow('MetaMask'))
    await hears(guest, signIn.signSlow('MetaMask'))

    await page.clock.fastForward(551_000)
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
