import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { home as notices, sessions, wallets } from '../../web/src/words/own.ts'
import { comeToRest, type Guest, main, press, see, seeHeading } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { dialog, setAccountStage } from '../support/member.ts'
import { enterSignedIn, signInElsewhere } from '../support/signed-in.ts'
import { until } from '../support/until.ts'
import { account, home, reasons, signOut } from '../support/words.ts'

const { stage } = setAccountStage()

const rows = (page: Page) => page.getByRole('list', { name: sessions.listLabel }).getByRole('article')

async function seeCount(page: Page, wanted: number): Promise<void> {
  await until(
    () => rows(page).count(),
    (count) => count === wanted,
    `${wanted} sessions are on the list`,
  )
}

async function openHome(guest: Guest, own = guest.account): Promise<void> {
  await comeToRest(guest.page, async () => {
    await enterSignedIn(stage, guest, '/home', { account: own })
    await seeHeading(guest.page, home.heading)
  })
}

async function confirmNewSignIn(page: Page): Promise<void> {
  await see(page, notices.kinds.new_sign_in.title)
  await inspect(page, 'home with notices')
  assert.equal(await main(page).getByRole('link', { name: notices.showSessions }).getAttribute('href'), '/sessions')
  await press(page, notices.wasMe)
  await main(page).getByText(notices.kinds.new_sign_in.title).waitFor({ state: 'detached' })
}

async function forgetDevices(page: Page): Promise<void> {
  const devices = page.getByRole('region', { name: sessions.devicesTitle })
  const forget = devices.getByRole('button', { name: /^Forget / })
  for (const left of [2, 1]) {
    await until(
      () => forget.count(),
      (count) => count === left,
      `${left} devices are on the list`,
    )
    await forget.first().click()
  }
  await devices.getByText(sessions.noDevices).waitFor()
}

async function endOtherSession(page: Page, other: Guest): Promise<void> {
  const second = await other.context.newPage()
  await comeToRest(second, async () => {
    await second.goto('/wallets')
    await seeHeading(second, wallets.title)
  })
  const theirs = rows(page).filter({ hasNotText: sessions.here })
  await theirs.getByRole('button', { name: sessions.end }).click()
  for (const tab of [other.page, second]) await see(tab, reasons.ended)
  await see(page, sessions.only)
  await seeCount(page, 1)
}

async function endAllOthers({ page, account: own }: Guest): Promise<void> {
  const others = [await signInElsewhere(stage, own), await signInElsewhere(stage, own)]
  await seeCount(page, 3) // the open page is notified
  await press(page, sessions.endOthers)
  const asking = dialog(page, sessions.endOthersTitle)
  await asking.getByText(sessions.endOthersBody(2)).waitFor()
  assert.equal(await page.evaluate('document.activeElement.textContent'), account.cancel)
  await inspect(page, 'ending all other sessions')
  await page.keyboard.press('Escape')
  await asking.waitFor({ state: 'hidden' })
  await seeCount(page, 3)
  await inspect(page, 'sessions')
  await press(page, sessions.endOthers)
  await asking.getByRole('button', { name: sessions.endOthers }).click()
  await see(page, sessions.only)
  await seeCount(page, 1)
  for (const browser of others) assert.equal((await browser.get('/api/session')).status, 401)
}

stage.play('confirms a new sign-in, then ends sessions of other devices and this one', {}, async (guest) => {
  const { page } = guest
  await openHome(guest)
  const other = await stage.guest()
  try {
    await openHome(other, guest.account)
    await confirmNewSignIn(page)
    await page.getByRole('navigation').getByRole('link', { name: account.nav.sessions, exact: true }).click()
    await seeHeading(page, sessions.title)
    await seeCount(page, 2)
    await forgetDevices(page)
    await endOtherSession(page, other)
    assert.deepEqual(other.complaints, [])
  } finally {
    await other.leave()
  }
  await endAllOthers(guest)
  await press(page, sessions.endHere)
  await seeHeading(page, signOut.doneTitle)
})
