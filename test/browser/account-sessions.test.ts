import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { home as notices, sessions, wallets } from '../../web/src/words/own.ts'
import { comeToRest, type Guest, main, press, see, seeHeading } from '../support/guest.ts'
import { dialog, enter, PERMITTED, setAccountStage } from '../support/member.ts'
import { until } from '../support/until.ts'
import { account, reasons, signIn, signOut } from '../support/words.ts'

const { stage } = setAccountStage()

/** The same person on another computer. */
async function elsewhere(guest: Guest): Promise<Guest> {
  const other = await stage.guest({ wallets: [{ ...PERMITTED, accounts: [guest.account.address] }] })
  other.signAs(guest.account)
  await comeToRest(other.page, () => enter(other))
  return other
}

async function openSessions(guest: Guest): Promise<void> {
  await enter(guest)
  await comeToRest(guest.page, async () => {
    await guest.page.goto('/sessions')
    await seeHeading(guest.page, sessions.title)
  })
}

const rows = (page: Page) => page.getByRole('list', { name: sessions.listLabel }).getByRole('article')

async function seeCount(page: Page, wanted: number): Promise<void> {
  await until(
    () => rows(page).count(),
    (count) => count === wanted,
    `${wanted} sessions are on the list`,
  )
}

stage.play(
  'a session ended from another computer says so at once, in every tab of it',
  { wallets: [PERMITTED] },
  async (guest) => {
    const { page } = guest
    await openSessions(guest)
    await see(page, sessions.only)
    const other = await elsewhere(guest)
    try {
      await seeCount(page, 2) // the open page was told
      const second = await other.context.newPage()
      await comeToRest(second, async () => {
        await second.goto('/wallets')
        await seeHeading(second, wallets.title)
      })
      const theirs = rows(page).filter({ hasNotText: sessions.here })
      await theirs.getByRole('button', { name: sessions.end }).click()
      for (const tab of [other.page, second]) await see(tab, reasons.ended)
      await seeCount(page, 1)
      assert.deepEqual(other.complaints, [])
    } finally {
      await other.leave()
    }
  },
)

stage.play('ends all others after asking, and keeps this one', { wallets: [PERMITTED] }, async (guest) => {
  const { page } = guest
  await openSessions(guest)
  const others = [await elsewhere(guest), await elsewhere(guest)]
  try {
    await seeCount(page, 3)
    await press(page, sessions.endOthers)
    const asking = dialog(page, sessions.endOthersTitle)
    await asking.getByText(sessions.endOthersBody(2)).waitFor()
    assert.equal(await page.evaluate('document.activeElement.textContent'), account.cancel)
    await page.keyboard.press('Escape')
    await asking.waitFor({ state: 'hidden' })
    await seeCount(page, 3)
    await press(page, sessions.endOthers)
    await asking.getByRole('button', { name: sessions.endOthers }).click()
    for (const other of others) await see(other.page, reasons.ended)
    await see(page, sessions.only)
    await seeCount(page, 1)
  } finally {
    for (const other of others) await other.leave()
  }
})

stage.play('asks at home whether a new sign-in was theirs', { wallets: [PERMITTED] }, async (guest) => {
  const { page } = guest
  await comeToRest(page, () => enter(guest))
  const other = await elsewhere(guest)
  await other.leave()
  await see(page, notices.kinds.new_sign_in.title)
  assert.equal(await main(page).getByRole('link', { name: notices.showSessions }).getAttribute('href'), '/sessions')
  await press(page, notices.wasMe)
  await main(page).getByText(notices.kinds.new_sign_in.title).waitFor({ state: 'detached' })
})

stage.play('forgets a known computer', { wallets: [PERMITTED] }, async (guest) => {
  const { page } = guest
  await enter(guest, '/sessions')
  const known = page.getByRole('region', { name: sessions.devicesTitle })
  await known.getByRole('button', { name: /^Forget / }).click()
  await known.getByText(sessions.noDevices).waitFor()
})

stage.play('signs out here from the list', { wallets: [PERMITTED] }, async (guest) => {
  const { page } = guest
  await enter(guest, '/sessions')
  await press(page, sessions.endHere)
  await seeHeading(page, signOut.doneTitle)
})

stage.play('nothing listens on the sign-in page', { wallets: [PERMITTED] }, async (guest) => {
  const { page } = guest
  await page.goto('/sign-in')
  await seeHeading(page, signIn.title)
  assert.deepEqual(
    guest.calls.filter((call) => call.includes('/api/events')),
    [],
  )
  await enter(guest)
  await until(
    () => guest.calls.filter((call) => call.includes('/api/events')).length,
    (count) => count === 1,
    'the account listens, once',
  )
})
