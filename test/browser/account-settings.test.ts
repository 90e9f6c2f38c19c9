import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { DELETION_PHRASE } from '@countersign/contract/routes/person.ts'
import type { Page } from 'playwright-core'
import { settings, stepUp } from '../../web/src/words/own.ts'
import { linkWallet } from '../support/account.ts'
import type { Browser } from '../support/browser.ts'
import { arriveAt, type Guest, main, press, see, seeHeading, seeValue } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { dialog, enter, meta, PERMITTED, setAccountStage } from '../support/member.ts'
import { openPlace } from '../support/open-place.ts'
import { enterSignedIn, signInElsewhere } from '../support/signed-in.ts'
import { confirm } from '../support/site.ts'
import { until } from '../support/until.ts'
import { account, frame, signIn, signOut } from '../support/words.ts'

const { stage, ageWallets } = setAccountStage()
const { recovery, data } = settings

async function downloaded(page: Page, act: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  return readFile(await download.path(), 'utf8')
}

const seeDark = (page: Page) =>
  until(
    () => page.evaluate('document.documentElement.dataset.theme'),
    (theme) => theme === 'dark',
    'the page is dark',
  )

async function openSetting(page: Page, name: string): Promise<void> {
  await openPlace(page, account.nav.settings)
  await page.getByRole('link', { name }).click()
}

async function saveProfile(guest: Guest, elsewhere: Browser): Promise<void> {
  const { page } = guest
  await openPlace(page, account.nav.settings)
  const name = page.getByLabel(settings.name)
  await name.fill('Ada\u{200b}')
  await press(page, settings.save)
  await see(page, settings.nameRefused(64))
  await inspect(page, 'settings')
  await page.emulateMedia({ colorScheme: 'light' })
  await name.fill('Ada')
  await page.getByLabel(settings.theme, { exact: true }).last().selectOption({ label: frame.themes.dark })
  await page.getByLabel(settings.timeZone).selectOption('Asia/Tokyo')
  await press(page, settings.save)
  await seeDark(page)
  await page.getByRole('radio', { name: frame.themes.dark, checked: true }).waitFor({ state: 'attached' })

  await name.fill('Ada Lovelace')
  const change = { method: 'PATCH', path: '/api/me', body: { displayName: 'Grace' }, headers: { 'if-match': '"2"' } }
  assert.equal((await elsewhere.call(change)).status, 200)
  await press(page, settings.save)
  await see(page, account.form.changed)
  await press(page, account.form.loadCurrent)
  await seeValue(name, 'Grace')
}

/** As on another device, which has nothing of this account but a session. */
async function enterOnAnotherDevice(guest: Guest, path: string): Promise<void> {
  const { page, context } = guest
  await context.clearCookies()
  await page.evaluate('localStorage.clear(); sessionStorage.clear()')
  await page.emulateMedia({ colorScheme: 'light' })
  await enterSignedIn(stage, guest, path)
  await seeDark(page)
}

async function seeProfile(page: Page): Promise<void> {
  await openPlace(page, account.nav.home)
  await seeHeading(page, 'Grace')
  await until(
    () => main(page).locator('time').first().getAttribute('title'),
    (title) => title?.includes('GMT+9') === true,
    'times are those of Tokyo', // once the account is loaded; those of the device before
  )
}

/** A wallet added today may not confirm it, and is not asked to. */
async function createCodes(guest: Guest, elsewhere: Browser): Promise<string[]> {
  const { page, account: first, other } = guest
  await linkWallet(elsewhere, first, other)
  await page.getByRole('link', { name: settings.recoveryLink }).click()
  await seeHeading(page, recovery.title)
  await meta(guest).switchAccounts([other.address])
  await press(page, recovery.create)
  await see(page, stepUp.tooNew)
  assert.equal(await page.getByRole('button', { name: stepUp.sign }).count(), 0)
  await meta(guest).switchAccounts([first.address])
  await confirm(page)
  await seeHeading(page, recovery.newTitle)
  return page.getByRole('list', { name: recovery.list }).getByRole('listitem').allTextContents()
}

async function seePrint(page: Page): Promise<void> {
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
  await inspect(page, 'new codes')
  await seePrint(page)
  const file = await downloaded(page, () => press(page, recovery.save))
  for (const code of codes) assert.ok(file.includes(code))
  await press(page, recovery.done)
  await see(page, recovery.keepFirst)
  await page.getByLabel(recovery.keptLabel).check()
  await press(page, recovery.done)
  await see(page, recovery.left(8))
}

async function dropCodes(page: Page): Promise<void> {
  await openSetting(page, settings.recoveryLink)
  await see(page, recovery.left(8))
  await press(page, recovery.drop)
  const asking = dialog(page, recovery.dropTitle)
  await asking.waitFor()
  await inspect(page, 'dropping the codes')
  await asking.getByRole('button', { name: recovery.drop }).click()
  await confirm(page)
  await see(page, recovery.none)
}

async function downloadData({ page, account: own }: Guest): Promise<void> {
  await openSetting(page, settings.dataLink)
  await press(page, data.downloadAct)
  await press(page, stepUp.cancel)
  await see(page, stepUp.notConfirmed)
  await inspect(page, 'data')
  const file = await downloaded(page, async () => {
    await press(page, data.downloadAct)
    await confirm(page)
  })
  assert.ok(JSON.stringify(JSON.parse(file)).toLowerCase().includes(own.address.toLowerCase()))
}

async function deleteAccount({ page }: Guest): Promise<void> {
  await openSetting(page, settings.dataLink)
  await press(page, data.deleteAct)
  const asking = dialog(page, data.confirmTitle)
  await asking.getByRole('textbox').fill('delete')
  await asking.getByRole('button', { name: data.deleteAct }).click()
  await asking.getByText(account.confirm.mismatch(DELETION_PHRASE)).waitFor()
  await inspect(page, 'deleting the account')
  await asking.getByRole('textbox').fill(DELETION_PHRASE)
  await page.keyboard.press('Enter')
  await confirm(page)
  await seeHeading(page, signOut.leavingTitle)
  await see(page, /Until then, you can sign in to keep it/)
  await page.goto('/home')
  await until(
    () => page.url(),
    (url) => url.includes('/sign-in'),
    'nobody is signed in',
  )
}

const setStatus = ({ account: { address } }: Guest, status: string, until: number | null = null) =>
  stage.change(
    'UPDATE person SET status = ?, delete_after = ? WHERE id = (SELECT person_id FROM wallet WHERE address = ?)',
    status,
    until,
    address.toLowerCase(),
  )

/** A suspended person is turned away; one who is leaving keeps the account without signing twice. */
async function comeBack(guest: Guest): Promise<void> {
  const { page } = guest
  setStatus(guest, 'suspended')
  await press(page, signIn.continueAs)
  await seeHeading(page, signIn.suspendedTitle)
  await inspect(page, 'a suspended person')
  await press(page, signIn.anotherWallet)
  setStatus(guest, 'deleting', Date.parse('2099-01-02T12:00:00Z'))
  await press(page, signIn.continueWith('MetaMask'))
  await seeHeading(page, signIn.leavingTitle)
  await see(page, signIn.leaving('January 2, 2099'))
  await inspect(page, 'a person who is leaving')
  const signed = guest.messages.length
  await press(page, signIn.keepAccount)
  await arriveAt(page, '/home')
  await seeHeading(page, 'Grace')
  assert.equal(guest.messages.length, signed)
}

stage.play(
  'saves the profile for every device, creates and drops recovery codes, downloads the data, deletes the account and keeps it',
  { wallets: [PERMITTED] },
  async (guest) => {
    const { page } = guest
    await enter(guest)
    const elsewhere = await signInElsewhere(stage, guest.account)
    await saveProfile(guest, elsewhere)
    const codes = await createCodes(guest, elsewhere)
    await keepCodes(page, codes)
    await enterOnAnotherDevice(guest, '/settings/recovery')
    await see(page, recovery.left(8))
    assert.equal((await page.content()).includes(codes[0] ?? ''), false)
    await inspect(page, 'codes left')
    await seeProfile(page)
    ageWallets()
    await downloadData(guest)
    await dropCodes(page)
    await deleteAccount(guest)
    await comeBack(guest)
  },
)
