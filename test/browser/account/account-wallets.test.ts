import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { stepUp } from '../../../web/src/words/account/step-up.ts'
import { wallets } from '../../../web/src/words/account/wallets.ts'
import { wordsForProblem } from '../../../web/src/words/problems.ts'
import { checkAccessibility, checkPart } from '../../support/browser/accessibility/accessibility.ts'
import { metaMask, PERMITTED, setUpAccountSuite, signInInBrowser } from '../../support/browser/account-suite.ts'
import { confirmStepUp, dialog } from '../../support/browser/dialog.ts'
import { openAccountPage } from '../../support/browser/open-account-page.ts'
import { signInOnOtherDevice } from '../../support/browser/open-signed-in.ts'
import {
  clickButton,
  expectHeading,
  expectStatus,
  expectText,
  main,
  type TestUser,
  waitForPath,
} from '../../support/browser/test-user.ts'
import { account, chip, home } from '../../support/browser/words.ts'
import { newAccount } from '../../support/server/http-browser.ts'
import { until } from '../../support/until.ts'

const { suite, ageWallets } = setUpAccountSuite()

const rows = (page: Page) => main(page).getByRole('article')
const row = (page: Page, name: string) =>
  rows(page).filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })

/** Addresses are written in groups, and read without them. */
async function readAddresses(page: Page): Promise<string[]> {
  const texts = await rows(page).locator('.address').allTextContents()
  return texts.map((text) => text.replaceAll(/\s/g, ''))
}

/** Cancels, shows an account that is not linked and declines before the linked wallet signs. */
async function confirmAtLast(user: TestUser): Promise<void> {
  const { page, account: first } = user
  await dialog(page, stepUp.title).getByText(stepUp.about('wallet.add')).waitFor()
  const signed = user.messages.length
  await clickButton(page, stepUp.cancel)
  await expectText(page, stepUp.notConfirmed)
  assert.equal(user.messages.length, signed)
  await checkPart(page, 'a new wallet that is not confirmed')

  await clickButton(page, wallets.confirm)
  await expectText(page, stepUp.switchTo('MetaMask'))
  const own = page.getByRole('list', { name: stepUp.yours }).getByRole('listitem')
  assert.deepEqual(await own.locator('.address').evaluateAll((all) => all.map(({ title }) => title)), [first.address])
  assert.equal(await page.getByRole('button', { name: stepUp.sign }).count(), 0)
  await checkPart(page, 'a step-up with another account')
  await metaMask(user).switchAccounts([first.address])
  await metaMask(user).answer('personal_sign', { code: 4001, message: 'User rejected the request.' })
  await clickButton(page, stepUp.sign)
  await expectText(page, stepUp.declined('MetaMask'))
  await metaMask(user).answer('personal_sign', 'approve')
  await confirmStepUp(page)
}

async function addLedger(user: TestUser): Promise<void> {
  const { page, account: first, other } = user
  await expectText(page, wallets.alreadyLinkedTitle('MetaMask'))
  assert.equal(await main(page).getByRole('button', { name: wallets.signNew }).count(), 0)
  const taken = await offerWalletOfAnother(user)
  await page.getByLabel(wallets.label).fill('Ledger')
  await metaMask(user).switchAccounts([other.address])
  await clickButton(page, wallets.signNew)
  await confirmAtLast(user)
  await expectHeading(page, wallets.addedTitle)
  await checkPart(page, 'a wallet was added')
  await page.getByRole('link', { name: wallets.toWallets, exact: true }).click()
  await row(page, 'Ledger').waitFor()
  assert.deepEqual(await readAddresses(page), [first.address, other.address])
  await metaMask(user).switchAccounts([other.address])
  const statements = user.messages.map((message) => message.split('\n')[3]?.split('.')[0])
  assert.deepEqual(statements.slice(1), [
    'Add this wallet to your Countersign account',
    `Confirm this action on Countersign: add a wallet (${taken})`,
    'Add this wallet to your Countersign account',
    `Confirm this action on Countersign: add a wallet (${other.address})`,
  ])
}

/** It is refused without naming its owner, once a linked wallet has confirmed it. */
async function offerWalletOfAnother(user: TestUser): Promise<string> {
  const { page, account: first } = user
  const taken = newAccount()
  const owner = await signInOnOtherDevice(suite, taken)
  const named = { method: 'PATCH', path: '/api/me', body: { displayName: 'Zelda' }, headers: { 'if-match': '"1"' } }
  assert.equal((await owner.call(named)).status, 200)
  user.signAs(taken)
  await metaMask(user).switchAccounts([taken.address])
  await main(page).getByRole('button', { name: wallets.signNew }).waitFor()
  await checkAccessibility(page, 'adding a new wallet')
  await clickButton(page, wallets.signNew)
  await expectText(page, stepUp.switchTo('MetaMask'))
  user.signAs(undefined)
  await metaMask(user).switchAccounts([first.address])
  await confirmStepUp(page)
  await expectText(page, wordsForProblem('wallet_in_use', '').title)
  assert.equal((await main(page).textContent())?.includes('Zelda'), false)
  await checkPart(page, 'a wallet of another account')
  await clickButton(page, wallets.restart)
  return taken.address
}

async function renameFirst(user: TestUser): Promise<void> {
  const { page } = user
  await clickButton(page, wallets.renameOf('MetaMask'))
  const renameDialog = dialog(page, wallets.renameTitle)
  await renameDialog.getByLabel(wallets.name).fill('Pay\u{202e}pal')
  await renameDialog.getByRole('button', { name: wallets.save }).click()
  await renameDialog.getByText(wallets.nameRefused(32)).waitFor()
  await checkPart(page, 'renaming a wallet')
  await renameDialog.getByLabel(wallets.name).fill('Everyday')
  await page.keyboard.press('Enter')
  await renameDialog.waitFor({ state: 'hidden' })
  await row(page, 'Everyday').waitFor()
  assert.equal(user.calls.filter((call) => call.startsWith('PATCH /api/me/wallets')).length, 1)
}

async function removeByAnotherAndKeep(user: TestUser): Promise<void> {
  const { page, account: first, other } = user
  await metaMask(user).switchAccounts([first.address])
  await clickButton(page, wallets.makeMainOf('Ledger'))
  await confirmStepUp(page)
  await row(page, 'Ledger').getByText(wallets.main, { exact: true }).waitFor()
  await clickButton(page, wallets.removeOf('Everyday'))
  await dialog(page, wallets.removeTitle).getByRole('button', { name: wallets.remove, exact: true }).click()
  await metaMask(user).switchAccounts([other.address])
  await expectText(page, stepUp.removesLater)
  await confirmStepUp(page)
  await row(page, 'Everyday').getByText(wallets.removingUntil).waitFor()
  await checkAccessibility(page, 'two wallets')
  await clickButton(page, wallets.keepOf('Everyday'))
  await confirmStepUp(page)
  await row(page, 'Everyday').getByText(wallets.removingUntil).waitFor({ state: 'detached' })
}

async function removeByItself(user: TestUser): Promise<void> {
  const { page, account: first } = user
  await page.getByRole('link', { name: 'Ledger', exact: true }).click()
  await expectHeading(page, 'Ledger')
  await expectText(page, wallets.rulesTitle)
  await checkAccessibility(page, 'a wallet')
  await clickButton(page, wallets.removeOf('Ledger'))
  const confirmation = dialog(page, wallets.removeTitle)
  await confirmation.waitFor()
  await checkPart(page, 'removing a wallet')
  await confirmation.getByRole('button', { name: account.cancel, exact: true }).click()
  await clickButton(page, wallets.removeOf('Ledger'))
  await confirmation.getByRole('button', { name: wallets.remove, exact: true }).click()
  await expectText(page, stepUp.removesAtOnce)
  await confirmStepUp(page)
  await waitForPath(page, '/wallets')
  await expectText(page, wallets.only)
  assert.deepEqual(await readAddresses(page), [first.address])
  await until(
    () =>
      main(page)
        .getByRole('button', { name: wallets.removeOf('Everyday') })
        .count(),
    (count) => count === 0,
    'the last wallet cannot be removed',
  )
}

suite.testInBrowser(
  'adds a second wallet but not one of another account, renames the first, and removes either',
  { wallets: [PERMITTED] },
  async (user) => {
    const { page, account: first } = user
    await signInInBrowser(user)
    await openAccountPage(page, account.nav.wallets)
    await expectText(page, wallets.only)
    await page.getByRole('link', { name: wallets.add, exact: true }).click()
    await expectHeading(page, wallets.add)
    await checkPart(page, 'adding a wallet')
    await addLedger(user)
    await renameFirst(user)

    ageWallets()
    await openAccountPage(page, account.nav.home)
    await expectHeading(page, home.heading)
    await expectText(page, first.address.slice(-4))
    await expectStatus(page, chip.connected)
    assert.equal(await main(page).getByText(home.mismatch).count(), 0)
    await openAccountPage(page, account.nav.wallets)
    await removeByAnotherAndKeep(user)
    await removeByItself(user)
    // The page asks for a signature before it calls.
    assert.deepEqual(suite.read("SELECT data FROM activity WHERE code = 'step_up_required'"), [])
  },
)
