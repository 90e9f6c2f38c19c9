import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { stepUp, wallets } from '../../web/src/words/own.ts'
import { wordsForProblem } from '../../web/src/words/problems.ts'
import { inspect } from '../support/browser/accessibility.ts'
import { confirm, dialog, enter, meta, PERMITTED, setAccountStage } from '../support/browser/account-suite.ts'
import { openPlace } from '../support/browser/open-account-page.ts'
import { signInElsewhere } from '../support/browser/open-signed-in.ts'
import { arriveAt, type Guest, main, press, see, seeHeading, seeStatus } from '../support/browser/test-user.ts'
import { account, chip, home } from '../support/browser/words.ts'
import { newAccount } from '../support/server/http-browser.ts'
import { until } from '../support/until.ts'

const { stage, ageWallets } = setAccountStage()

const rows = (page: Page) => main(page).getByRole('article')
const row = (page: Page, name: string) =>
  rows(page).filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })

/** Addresses are written in groups, and read without them. */
async function addresses(page: Page): Promise<string[]> {
  const texts = await rows(page).locator('.address').allTextContents()
  return texts.map((text) => text.replaceAll(/\s/g, ''))
}

/** Cancels, shows an account that is not linked and declines before the linked wallet signs. */
async function confirmAtLast(guest: Guest): Promise<void> {
  const { page, account: first } = guest
  await dialog(page, stepUp.title).getByText(stepUp.about('wallet.add')).waitFor()
  const signed = guest.messages.length
  await press(page, stepUp.cancel)
  await see(page, stepUp.notConfirmed)
  assert.equal(guest.messages.length, signed)
  await inspect(page, 'a new wallet that is not confirmed')

  await press(page, wallets.confirm)
  await see(page, stepUp.switchTo('MetaMask'))
  const own = page.getByRole('list', { name: stepUp.yours }).getByRole('listitem')
  assert.deepEqual(await own.locator('.address').evaluateAll((all) => all.map(({ title }) => title)), [first.address])
  assert.equal(await page.getByRole('button', { name: stepUp.sign }).count(), 0)
  await inspect(page, 'a step-up with another account')
  await meta(guest).switchAccounts([first.address])
  await meta(guest).answer('personal_sign', { code: 4001, message: 'User rejected the request.' })
  await press(page, stepUp.sign)
  await see(page, stepUp.declined('MetaMask'))
  await meta(guest).answer('personal_sign', 'approve')
  await confirm(page)
}

async function addLedger(guest: Guest): Promise<void> {
  const { page, account: first, other } = guest
  await see(page, wallets.mineTitle('MetaMask'))
  assert.equal(await main(page).getByRole('button', { name: wallets.signNew }).count(), 0)
  const taken = await offerWalletOfAnother(guest)
  await page.getByLabel(wallets.label).fill('Ledger')
  await meta(guest).switchAccounts([other.address])
  await press(page, wallets.signNew)
  await confirmAtLast(guest)
  await seeHeading(page, wallets.addedTitle)
  await inspect(page, 'a wallet was added')
  await page.getByRole('link', { name: wallets.toWallets, exact: true }).click()
  await row(page, 'Ledger').waitFor()
  assert.deepEqual(await addresses(page), [first.address, other.address])
  await meta(guest).switchAccounts([other.address])
  const statements = guest.messages.map((message) => message.split('\n')[3]?.split('.')[0])
  assert.deepEqual(statements.slice(1), [
    'Add this wallet to your Countersign account',
    `Confirm a change to your Countersign account: add a wallet (${taken})`,
    'Add this wallet to your Countersign account',
    `Confirm a change to your Countersign account: add a wallet (${other.address})`,
  ])
}

/** It is refused without naming its owner, once a linked wallet has confirmed it. */
async function offerWalletOfAnother(guest: Guest): Promise<string> {
  const { page, account: first } = guest
  const taken = newAccount()
  const owner = await signInElsewhere(stage, taken)
  const named = { method: 'PATCH', path: '/api/me', body: { displayName: 'Zelda' }, headers: { 'if-match': '"1"' } }
  assert.equal((await owner.call(named)).status, 200)
  guest.signAs(taken)
  await meta(guest).switchAccounts([taken.address])
  await main(page).getByRole('button', { name: wallets.signNew }).waitFor()
  await inspect(page, 'adding a new wallet')
  await press(page, wallets.signNew)
  await see(page, stepUp.switchTo('MetaMask'))
  guest.signAs(undefined)
  await meta(guest).switchAccounts([first.address])
  await confirm(page)
  await see(page, wordsForProblem('wallet_in_use', '').title)
  assert.equal((await main(page).textContent())?.includes('Zelda'), false)
  await inspect(page, 'a wallet of another account')
  await press(page, wallets.restart)
  return taken.address
}

async function renameFirst(guest: Guest): Promise<void> {
  const { page } = guest
  await press(page, wallets.renameOf('MetaMask'))
  const renaming = dialog(page, wallets.renameTitle)
  await renaming.getByLabel(wallets.name).fill('Pay\u{202e}pal')
  await renaming.getByRole('button', { name: wallets.save }).click()
  await renaming.getByText(wallets.nameRefused(32)).waitFor()
  await inspect(page, 'renaming a wallet')
  await renaming.getByLabel(wallets.name).fill('Everyday')
  await page.keyboard.press('Enter')
  await renaming.waitFor({ state: 'hidden' })
  await row(page, 'Everyday').waitFor()
  assert.equal(guest.calls.filter((call) => call.startsWith('PATCH /api/me/wallets')).length, 1)
}

async function removeByAnotherAndKeep(guest: Guest): Promise<void> {
  const { page, account: first, other } = guest
  await meta(guest).switchAccounts([first.address])
  await press(page, wallets.makeMainOf('Ledger'))
  await confirm(page)
  await row(page, 'Ledger').getByText(wallets.main, { exact: true }).waitFor()
  await press(page, wallets.removeOf('Everyday'))
  await dialog(page, wallets.removeTitle).getByRole('button', { name: wallets.remove, exact: true }).click()
  await meta(guest).switchAccounts([other.address])
  await see(page, stepUp.removesLater)
  await confirm(page)
  await row(page, 'Everyday').getByText(wallets.removingUntil).waitFor()
  await inspect(page, 'two wallets')
  await press(page, wallets.keepOf('Everyday'))
  await row(page, 'Everyday').getByText(wallets.removingUntil).waitFor({ state: 'detached' })
}

async function removeByItself(guest: Guest): Promise<void> {
  const { page, account: first } = guest
  await page.getByRole('link', { name: 'Ledger', exact: true }).click()
  await seeHeading(page, 'Ledger')
  await see(page, wallets.rulesTitle)
  await inspect(page, 'a wallet')
  await press(page, wallets.removeOf('Ledger'))
  const asking = dialog(page, wallets.removeTitle)
  await asking.waitFor()
  await inspect(page, 'removing a wallet')
  await asking.getByRole('button', { name: account.cancel, exact: true }).click()
  await press(page, wallets.removeOf('Ledger'))
  await asking.getByRole('button', { name: wallets.remove, exact: true }).click()
  await see(page, stepUp.removesAtOnce)
  await confirm(page)
  await arriveAt(page, '/wallets')
  await see(page, wallets.only)
  assert.deepEqual(await addresses(page), [first.address])
  await until(
    () =>
      main(page)
        .getByRole('button', { name: wallets.removeOf('Everyday') })
        .count(),
    (count) => count === 0,
    'the last wallet cannot be removed',
  )
}

stage.play(
  'adds a second wallet but not one of another account, renames the first, and removes either',
  { wallets: [PERMITTED] },
  async (guest) => {
    const { page, account: first } = guest
    await enter(guest)
    await openPlace(page, account.nav.wallets)
    await see(page, wallets.only)
    await page.getByRole('link', { name: wallets.add, exact: true }).click()
    await seeHeading(page, wallets.addTitle)
    await inspect(page, 'adding a wallet')
    await addLedger(guest)
    await renameFirst(guest)

    ageWallets()
    await openPlace(page, account.nav.home)
    await seeHeading(page, home.heading)
    await see(page, first.address.slice(-4))
    await seeStatus(page, chip.connected)
    assert.equal(await main(page).getByText(home.mismatch).count(), 0)
    await openPlace(page, account.nav.wallets)
    await removeByAnotherAndKeep(guest)
    await removeByItself(guest)
    // The page asks for a signature before it calls.
    assert.deepEqual(stage.read("SELECT data FROM activity WHERE code = 'step_up_required'"), [])
  },
)
