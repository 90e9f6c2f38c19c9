import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { DELETION_PHRASE } from '@countersign/contract/person.ts'
import type { Page } from 'playwright-core'
import { activity, settings, stepUp } from '../../web/src/words/own.ts'
import { wordsForProblem } from '../../web/src/words/problems.ts'
import { main, press, see, seeHeading } from '../support/guest.ts'
import { addOther, confirm, dialog, enter, meta, PERMITTED, setAccountStage } from '../support/member.ts'
import { until } from '../support/until.ts'
import { account, frame, home, signOut } from '../support/words.ts'

const { stage, ageWallets } = setAccountStage()
const { recovery, data } = settings

async function downloaded(page: Page, act: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  return readFile(await download.path(), 'utf8')
}

stage.play(
  'saves name, theme and time zone, and names the field it refuses',
  { wallets: [PERMITTED] },
  async (guest) => {
    const { page } = guest
    await enter(guest, '/settings')
    await page.getByLabel(settings.name).fill('Ada\u{200b}')
    await press(page, settings.save)
    await see(page, settings.nameRefused(64))
    await page.getByLabel(settings.name).fill('Ada')
    await page.getByLabel(settings.theme, { exact: true }).last().selectOption({ label: frame.themes.dark })
    await page.getByLabel(settings.timeZone).selectOption('Asia/Tokyo')
    await press(page, settings.save)
    await until(
      () => page.evaluate('document.documentElement.dataset.theme'),
      (theme) => theme === 'dark',
      'the page is dark',
    )
    await page.goto('/home')
    await seeHeading(page, 'Ada')
    await until(
      () => main(page).locator('time').first().getAttribute('title'),
      (title) => title?.includes('GMT+9') === true,
      'times are those of Tokyo', // once the account is read; those of the device before
    )
  },
)

stage.play('a browser that was never told takes the theme of the account', { wallets: [PERMITTED] }, async (guest) => {
  const { page, account: own } = guest
  const themeOf = (at: Page) => at.evaluate<string>('document.documentElement.dataset.theme')
  await enter(guest, '/settings')
  await page.getByLabel(settings.theme, { exact: true }).last().selectOption({ label: frame.themes.dark })
  await press(page, settings.save)
  await page.getByRole('radio', { name: frame.themes.dark, checked: true }).waitFor({ state: 'attached' })
  const other = await stage.guest({ wallets: [{ ...PERMITTED, accounts: [own.address] }] })
  other.signAs(own)
  try {
    await enter(other)
    await until(
      () => themeOf(other.page),
      (theme) => theme === 'dark',
      'the other browser is dark',
    )
  } finally {
    await other.leave()
  }
})

stage.play('does not overwrite what another tab saved meanwhile', { wallets: [PERMITTED] }, async (guest) => {
  const { page, context } = guest
  await enter(guest, '/settings')
  await page.getByLabel(settings.name).fill('Ada')
  const other = await context.newPage()
  await other.goto('/settings')
  await other.getByLabel(settings.name).fill('Grace')
  await Promise.all([
    other.waitForResponse((response) => response.request().method() === 'PATCH'),
    press(other, settings.save),
  ])
  await press(page, settings.save)
  await see(page, wordsForProblem('version_conflict', '').title)
  await press(page, settings.showNow)
  await until(
    () => page.getByLabel(settings.name).inputValue(),
    (name) => name === 'Grace',
    'what is there now is shown',
  )
})

stage.play(
  'shows recovery codes once, and keeps the person until they kept them',
  { wallets: [PERMITTED] },
  async (guest) => {
    const { page } = guest
    await enter(guest)
    ageWallets()
    await page.goto('/settings/recovery')
    await press(page, recovery.create)
    await confirm(page)
    await seeHeading(page, recovery.newTitle)
    const codes = await page.getByRole('list', { name: recovery.list }).getByRole('listitem').allTextContents()
    assert.equal(new Set(codes).size, 8)
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
    await press(page, recovery.drop)
    await dialog(page, recovery.dropTitle).getByRole('button', { name: recovery.drop }).click()
    await see(page, recovery.none)
  },
)

stage.play('prints the codes and nothing else', { wallets: [PERMITTED] }, async (guest) => {
  const { page } = guest
  await enter(guest)
  ageWallets()
  await page.goto('/settings/recovery')
  await press(page, recovery.create)
  await confirm(page)
  await seeHeading(page, recovery.newTitle)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  assert.equal(await page.evaluate('getComputedStyle(document.documentElement).colorScheme'), 'light')
  await page.getByText(recovery.printTitle('Countersign')).waitFor()
  for (const hidden of [page.getByRole('banner'), page.getByRole('navigation'), page.getByRole('contentinfo')]) {
    assert.equal(await hidden.first().isVisible(), false)
  }
  await page.emulateMedia({ media: 'screen' })
  await page.getByLabel(recovery.keptLabel).check()
})

stage.play(
  'a wallet added today cannot make codes, and is not asked to sign for it',
  { wallets: [PERMITTED] },
  async (guest) => {
    const { page, account: first } = guest
    await enter(guest)
    await addOther(guest, 'Ledger')
    await page.goto('/settings/recovery')
    await meta(guest).switchAccounts([guest.other.address])
    await press(page, recovery.create)
    await see(page, stepUp.tooNew)
    assert.equal(await page.getByRole('button', { name: stepUp.sign }).count(), 0)
    await meta(guest).switchAccounts([first.address])
    await confirm(page)
    await seeHeading(page, recovery.newTitle)
    await page.getByLabel(recovery.keptLabel).check()
  },
)

stage.play('downloads the data of the account after a signature', { wallets: [PERMITTED] }, async (guest) => {
  const { page, account: own } = guest
  await enter(guest, '/settings/data')
  await press(page, data.downloadAct)
  await press(page, stepUp.cancel)
  await see(page, stepUp.notConfirmed)
  const file = await downloaded(page, async () => {
    await press(page, data.downloadAct)
    await confirm(page)
  })
  assert.ok(JSON.stringify(JSON.parse(file)).toLowerCase().includes(own.address.toLowerCase()))
})

stage.play('downloads the activity it shows', { wallets: [PERMITTED] }, async (guest) => {
  const { page } = guest
  await enter(guest, '/activity')
  const row = (kind: keyof typeof activity.kinds) =>
    main(page).getByRole('row').filter({ hasText: activity.kinds[kind] })
  await row('sign_in.ok').waitFor()
  await row('person.created').waitFor()
  await page.getByLabel(activity.kind).selectOption('sign_in.ok')
  await row('person.created').waitFor({ state: 'detached' })
  const lines = (await downloaded(page, () => press(page, activity.csv))).trim().split(/\r?\n/)
  assert.equal(lines.length, 2)
  assert.match(lines[1] ?? '', /sign_in\.ok/)
  await page.getByLabel(activity.from).fill('2020-01-01')
  await page.getByLabel(activity.to).fill('2020-02-01')
  await see(page, activity.empty)
  await press(page, account.list.clear)
  await row('person.created').waitFor()
})

stage.play(
  'deletes the account after the phrase and a signature, and says until when it can be kept',
  { wallets: [PERMITTED] },
  async (guest) => {
    const { page } = guest
    await enter(guest)
    ageWallets()
    await page.goto('/settings/data')
    await press(page, data.deleteAct)
    const asking = dialog(page, data.confirmTitle)
    await asking.getByRole('textbox').fill('delete')
    await asking.getByRole('button', { name: data.deleteAct }).click()
    await asking.getByText(account.confirm.mismatch(DELETION_PHRASE)).waitFor()
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
  },
)
