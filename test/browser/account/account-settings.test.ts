import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { DELETION_PHRASE } from '@countersign/contract/routes/person.ts'
import type { Page } from 'playwright-core'
import { data, recovery, settings } from '../../../web/src/words/account/settings.ts'
import { stepUp } from '../../../web/src/words/account/step-up.ts'
import { wordsForProblem } from '../../../web/src/words/problems.ts'
import { checkAccessibility, checkPart } from '../../support/browser/accessibility/accessibility.ts'
import { expectFocus } from '../../support/browser/accessibility/keyboard.ts'
import { DESKTOP, expectInView, scrollToEndOf } from '../../support/browser/accessibility/viewport.ts'
import { metaMask, PERMITTED, setUpAccountSuite, signInInBrowser } from '../../support/browser/account-suite.ts'
import { confirmStepUp, dialog } from '../../support/browser/dialog.ts'
import { openAccountPage } from '../../support/browser/open-account-page.ts'
import { openSignedIn, signInOnOtherDevice } from '../../support/browser/open-signed-in.ts'
import {
  clickButton,
  expectHeading,
  expectText,
  expectValue,
  main,
  type TestUser,
  waitForPath,
} from '../../support/browser/test-user.ts'
import { account, frame, signIn, signOut } from '../../support/browser/words.ts'
import type { Browser } from '../../support/server/http-browser.ts'
import { linkWallet } from '../../support/server/wallets.ts'
import { until } from '../../support/until.ts'

const { suite, ageWallets } = setUpAccountSuite()

async function readDownload(page: Page, start: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), start()])
  return readFile(await download.path(), 'utf8')
}

const expectDark = (page: Page) =>
  until(
    () => page.evaluate('document.documentElement.dataset.theme'),
    (theme) => theme === 'dark',
    'the page is dark',
  )

async function openSetting(page: Page, name: string): Promise<void> {
  await openAccountPage(page, account.nav.settings)
  await page.getByRole('link', { name }).click()
}

async function saveProfile(user: TestUser, otherBrowser: Browser): Promise<void> {
  const { page } = user
  await openAccountPage(page, account.nav.settings)
  const name = page.getByLabel(settings.name)
  await name.fill('Ada\u{200b}')
  await clickButton(page, settings.save)
  await expectText(page, settings.nameRefused(64))
  await checkAccessibility(page, 'settings')
  await page.emulateMedia({ colorScheme: 'light' })
  await name.fill('Ada')
  await page.getByLabel(settings.theme, { exact: true }).last().selectOption({ label: frame.themes.dark })
  await page.getByLabel(settings.timeZone).selectOption('Asia/Tokyo')
  await clickButton(page, settings.save)
  await expectDark(page)
  await page.getByRole('radio', { name: frame.themes.dark, checked: true }).waitFor({ state: 'attached' })

  await name.fill('Ada Lovelace')
  const change = { method: 'PATCH', path: '/api/me', body: { displayName: 'Grace' }, headers: { 'if-match': '"2"' } }
  assert.equal((await otherBrowser.call(change)).status, 200)
  await clickButton(page, settings.save)
  await expectText(page, account.form.changed)
  await clickButton(page, account.form.loadCurrent)
  await expectValue(name, 'Grace')
}

/** As on another device, which has nothing of this account but a session. */
async function signInOnAnotherDevice(user: TestUser, path: string): Promise<void> {
  const { page, context } = user
  await context.clearCookies()
  await page.evaluate('localStorage.clear(); sessionStorage.clear()')
  await page.emulateMedia({ colorScheme: 'light' })
  await openSignedIn(suite, user, path)
  await expectDark(page)
}

async function expectProfile(page: Page): Promise<void> {
  await openAccountPage(page, account.nav.home)
  await expectHeading(page, 'Grace')
  await until(
    () => main(page).locator('time').first().getAttribute('title'),
    (title) => title?.includes('GMT+9') === true,
    'times are those of Tokyo', // once the account is loaded; those of the device before
  )
}

/** What is confirmed is seen first, and the buttons below cover nothing. */
async function expectWholeStepUp(page: Page): Promise<void> {
  const opened = dialog(page, stepUp.title)
  const other = opened.getByRole('button', { name: signIn.anotherWallet })
  await expectFocus(opened.getByRole('button', { name: signIn.anotherAccount }))
  await expectInView(opened.getByText(stepUp.about('recovery.create')), 'what is confirmed')
  await scrollToEndOf(other)
  await expectInView(other, signIn.anotherWallet)
}

/** A wallet added today may not confirm it, and is not asked to. A trusted one is offered as soon as it is shared. */
async function createCodes(user: TestUser, otherBrowser: Browser): Promise<string[]> {
  const { page, account: first, other } = user
  await linkWallet(otherBrowser, first, other)
  await page.getByRole('link', { name: settings.recoveryLink }).click()
  await expectHeading(page, recovery.title)
  await metaMask(user).switchAccounts([other.address])
  await page.setViewportSize({ width: 640, height: 400 }) // 1280 by 800 at 200 % zoom
  await clickButton(page, recovery.create)
  await expectText(page, stepUp.tooNew)
  await expectWholeStepUp(page)
  await page.setViewportSize(DESKTOP)
  assert.equal(await page.getByRole('button', { name: stepUp.sign }).count(), 0)
  await expectTrustedWhilePicking(user)
  await metaMask(user).switchAccounts([other.address, first.address])
  await confirmStepUp(page)
  await expectHeading(page, recovery.newTitle)
  return page.getByRole('list', { name: recovery.list }).getByRole('listitem').allTextContents()
}

async function expectTrustedWhilePicking(user: TestUser): Promise<void> {
  const { page, account: first } = user
  const own = page.getByRole('list', { name: stepUp.yours })
  await metaMask(user).answer('wallet_requestPermissions', 'ask')
  await clickButton(page, signIn.anotherAccount)
  await expectText(page, signIn.picking('MetaMask'))
  assert.deepEqual(await own.locator('.address').evaluateAll((all) => all.map(({ title }) => title)), [first.address])
  await metaMask(user).reject({ code: 4001, message: 'User rejected the request.' })
  await expectText(page, stepUp.tooNew)
}

async function expectPrint(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  assert.equal(await page.evaluate('getComputedStyle(document.documentElement).colorScheme'), 'light')
  await page.getByText(recovery.printTitle('Countersign')).waitFor()
  for (const hidden of [page.getByRole('banner'), page.getByRole('navigation'), page.getByRole('contentinfo')]) {
    assert.equal(await hidden.first().isVisible(), false)
  }
  await page.emulateMedia({ media: 'screen' })
}

async function keepCodes(page: Page, codes: string[]): Promise<void> {
  assert.equal(new Set(codes).size, 8)
  await checkPart(page, 'new codes')
  await expectPrint(page)
  const file = await readDownload(page, () => clickButton(page, recovery.save))
  for (const code of codes) assert.ok(file.includes(code))
  await clickButton(page, recovery.done)
  await expectText(page, recovery.saveFirst)
  await page.getByLabel(recovery.savedLabel).check()
  await clickButton(page, recovery.done)
  await expectText(page, recovery.left(8))
}

async function deleteCodes(page: Page): Promise<void> {
  await openSetting(page, settings.recoveryLink)
  await expectText(page, recovery.left(8))
  await clickButton(page, recovery.delete)
  const confirmation = dialog(page, recovery.deleteTitle)
  await confirmation.waitFor()
  await checkPart(page, 'dropping the codes')
  await confirmation.getByRole('button', { name: recovery.delete }).click()
  await confirmStepUp(page)
  await expectText(page, recovery.none)
}

async function downloadData({ page, account: own }: TestUser): Promise<void> {
  await openSetting(page, settings.dataLink)
  await clickButton(page, data.downloadAct)
  await clickButton(page, stepUp.cancel)
  await expectText(page, stepUp.notConfirmed)
  await checkAccessibility(page, 'data')
  const file = await readDownload(page, async () => {
    await clickButton(page, data.downloadAct)
    await confirmStepUp(page)
  })
  assert.ok(JSON.stringify(JSON.parse(file)).toLowerCase().includes(own.address.toLowerCase()))
}

async function deleteAccount({ page }: TestUser): Promise<void> {
  await openSetting(page, settings.dataLink)
  await clickButton(page, data.deleteAct)
  const confirmation = dialog(page, data.confirmTitle)
  await confirmation.getByRole('textbox').fill('delete')
  await confirmation.getByRole('button', { name: data.deleteAct }).click()
  await confirmation.getByText(account.confirm.mismatch(DELETION_PHRASE)).waitFor()
  await checkPart(page, 'deleting the account')
  await confirmation.getByRole('textbox').fill(DELETION_PHRASE)
  await page.keyboard.press('Enter')
  await confirmStepUp(page)
  await expectHeading(page, signOut.deletingTitle)
  await expectText(page, /Until then, you can sign in to keep it/)
  await page.goto('/home')
  await until(
    () => page.url(),
    (url) => url.includes('/sign-in'),
    'nobody is signed in',
  )
}

const setStatus = ({ account: { address } }: TestUser, status: string, own = true) =>
  suite.change(
    `UPDATE person SET status = ?, delete_after = ?, deletion_by = CASE WHEN ? THEN id END
      WHERE id = (SELECT person_id FROM wallet WHERE address = ?)`,
    status,
    status === 'deleting' ? Date.parse('2099-01-02T12:00:00Z') : null,
    own ? 1 : 0,
    address.toLowerCase(),
  )

/** A suspended person is turned away, and one whom an owner deletes; one who is leaving keeps the account without signing twice. */
async function signInWhenSuspendedOrDeleting(user: TestUser): Promise<void> {
  const { page } = user
  setStatus(user, 'suspended')
  await clickButton(page, signIn.continueAs)
  await expectHeading(page, signIn.suspendedTitle)
  await checkAccessibility(page, 'a suspended person')
  await clickButton(page, signIn.anotherWallet)
  setStatus(user, 'deleting', false)
  await clickButton(page, signIn.continueWith('MetaMask'))
  await expectText(page, wordsForProblem('deletion_not_yours', '').body)
  assert.equal(await page.getByRole('button', { name: signIn.keepAccount }).count(), 0)
  await checkPart(page, 'a person whom an owner deletes')
  await clickButton(page, signIn.anotherWallet)
  setStatus(user, 'deleting')
  await clickButton(page, signIn.continueWith('MetaMask'))
  await expectHeading(page, signIn.deletingTitle)
  await expectText(page, signIn.deleting('January 2, 2099'))
  await checkPart(page, 'a person who is leaving')
  const signed = user.messages.length
  await clickButton(page, signIn.keepAccount)
  await waitForPath(page, '/home')
  await expectHeading(page, 'Grace')
  assert.equal(user.messages.length, signed)
}

suite.testInBrowser(
  'saves the profile for every device, creates and deletes recovery codes, exports the data, deletes and restores the account',
  { wallets: [PERMITTED] },
  async (user) => {
    const { page } = user
    await signInInBrowser(user)
    const otherBrowser = await signInOnOtherDevice(suite, user.account)
    await saveProfile(user, otherBrowser)
    const codes = await createCodes(user, otherBrowser)
    await keepCodes(page, codes)
    await signInOnAnotherDevice(user, '/settings/recovery')
    await expectText(page, recovery.left(8))
    assert.equal((await page.content()).includes(codes[0] ?? ''), false)
    await checkPart(page, 'codes left')
    await expectProfile(page)
    ageWallets()
    await downloadData(user)
    await deleteCodes(page)
    await deleteAccount(user)
    await signInWhenSuspendedOrDeleting(user)
  },
)
