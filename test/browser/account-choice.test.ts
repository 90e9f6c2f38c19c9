import assert from 'node:assert/strict'
import { shortAddress } from '@countersign/contract/family/short-address.ts'
import type { Page } from 'playwright-core'
import { checkAccessibility } from '../support/browser/accessibility.ts'
import { accountButton, accountChoice, chooseWallet, walletOfFamilies } from '../support/browser/choose-wallet.ts'
import { BACKPACK, PHANTOM, PHANTOM_FAMILIES, XVERSE } from '../support/browser/family-wallets.ts'
import { expectFocus, tabTo } from '../support/browser/keyboard.ts'
import { setUpSuite } from '../support/browser/suite.ts'
import { METAMASK, main, waitForPath } from '../support/browser/test-user.ts'
import { DESKTOP, expectInView, PHONE } from '../support/browser/viewport.ts'
import { signIn } from '../support/browser/words.ts'
import { until } from '../support/until.ts'

const suite = setUpSuite({ DEMO_WALLET: 'off' })
const wallets = { wallets: [METAMASK, PHANTOM], families: [BACKPACK, ...PHANTOM_FAMILIES, XVERSE] }

const phantom = (page: Page) => walletOfFamilies(page, 'Phantom')
const listed = (page: Page) => main(page).getByRole('list', { name: signIn.walletsLabel }).getByRole('button')

/** Where the wallets are that are above the choice and the wallet itself. */
async function readPositions(page: Page): Promise<(number | undefined)[]> {
  const buttons = [main(page).getByRole('button', { name: METAMASK.name }), phantom(page)]
  return Promise.all(buttons.map(async (button) => (await button.boundingBox())?.y))
}

suite.testInBrowser('asks by keyboard which account of a wallet to use', wallets, async (user) => {
  const { page } = user
  await page.goto('/sign-in')
  await phantom(page).waitFor()
  await until(
    () => listed(page).count(),
    (count) => count === 4,
    'all wallets',
  )
  await tabTo(page, phantom(page))
  const before = await readPositions(page)
  await page.keyboard.press('Enter')
  await expectFocus(accountButton(page, 'Ethereum'))
  assert.deepEqual(await readPositions(page), before, 'nothing above the choice moves')
  assert.equal(await phantom(page).getAttribute('aria-expanded'), 'true')
  await page.keyboard.press('Escape')
  await expectFocus(phantom(page))
  assert.equal(await accountChoice(page).count(), 0)
  assert.deepEqual(await user.wallet(PHANTOM.rdns).calledMethods(), [], 'the wallet was not asked')

  await page.keyboard.press('Enter')
  await expectFocus(accountButton(page, 'Ethereum'))
  await tabTo(page, accountButton(page, 'Solana'))
  await page.keyboard.press('Enter')
  await waitForPath(page, '/home')
  await main(page).getByText(shortAddress(user.families.solana.address)).first().waitFor()
})

suite.testInBrowser('shows every account on computers and phones', wallets, async ({ page }) => {
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size)
    await page.goto('/sign-in')
    await phantom(page).click()
    await expectInView(accountButton(page, 'Bitcoin'), `the last account at ${size.width} px`)
  }
})

suite.testInBrowser('offers the account that was used last first', wallets, async ({ page, context }) => {
  await page.goto('/sign-in')
  await chooseWallet(page, 'Phantom', 'Bitcoin')
  await waitForPath(page, '/home')
  await context.clearCookies()
  await page.goto('/sign-in')
  await until(
    () => phantom(page).locator('.family-mark').count(),
    (count) => count === 3,
    'all accounts',
  )
  await phantom(page).click()
  await accountChoice(page).waitFor()
  const expected = [
    `${signIn.accountOn('Bitcoin')}\n${signIn.recent}`,
    signIn.accountOn('Ethereum'),
    signIn.accountOn('Solana'),
  ]
  await until(
    () => accountChoice(page).getByRole('button').allInnerTexts(),
    (texts) => texts.join() === expected.join(),
    'the account used last first',
  )
  await expectFocus(accountButton(page, 'Bitcoin'))
})

suite.testInBrowser(
  'asks one wallet in its only button too',
  { ...wallets, wallets: [PHANTOM], families: PHANTOM_FAMILIES },
  async ({ page, families }) => {
    await page.goto('/sign-in')
    await walletOfFamilies(page, signIn.continueWith('Phantom')).click()
    await expectFocus(accountButton(page, 'Ethereum'))
    await checkAccessibility(page, 'the choice of an account of the only wallet')
    await accountButton(page, 'Bitcoin').click()
    await waitForPath(page, '/home')
    await main(page).getByText(shortAddress(families.bitcoin.address)).first().waitFor()
  },
)
