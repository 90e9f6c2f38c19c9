import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { activity } from '../../../web/src/words/account/activity.ts'
import { home as notices } from '../../../web/src/words/account/home.ts'
import { sessions } from '../../../web/src/words/account/sessions.ts'
import { wallets } from '../../../web/src/words/account/wallets.ts'
import { checkAccessibility, checkPart } from '../../support/browser/accessibility/accessibility.ts'
import { expectFocus } from '../../support/browser/accessibility/keyboard.ts'
import { setUpAccountSuite } from '../../support/browser/account-suite.ts'
import { dialog } from '../../support/browser/dialog.ts'
import { openAccountPage } from '../../support/browser/open-account-page.ts'
import { openSignedIn, signInOnOtherDevice } from '../../support/browser/open-signed-in.ts'
import {
  clickButton,
  expectHeading,
  expectText,
  main,
  openAndWaitForIdle,
  type TestUser,
} from '../../support/browser/test-user.ts'
import { account, home, reasons, signOut } from '../../support/browser/words.ts'
import { until } from '../../support/until.ts'

const { suite } = setUpAccountSuite()

const rows = (page: Page) => page.getByRole('list', { name: sessions.listLabel }).getByRole('article')
async function expectCount(page: Page, expected: number): Promise<void> {
  await until(
    () => rows(page).count(),
    (count) => count === expected,
    `${expected} sessions are on the list`,
  )
}

async function openHome(user: TestUser): Promise<void> {
  await openAndWaitForIdle(user.page, async () => {
    await openSignedIn(suite, user, '/home')
    await expectHeading(user.page, home.heading)
  })
}

async function confirmNewSignIn(page: Page): Promise<void> {
  await expectText(page, notices.kinds.new_sign_in.title)
  await checkAccessibility(page, 'home with notices')
  assert.equal(await main(page).getByRole('link', { name: notices.showSessions }).getAttribute('href'), '/sessions')
  await clickButton(page, notices.wasMe)
  await main(page).getByText(notices.kinds.new_sign_in.title).waitFor({ state: 'detached' })
}

async function forgetDevices(page: Page): Promise<void> {
  const devices = page.getByRole('region', { name: sessions.devicesTitle })
  const forget = devices.getByRole('button', { name: /^Remove / })
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

async function endAllOthers({ page, account: own }: TestUser): Promise<void> {
  const others = [await signInOnOtherDevice(suite, own), await signInOnOtherDevice(suite, own)]
  await expectCount(page, 3) // the open page is notified
  await clickButton(page, sessions.endOthers)
  const confirmation = dialog(page, sessions.endOthersTitle)
  await confirmation.getByText(sessions.endOthersBody(2)).waitFor()
  await expectFocus(confirmation.getByRole('button', { name: account.cancel }))
  await checkPart(page, 'ending all other sessions')
  await page.keyboard.press('Escape')
  await confirmation.waitFor({ state: 'hidden' })
  await expectCount(page, 3)
  await checkAccessibility(page, 'sessions')
  await clickButton(page, sessions.endOthers)
  await confirmation.getByRole('button', { name: sessions.endOthers }).click()
  await expectText(page, sessions.only)
  await expectCount(page, 1)
  for (const browser of others) assert.equal((await browser.get('/api/session')).status, 401)
}

/** Opens a list that cannot be loaded and tries again once it can be. */
async function retryFailedList(page: Page, place: string): Promise<void> {
  await page.route(/\/api\/me/, (route) => route.abort())
  await openAccountPage(page, place)
  const again = main(page).getByRole('button', { name: account.tryAgain })
  // Each retry starts its delay only after the one before has failed.
  await until(
    async () => {
      await page.clock.runFor(1_000)
      return again.count()
    },
    (count) => count > 0,
    `${place} shows the error`,
  )
  await page.unroute(/\/api\/me/)
  // An event may load the list without the click, which then finds no button.
  await again.evaluateAll((buttons: { click(): void }[]) => {
    for (const button of buttons) button.click()
  })
  await again.first().waitFor({ state: 'detached' })
}

async function filterActivity(page: Page): Promise<void> {
  const row = (kind: keyof typeof activity.kinds) =>
    main(page).getByRole('row').filter({ hasText: activity.kinds[kind] }).first()
  await row('sign_in.ok').waitFor()
  await row('person.created').waitFor()
  await checkAccessibility(page, 'activity')
  await page.getByLabel(activity.kind).selectOption('person.created')
  await row('sign_in.ok').waitFor({ state: 'detached' })
  const [download] = await Promise.all([page.waitForEvent('download'), clickButton(page, activity.csv)])
  const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/)
  assert.equal(lines.length, 2)
  assert.match(lines[1] ?? '', /person\.created/)
  await page.getByLabel(activity.from).fill('2020-01-01')
  await page.getByLabel(activity.to).fill('2020-02-01')
  await expectText(page, activity.empty)
  await clickButton(page, account.list.clear)
  await row('sign_in.ok').waitFor()
}

/** Another device ends this session, and every tab says so. */
async function expectSignedOut(user: TestUser): Promise<void> {
  const { page, context } = user
  await openHome(user)
  const second = await context.newPage()
  await openAndWaitForIdle(second, async () => {
    await second.goto('/wallets')
    await expectHeading(second, wallets.title)
  })
  const other = await signInOnOtherDevice(suite, user.account)
  const ended = await other.delete('/api/me/sessions')
  assert.ok(ended.status < 300, ended.text)
  for (const tab of [page, second]) await expectText(tab, reasons.ended)
}

suite.testInBrowser(
  'confirms a new sign-in, ends sessions of other devices, filters the activity, and reports the end of its own session',
  { clock: true },
  async (user) => {
    const { page } = user
    await openHome(user)
    assert.equal(await main(page).getByText(home.signedWith, { exact: true }).count(), 0, 'a wallet without a name')
    const other = await signInOnOtherDevice(suite, user.account)
    await confirmNewSignIn(page)
    await openAccountPage(page, account.nav.sessions)
    await expectHeading(page, sessions.title)
    await expectCount(page, 2)
    await forgetDevices(page)
    const theirs = rows(page).filter({ hasNotText: sessions.here })
    await theirs.getByRole('button', { name: sessions.end }).click()
    await dialog(page, sessions.endTitle).getByRole('button', { name: account.cancel }).click()
    assert.equal((await other.get('/api/session')).status, 200)
    await theirs.getByRole('button', { name: sessions.end }).click()
    await dialog(page, sessions.endTitle).getByRole('button', { name: sessions.endConfirm }).click()
    await expectText(page, sessions.only)
    await expectCount(page, 1)
    assert.equal((await other.get('/api/session')).status, 401)
    await endAllOthers(user)

    await retryFailedList(page, account.nav.wallets)
    await expectText(page, wallets.only)
    await retryFailedList(page, account.nav.activity)
    await filterActivity(page)

    await openAccountPage(page, account.nav.sessions)
    await clickButton(page, sessions.endHere)
    await expectHeading(page, signOut.doneTitle)
    await expectSignedOut(user)
  },
)
