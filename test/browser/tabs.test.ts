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

stage.play('carry each other along: a sign-in in one is a sign-in in all', { wallets: [META] }, async (guest) => {
  const { page } = guest
  await page.goto('/sign-in')
  const other = await secondTab(guest, '/sign-in')
  await press(page, signIn.continueWith('MetaMask'))
  await arriveAt(page, '/home')
  await arriveAt(other, '/home')
  await seeHeading(other, home.heading)
  assert.equal(guest.calls.filter((call) => call === 'POST /api/sessions').length, 1)
})

stage.play('sign out together', { wallets: [PERMITTED] }, async (guest) => {
  const { page } = guest
  await enter(page)
  const other = await secondTab(guest, '/home')
  await press(page, home.signOut)
  await seeHeading(page, signOut.doneTitle)
  await seeHeading(other, signOut.doneTitle)
})

stage.play(
  'hear of a wallet that is disconnected in one of them',
  { wallets: [{ ...PERMITTED, silent: true }] },
  async (guest) => {
    const { page } = guest
    await enter(page)
    const other = await secondTab(guest, '/home')
    await seeStatus(other, chip.connected)
    await press(page, home.signOutAll)
    await seeStatus(page, chip.disconnected)
    await seeStatus(other, chip.disconnected)
  },
)

stage.play('start anew when another person signs in in one of them', { wallets: [PERMITTED] }, async (guest) => {
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

stage.play('open one wallet prompt at a time, and it can be taken over', { wallets: [ASKS] }, async (guest) => {
  const { page } = guest
  await page.goto('/sign-in')
  const other = await secondTab(guest, '/sign-in')
  await press(page, signIn.continueWith('MetaMask'))
  await until(
    () => meta(guest, page).waiting(),
    (methods) => methods.length === 1,
    'the first tab asks',
  )
  await press(other, signIn.continueWith('MetaMask'))
  await seeHeading(other, signIn.otherTabTitle)
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

stage.play('go on by themselves when the prompt in the other one is over', { wallets: [ASKS] }, async (guest) => {
  const { page } = guest
  await page.goto('/sign-in')
  const other = await secondTab(guest, '/sign-in')
  await press(page, signIn.continueWith('MetaMask'))
  await until(
    () => meta(guest, page).waiting(),
    (methods) => methods.length === 1,
    'the first tab asks',
  )
  await press(other, signIn.continueWith('MetaMask'))
  await seeHeading(other, signIn.otherTabTitle)
  await press(page, signIn.cancel)
  await seeHeading(other, signIn.title)
})
