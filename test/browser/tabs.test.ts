import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { arriveAt, comeToRest, type Guest, META, main, press, seeHeading, seeStatus } from '../support/guest.ts'
import { setStage } from '../support/stage.ts'
import { until } from '../support/until.ts'
import { chip, home, signIn, signOut } from '../support/words.ts'

const stage = setStage({ DEMO_WALLET: 'off' })
const PERMITTED = { ...META, permitted: true }
const ASKS = { ...META, answers: { wallet_requestPermissions: 'ask' } } as const
const meta = (guest: Guest, page?: Page) => guest.wallet('io.metamask', page)

async function enter(page: Page): Promise<void> {
  await page.goto('/sign-in')
  await press(page, signIn.continueWith('MetaMask'))
  await arriveAt(page, '/home')
}

async function secondTab({ context }: Guest, path: '/sign-in' | '/home'): Promise<Page> {
  const page = await context.newPage()
  const open = async () => {
    await page.goto(path)
    await seeHeading(page, path === '/home' ? home.heading : signIn.title)
  }
  await (path === '/home' ? comeToRest(page, open) : open())
  return page
}

stage.play('a sign-in and a sign-out in one tab hold in all of them', { wallets: [META] }, async (guest) => {
  const { page } = guest
  await page.goto('/sign-in')
  const other = await secondTab(guest, '/sign-in')
  await comeToRest(other, async () => {
    await press(page, signIn.continueWith('MetaMask'))
    await arriveAt(page, '/home')
    await arriveAt(other, '/home')
  })
  await seeHeading(other, home.heading)
  assert.equal(guest.calls.filter((call) => call === 'POST /api/sessions').length, 1)
  await press(page, home.signOut)
  await seeHeading(page, signOut.doneTitle)
  await seeHeading(other, signOut.doneTitle)
})

stage.play(
  'a wallet disconnected while signing out is disconnected in all tabs, and forgotten',
  { wallets: [{ ...PERMITTED, silent: true }] },
  async (guest) => {
    const { page, account } = guest
    await enter(page)
    const other = await secondTab(guest, '/home')
    await seeStatus(other, chip.connected)
    await press(page, home.signOutAll)
    await seeHeading(page, signOut.doneTitle)
    await seeStatus(page, chip.disconnected)
    await seeStatus(other, chip.disconnected)
    await until(
      () => meta(guest).asked(),
      (methods) => methods.includes('wallet_revokePermissions'),
      'the permission is revoked',
    )
    await until(
      () => page.evaluate<string | null>('localStorage.getItem("cs.recent")'),
      (kept) => kept === null,
      'the wallet is forgotten',
    )
    assert.equal(
      await page.evaluate(`JSON.stringify({ ...localStorage }).includes('${account.address.slice(2)}')`),
      false,
    )
  },
)

stage.play('a sign-in as another person in one tab is shown in the others', { wallets: [PERMITTED] }, async (guest) => {
  const { page, other: stranger } = guest
  await enter(page)
  const other = await secondTab(guest, '/home')
  await meta(guest, other).switchAccounts([stranger.address])
  await press(other, home.signInAsIt)
  await press(other, signIn.continueAs)
  await arriveAt(other, '/home')
  await until(
    () => main(page).textContent(),
    (text) => text?.includes(stranger.address) === true,
    'the first tab shows the new person',
  )
})

/** The first tab asks the wallet, and the other one has to wait for it. */
async function askInBoth(guest: Guest, other: Page): Promise<void> {
  const { page } = guest
  await press(page, signIn.continueWith('MetaMask'))
  await until(
    () => meta(guest, page).waiting(),
    (methods) => methods.length === 1,
    'the first tab asks',
  )
  await press(other, signIn.continueWith('MetaMask'))
  await seeHeading(other, signIn.otherTabTitle)
}

stage.play('tabs open one wallet prompt at a time, and a tab can take it over', { wallets: [ASKS] }, async (guest) => {
  const { page } = guest
  await page.goto('/sign-in')
  const other = await secondTab(guest, '/sign-in')
  await askInBoth(guest, other)
  await press(page, signIn.cancel)
  await seeHeading(other, signIn.title)
  await meta(guest, page).reject()

  await askInBoth(guest, other)
  assert.deepEqual(await meta(guest, other).asked(), [])
  await press(other, signIn.doItHere)
  await until(
    () => meta(guest, other).waiting(),
    (methods) => methods.length === 1,
    'the second tab asks',
  )
  await seeHeading(page, signIn.otherTabTitle)
  await meta(guest, other).approve()
  await arriveAt(other, '/home')
  await arriveAt(page, '/home')
})
