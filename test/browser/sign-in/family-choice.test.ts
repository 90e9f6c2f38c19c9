/** Wallets of several chain families in the list, and wallets of several families in one account. */

import assert from 'node:assert/strict'
import type { Namespace } from '@countersign/contract/family/family.ts'
import type { Page } from 'playwright-core'
import { stepUp } from '../../../web/src/words/account/step-up.ts'
import { wallets } from '../../../web/src/words/account/wallets.ts'
import { wordsForProblem } from '../../../web/src/words/problems.ts'
import { checkAccessibility, checkPart } from '../../support/browser/accessibility/accessibility.ts'
import { activate, expectFocus } from '../../support/browser/accessibility/keyboard.ts'
import {
  accountButton,
  accountChoice,
  chooseAccount,
  chooseWallet,
  otherAccounts,
  walletButton,
} from '../../support/browser/choose-wallet.ts'
import { dialog } from '../../support/browser/dialog.ts'
import { expectSignedIn } from '../../support/browser/family-sign-in.ts'
import { BACKPACK, PHANTOM, PHANTOM_FAMILIES, UNISAT } from '../../support/browser/family-wallets.ts'
import { openAccountPage } from '../../support/browser/open-account-page.ts'
import { setUpSuite } from '../../support/browser/suite.ts'
import {
  clickButton,
  expectHeading,
  expectStatus,
  METAMASK,
  main,
  type TestUser,
  waitForChallenge,
} from '../../support/browser/test-user.ts'
import { account, chip, home, signIn } from '../../support/browser/words.ts'
import { until } from '../../support/until.ts'

const suite = setUpSuite({ DEMO_WALLET: 'off' })
const [PHANTOM_SOLANA, PHANTOM_BITCOIN] = PHANTOM_FAMILIES

const rows = (page: Page) => main(page).getByRole('list', { name: signIn.walletsLabel }).getByRole('button')

suite.testInBrowser(
  'a wallet of three families is one row, its other accounts are one link beneath, by keyboard and by mouse, and it is restored in its family',
  { wallets: [METAMASK, PHANTOM], families: PHANTOM_FAMILIES },
  async (user) => {
    const { page, context, families } = user
    // Without a challenge, the wallet is asked to connect first.
    await waitForChallenge(page, () => page.goto('/sign-in'))
    const link = otherAccounts(page, 'Solana', 'Bitcoin')
    await link.waitFor()
    assert.equal(await rows(page).count(), 2)
    await activate(page, link)
    await expectFocus(accountButton(page, 'Solana'))
    assert.deepEqual(await accountChoice(page).getByRole('button').allTextContents(), [
      signIn.accountOn('Solana'),
      signIn.accountOn('Bitcoin'),
    ])
    await checkAccessibility(page, 'which account')
    await page.keyboard.press('Escape')
    await accountChoice(page).waitFor({ state: 'detached' })
    await expectFocus(link)
    assert.deepEqual(await user.wallet('app.phantom').calledMethods(), [])

    await page.keyboard.press('Enter')
    await activate(page, accountButton(page, 'Solana'))
    await expectSignedIn(user, families.solana.address)
    assert.deepEqual(await user.wallet(PHANTOM_SOLANA?.id ?? '').calledMethods(), ['solana:signIn'])
    assert.deepEqual(await user.wallet(PHANTOM_BITCOIN?.id ?? '').calledMethods(), [])
    assert.deepEqual(await user.wallet('app.phantom').calledMethods(), [])

    await page.addInitScript(`scriptedWallets["${PHANTOM_SOLANA?.id}"].permit(true)`)
    await page.reload()
    await expectStatus(page, chip.connected)
    assert.deepEqual(await user.wallet('app.phantom').calledMethods(), [])

    await context.clearCookies()
    await page.evaluate('localStorage.clear()')
    await page.goto('/sign-in')
    await chooseAccount(page, 'Bitcoin')
    await expectSignedIn(user, families.bitcoin.address)
  },
)

/** The new wallet signs, then the linked one confirms. */
async function addUnisat({ page, families, messages }: TestUser): Promise<void> {
  await openAccountPage(page, account.nav.wallets)
  await page.getByRole('link', { name: wallets.add, exact: true }).click()
  await clickButton(page, signIn.anotherWallet)
  await main(page)
    .getByRole('button', { name: /UniSat/ })
    .click()
  const confirmation = dialog(page, stepUp.title)
  await confirmation.getByText(families.bitcoin.address).first().waitFor()
  const remedy = confirmation.locator('.button.primary')
  assert.equal(await remedy.textContent(), signIn.anotherWallet)
  await remedy.click()
  await confirmation.getByRole('button', { name: /Backpack/ }).click()
  await expectHeading(page, wallets.addedTitle)
  assert.deepEqual(
    messages.slice(-2).map((message) => message.split('\n')[1]),
    [families.bitcoin.address, families.solana.address],
  )
}

suite.testInBrowser(
  'a person with a Solana wallet adds a Bitcoin wallet and confirms it with the Solana wallet',
  { families: [BACKPACK, UNISAT] },
  async (user) => {
    const { page, families } = user
    await page.goto('/sign-in')
    await chooseWallet(page, BACKPACK.name)
    await expectSignedIn(user, families.solana.address)
    await expectHeading(page, home.heading)
    await addUnisat(user)
    await page.getByRole('link', { name: wallets.toWallets, exact: true }).click()
    await main(page).getByRole('article').nth(1).waitFor()
    const shown = (await main(page).textContent())?.replaceAll(/\s/g, '') ?? ''
    assert.ok(shown.includes(families.solana.address) && shown.includes(families.bitcoin.address), shown)
    await checkPart(page, 'wallets of two families')
  },
)

/** What an admin sets as the families that may sign in. */
function allowFamilies(allowed: Namespace[]): void {
  const value = JSON.stringify({ registration: 'open', version: 1, namespaces: allowed })
  suite.change("DELETE FROM setting WHERE key = 'settings'")
  suite.change("INSERT INTO setting (key, value, changed_at) VALUES ('settings', ?, 0)", value)
}

suite.testInBrowser(
  'a family that may not sign in is neither listed nor asked for, and the server refuses it when it was turned off meanwhile',
  { wallets: [METAMASK, PHANTOM], families: [...PHANTOM_FAMILIES, BACKPACK, UNISAT] },
  async (user) => {
    const { page, families } = user
    allowFamilies(['eip155', 'solana'])
    await page.goto('/sign-in')
    await otherAccounts(page, 'Solana').waitFor()
    // Wallets whose code is loaded late follow the others.
    await until(
      async () => (await rows(page).allTextContents()).map((text) => text.slice(0, 7)).sort(),
      (names) => names.join() === 'Backpac,MetaMas,Phantom',
      'the wallets of two families',
    )
    allowFamilies(['eip155'])
    await otherAccounts(page, 'Solana').click()
    await expectHeading(page, wordsForProblem('family_not_allowed', 'Phantom').title)

    await page.goto('/sign-in')
    await walletButton(page, 'Phantom').waitFor()
    assert.equal(await rows(page).count(), 2)
    assert.equal(await otherAccounts(page, 'Solana').count(), 0)
    const find = 'SELECT address FROM wallet WHERE address = ?'
    assert.deepEqual(suite.read(find, families.solana.address), [])
    allowFamilies(['eip155', 'solana', 'bip122'])
  },
)
