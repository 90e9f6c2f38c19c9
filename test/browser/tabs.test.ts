import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { inspect } from '../support/browser/accessibility.ts'
import { setStage } from '../support/browser/suite.ts'
import {
  arriveAt,
  comeToRest,
  type Guest,
  META,
  main,
  press,
  see,
  seeHeading,
  seeStatus,
} from '../support/browser/test-user.ts'
import { chip, home, notices, signIn, signOut } from '../support/browser/words.ts'
import { until } from '../support/until.ts'

const stage = setStage({ DEMO_WALLET: 'off' })
/** Silent: each tab follows the others, not the wallet. */
const ASKS = { ...META, silent: true, answers: { wallet_requestPermissions: 'ask' } } as const
const meta = (guest: Guest, page?: Page) => guest.wallet('io.metamask', page)

const isAsked = (guest: Guest, page: Page) =>
  until(
    () => meta(guest, page).waiting(),
    (methods) => methods.length === 1,
    'the wallet is asked',
  )

/** The first tab asks the wallet, and the other one has to wait for it. */
async function askInBoth(guest: Guest, other: Page): Promise<void> {
  const { page } = guest
  await press(page, signIn.continueWith('MetaMask'))
  await isAsked(guest, page)
  await press(other, signIn.continueWith('MetaMask'))
  await seeHeading(other, signIn.otherTabTitle)
}

async function takeOver(guest: Guest, other: Page): Promise<void> {
  const { page } = guest
  await askInBoth(guest, other)
  await press(page, signIn.cancel)
  await see(page, notices.cancelled)
  await seeStatus(page, chip.disconnected)
  await seeHeading(other, signIn.title)
  await meta(guest, page).reject()

  await askInBoth(guest, other)
  await inspect(other, 'another tab has the prompt')
  assert.deepEqual(await meta(guest, other).asked(), [])
  await press(other, signIn.doItHere)
  await isAsked(guest, other)
  await seeHeading(page, signIn.otherTabTitle)
  await comeToRest(page, async () => {
    await meta(guest, other).approve()
    await arriveAt(other, '/home')
    await arriveAt(page, '/home')
  })
  assert.equal(guest.calls.filter((call) => call === 'POST /api/sessions').length, 1)
}

async function becomeAnother(guest: Guest, other: Page): Promise<void> {
  const { page, other: stranger } = guest
  await seeStatus(other, chip.connected)
  await meta(guest, other).switchAccounts([stranger.address])
  await meta(guest, other).emit('accountsChanged', [stranger.address])
  await press(other, home.signInAsIt)
  await comeToRest(page, async () => {
    await press(other, signIn.continueAs)
    await arriveAt(other, '/home')
    await until(
      () => main(page).textContent(),
      (text) => text?.includes(stranger.address) === true,
      'the first tab shows the new person',
    )
  })
}

/** The wallet is disconnected in every tab, and forgotten. */
async function leaveEverywhere(guest: Guest, other: Page): Promise<void> {
  const { page, account, other: stranger } = guest
  await seeHeading(other, home.heading)
  await meta(guest, page).permit(true)
  await meta(guest, page).emit('accountsChanged', [stranger.address])
  for (const tab of [page, other]) await seeStatus(tab, chip.connected)
  await press(other, home.signOutAll)
  for (const tab of [page, other]) {
    await seeHeading(tab, signOut.doneTitle)
    await seeStatus(tab, chip.disconnected)
  }
  await until(
    () => meta(guest, other).asked(),
    (methods) => methods.includes('wallet_revokePermissions'),
    'the permission is revoked',
  )
  await until(
    () => page.evaluate<string | null>('localStorage.getItem("cs.recent")'),
    (kept) => kept === null,
    'the wallet is forgotten',
  )
  for (const { address } of [account, stranger]) {
    assert.equal(await page.evaluate(`JSON.stringify({ ...localStorage }).includes('${address.slice(2)}')`), false)
  }
}

stage.play(
  'tabs open one wallet prompt at a time, and share sign-in, change of person and sign-out',
  { wallets: [ASKS] },
  async (guest) => {
    const { page, context } = guest
    await page.goto('/sign-in')
    const other = await context.newPage()
    await other.goto('/sign-in')
    await seeHeading(other, signIn.title)
    await takeOver(guest, other)
    await becomeAnother(guest, other)
    await leaveEverywhere(guest, other)
  },
)
