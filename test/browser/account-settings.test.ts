import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { DELETION_PHRASE } from '@countersign/contract/person.ts'
import type { Page } from 'playwright-core'
import { settings, stepUp } from '../../web/src/words/own.ts'
import { wordsForProblem } from '../../web/src/words/problems.ts'
import { linkWallet } from '../support/account.ts'
import { type Guest, main, press, see, seeHeading, seeValue } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { confirm, dialog, enter, meta, PERMITTED, setAccountStage } from '../support/member.ts'
import { enterSignedIn, signInElsewhere } from '../support/signed-in.ts'
import { until } from '../support/until.ts'
import { account, frame, home, signOut } from '../support/words.ts'

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

async function seeProfileElsewhere({ account: own }: Guest): Promise<void> {
  const other = await stage.guest()
  try {
    await enterSignedIn(stage, other, '/home', { account: own })
    await seeHeading(other.page, 'Ada')
    await seeDark(other.page)
    await until(
      () => main(other.page).locator('time').first().getAttribute('title'),
      (title) => title?.includes('GMT+9') === true,
      'times are those of Tokyo', // once the account is loaded; those of the device before
    )
    assert.deepEqual(other.complaints, [])
  } finally {
    await other.leave()
  }
}

stage.play('saves name, theme and time zone, and does not overwrite what was saved elsewhere', {}, async (guest) => {
  const { page } = guest
  const browser = await enterSignedIn(stage, guest, '/settings')
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
  await seeProfileElsewhere(guest)

  await name.fill('Ada Lovelace')
  const change = { method: 'PATCH', path: '/api/me', body: { displayName: 'Grace' }, headers: { 'if-match': '"2"' } }
  assert.equal((await browser.call(change)).status, 200)
  await press(page, settings.save)
  await see(page, wordsForProblem('version_conflict', '').title)
  await press(page, settings.showNow)
  await seeValue(name, 'Grace')
})

/** A wallet added today may not confirm it, and is not asked to. */
async function createCodes(guest: Guest): Promise<string[]> {
  const { page, account: first, other } = guest
  await linkWallet(await signInElsewhere(stage, first), first, other)
  await page.goto('/settings/recovery')
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

stage.play('creates recovery codes, shows them once and drops them', { wallets: [PERMITTED] }, async (guest) => {
  const { page } = guest
  await enter(guest)
  const codes = await createCodes(guest)
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
  await page.reload()
  await see(page, recovery.left(8))
  assert.equal((await page.content()).includes(codes[0] ?? ''), false)
  await inspect(page, 'codes left')
  await press(page, recovery.drop)
  const asking = dialog(page, recovery.dropTitle)
  await asking.waitFor()
  await inspect(page, 'dropping the codes')
  await asking.getByRole('button', { name: recovery.drop }).click()
  await see(page, recovery.none)
})

stage.play('downloads the data of the account, then deletes it', { wallets: [PERMITTED] }, async (guest) => {
  const { page, account: own } = guest
  await enter(guest)
  ageWallets()
  await page.goto('/settings/data')
  await press(page, data.downloadAct)
  await press(page, stepUp.cancel)
  await see(page, stepUp.notConfirmed)
  await inspect(page, 'data')
  const file = await downloaded(page, async () => {
    await press(page, data.downloadAct)
    await confirm(page)
  })
  assert.ok(JSON.stringify(JSON.parse(file)).toLowerCase().includes(own.address.toLowerCase()))

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
  await see(page, /until then you can sign in and keep it/)
  await page.goto('/home')
  await until(
    () => page.url(),
    (url) => url.includes('/sign-in'),
    'nobody is signed in',
  )
  assert.equal(await main(page).getByText(home.heading).count(), 0)
})
