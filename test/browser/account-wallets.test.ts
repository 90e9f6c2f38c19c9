import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { stepUp, wallets } from '../../web/src/words/own.ts'
import { wordsForProblem } from '../../web/src/words/problems.ts'
import { arriveAt, main, press, see, seeHeading, seeStatus } from '../support/guest.ts'
import { addOther, confirm, dialog, enter, meta, PERMITTED, setAccountStage } from '../support/member.ts'
import { until } from '../support/until.ts'
import { account, chip, home, signIn, signOut } from '../support/words.ts'

const { stage, ageWallets } = setAccountStage()

const rows = (page: Page) => main(page).getByRole('article')
const row = (page: Page, name: string) =>
  rows(page).filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })

/** Addresses are written in groups, and read without them. */
async function addresses(page: Page): Promise<string[]> {
  const texts = await rows(page).locator('.address').allTextContents()
  return texts.map((text) => text.replaceAll(/\s/g, ''))
}

stage.play(
  'adds a second wallet: a known one confirms, the new one signs, and the session stays',
  { wallets: [PERMITTED] },
  async (guest) => {
    const { page, account: first, other } = guest
    await enter(guest, '/wallets')
    await see(page, wallets.only)
    await page.getByRole('link', { name: wallets.add, exact: true }).click()
    await seeHeading(page, wallets.addTitle)
    await press(page, wallets.confirm)
    await dialog(page, stepUp.title).getByText(stepUp.about('wallet.add')).waitFor()
    await press(page, stepUp.cancel)
    await see(page, stepUp.notConfirmed)
    assert.equal(guest.messages.length, 1)

    await press(page, wallets.confirm)
    await confirm(page)
    await see(page, wallets.mineTitle('MetaMask'))
    assert.equal(await main(page).getByRole('button', { name: wallets.signNew }).count(), 0)
    await meta(guest).switchAccounts([other.address])
    await page.getByLabel(wallets.label).fill('Ledger')
    await press(page, wallets.signNew)
    await seeHeading(page, wallets.addedTitle)
    await page.getByRole('link', { name: wallets.toWallets, exact: true }).click()
    await row(page, 'Ledger').waitFor()
    assert.deepEqual(await addresses(page), [first.address, other.address])
    const statements = guest.messages.map((message) => message.split('\n')[3]?.split('.')[0])
    assert.deepEqual(statements.slice(1), [
      'Confirm a change to your Countersign account: add a wallet',
      'Add this wallet to your Countersign account',
    ])
    await page.goto('/home')
    await seeHeading(page, home.heading)
    await see(page, first.address.slice(-4))
    await seeStatus(page, chip.connected)
    assert.equal(await main(page).getByText(home.mismatch).count(), 0)
  },
)

stage.play('a step-up that the wallet declines can be repeated', { wallets: [PERMITTED] }, async (guest) => {
  const { page } = guest
  await enter(guest, '/wallets/add')
  await press(page, wallets.confirm)
  await meta(guest).answer('personal_sign', { code: 4001, message: 'User rejected the request.' })
  await press(page, stepUp.sign)
  await see(page, stepUp.declined('MetaMask'))
  await meta(guest).answer('personal_sign', 'approve')
  await confirm(page)
  await see(page, wallets.mineTitle('MetaMask'))
})

stage.play('a step-up names the wallets that would do, and asks no other', { wallets: [PERMITTED] }, async (guest) => {
  const { page, other, account: first } = guest
  await enter(guest, '/wallets/add')
  await press(page, wallets.confirm)
  await meta(guest).switchAccounts([other.address])
  await see(page, stepUp.switchTo('MetaMask'))
  const own = page.getByRole('list', { name: stepUp.yours }).getByRole('listitem')
  assert.deepEqual(await own.locator('.address').evaluateAll((all) => all.map(({ title }) => title)), [first.address])
  assert.equal(await page.getByRole('button', { name: stepUp.sign }).count(), 0)
  await meta(guest).switchAccounts([first.address])
  await confirm(page)
})

stage.play(
  'a wallet of another account is refused without a word about whose',
  { wallets: [PERMITTED] },
  async (guest) => {
    const { page, other, account: first } = guest
    await enter(guest)
    await press(page, home.signOut)
    await seeHeading(page, signOut.doneTitle)
    await page.goto('/sign-in')
    await meta(guest).switchAccounts([other.address])
    await press(page, signIn.continueAs)
    await arriveAt(page, '/home')
    await page.goto('/wallets/add')
    await meta(guest).switchAccounts([other.address])
    await press(page, wallets.confirm)
    await confirm(page)
    await meta(guest).switchAccounts([first.address])
    await press(page, wallets.signNew)
    await see(page, wordsForProblem('wallet_in_use', '').title)
    assert.equal((await main(page).textContent())?.includes(other.address), false)
  },
)

stage.play('renames a wallet, and refuses names that deceive', { wallets: [PERMITTED] }, async (guest) => {
  const { page } = guest
  await enter(guest, '/wallets')
  await press(page, wallets.renameOf('MetaMask'))
  const renaming = dialog(page, wallets.renameTitle)
  await renaming.getByLabel(wallets.name).fill('Pay\u{202e}pal')
  await renaming.getByRole('button', { name: wallets.save }).click()
  await renaming.getByText(wallets.nameRefused(32)).waitFor()
  await renaming.getByLabel(wallets.name).fill('Everyday')
  await page.keyboard.press('Enter')
  await renaming.waitFor({ state: 'hidden' })
  await row(page, 'Everyday').waitFor()
  assert.equal(guest.calls.filter((call) => call.startsWith('PATCH /api/me/wallets')).length, 1)
})

stage.play(
  'a wallet removed by another waits three days and can be kept; removed by itself it goes at once',
  { wallets: [PERMITTED] },
  async (guest) => {
    const { page, account: first, other } = guest
    await enter(guest)
    await addOther(guest, 'Ledger')
    ageWallets()
    await page.goto('/wallets')
    await press(page, wallets.makeMainOf('Ledger'))
    await row(page, 'Ledger').getByText(wallets.main, { exact: true }).waitFor()

    await press(page, wallets.removeOf('MetaMask'))
    await dialog(page, wallets.removeTitle).getByRole('button', { name: wallets.remove, exact: true }).click()
    await meta(guest).switchAccounts([other.address])
    await see(page, stepUp.removesLater)
    await confirm(page)
    await row(page, 'MetaMask').getByText(wallets.removingUntil).waitFor()
    await press(page, wallets.keepOf('MetaMask'))
    await row(page, 'MetaMask').getByText(wallets.removingUntil).waitFor({ state: 'detached' })

    await page.getByRole('link', { name: 'Ledger', exact: true }).click()
    await seeHeading(page, 'Ledger')
    await press(page, wallets.removeOf('Ledger'))
    await dialog(page, wallets.removeTitle).getByRole('button', { name: account.cancel, exact: true }).click()
    await press(page, wallets.removeOf('Ledger'))
    await dialog(page, wallets.removeTitle).getByRole('button', { name: wallets.remove, exact: true }).click()
    await meta(guest).switchAccounts([other.address])
    await see(page, stepUp.removesAtOnce)
    await confirm(page)
    await arriveAt(page, '/wallets')
    await see(page, wallets.only)
    assert.deepEqual(await addresses(page), [first.address])
    await until(
      () =>
        main(page)
          .getByRole('button', { name: wallets.removeOf('MetaMask') })
          .count(),
      (count) => count === 0,
      'the last wallet cannot be removed',
    )
  },
)
