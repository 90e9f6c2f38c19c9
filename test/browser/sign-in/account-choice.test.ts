/** Which account of a wallet of several chain families signs in. */

import assert from 'node:assert/strict'
import { shortAddress } from '@countersign/contract/family/short-address.ts'
import type { Page } from 'playwright-core'
import { checkPart } from '../../support/browser/accessibility/accessibility.ts'
import { expectFocus, tabTo } from '../../support/browser/accessibility/keyboard.ts'
import { DESKTOP, expectInView, PHONE } from '../../support/browser/accessibility/viewport.ts'
import { accountButton, accountChoice, otherAccounts, walletButton } from '../../support/browser/choose-wallet.ts'
import { countSignIns, expectSignedIn } from '../../support/browser/family-sign-in.ts'
import { BACKPACK, METAMASK_SOLANA, PHANTOM, PHANTOM_FAMILIES, XVERSE } from '../../support/browser/family-wallets.ts'
import { setUpSuite } from '../../support/browser/suite.ts'
import {
  clickButton,
  expectHeading,
  METAMASK,
  main,
  type TestUser,
  waitForPath,
} from '../../support/browser/test-user.ts'
import { signIn } from '../../support/browser/words.ts'
import { until } from '../../support/until.ts'
import { METAMASK_13 } from '../../support/wallets/metamask.ts'

const suite = setUpSuite({ DEMO_WALLET: 'off' })
const wallets = { wallets: [METAMASK, PHANTOM], families: [BACKPACK, METAMASK_SOLANA, ...PHANTOM_FAMILIES, XVERSE] }

const link = (page: Page) => otherAccounts(page, 'Solana', 'Bitcoin')
const listed = (page: Page) => main(page).getByRole('list', { name: signIn.walletsLabel }).getByRole('button')

/** On the page: the focus may scroll it. */
async function readPositions(page: Page): Promise<number[]> {
  const scrolled = await page.evaluate<number>('scrollY')
  return Promise.all((await listed(page).all()).map(async (row) => ((await row.boundingBox())?.y ?? 0) + scrolled))
}

async function waitForWallets(page: Page): Promise<void> {
  await link(page).waitFor()
  await until(
    () => listed(page).count(),
    (count) => count === 4,
    'all wallets',
  )
}

suite.testInBrowser('offers the other accounts of all wallets beneath them, by keyboard', wallets, async (user) => {
  const { page } = user
  await page.goto('/sign-in')
  await waitForWallets(page)
  await tabTo(page, link(page))
  const before = await readPositions(page)
  await page.keyboard.press('Enter')
  await expectFocus(accountButton(page, 'Solana', 'MetaMask'))
  assert.deepEqual(await readPositions(page), before, 'no wallet moves')
  assert.equal(await link(page).getAttribute('aria-expanded'), 'true')
  await page.keyboard.press('Escape')
  await expectFocus(link(page))
  assert.equal(await accountChoice(page).count(), 0)
  assert.deepEqual(await user.wallet(PHANTOM.rdns).calledMethods(), [], 'the wallet was not asked')

  await page.keyboard.press('Enter')
  await tabTo(page, accountButton(page, 'Solana', 'Phantom'))
  await page.keyboard.press('Enter')
  await expectSignedIn(user, user.families.solana.address)
  assert.deepEqual(await user.wallet(METAMASK_SOLANA.id).calledMethods(), [])
})

suite.testInBrowser('shows every account on computers and phones', wallets, async ({ page }) => {
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size)
    await page.goto('/sign-in')
    await waitForWallets(page)
    await link(page).click()
    await accountButton(page, 'Bitcoin', 'Phantom').scrollIntoViewIfNeeded()
    await expectInView(accountButton(page, 'Bitcoin', 'Phantom'), `the last account at ${size.width} px`)
  }
})

suite.testInBrowser(
  'uses the account that was used last',
  { wallets: [PHANTOM], families: PHANTOM_FAMILIES },
  async ({ page, context, families }) => {
    await page.goto('/sign-in')
    await link(page).click()
    await checkPart(page, 'the other accounts of the only wallet')
    await accountButton(page, 'Bitcoin').click()
    await waitForPath(page, '/home')
    await context.clearCookies()
    await page.goto('/sign-in')
    await otherAccounts(page, 'Ethereum', 'Solana').waitFor()
    await walletButton(page, 'Phantom').click()
    await waitForPath(page, '/home')
    await main(page).getByText(shortAddress(families.bitcoin.address)).first().waitFor()
  },
)

/** The requests that open a window of MetaMask, in any of its families. */
async function readPrompts(user: TestUser): Promise<string[]> {
  const called = await Promise.all(['io.metamask', METAMASK_SOLANA.id].map((id) => user.wallet(id).calledMethods()))
  return called
    .flat()
    .filter((method) => /^(wallet_requestPermissions|personal_sign|standard:connect|solana:signIn)$/.test(method))
}

suite.testInBrowser(
  'MetaMask signs in with one click and two approvals, then with one, and with Solana by one link',
  { wallets: [METAMASK_13], families: [METAMASK_SOLANA] },
  async (user) => {
    const { page, context, account, families } = user
    await page.goto('/sign-in')
    await otherAccounts(page, 'Solana').waitFor()
    await clickButton(page, signIn.continueWith('MetaMask'))
    await expectSignedIn(user, account.address)
    assert.deepEqual(await readPrompts(user), ['wallet_requestPermissions', 'personal_sign'])

    await page.addInitScript('scriptedWallets["io.metamask"].permit(true)')
    await context.clearCookies()
    await page.goto('/sign-in')
    await expectHeading(page, signIn.connectedTitle)
    await clickButton(page, signIn.continueAs)
    await expectSignedIn(user, account.address)
    assert.deepEqual(await readPrompts(user), ['personal_sign'])

    await context.clearCookies()
    await page.goto('/sign-in')
    await clickButton(page, signIn.anotherWallet)
    await otherAccounts(page, 'Solana').click()
    await expectSignedIn(user, families.solana.address)
    assert.deepEqual(await readPrompts(user), ['standard:connect', 'solana:signIn'])
    assert.equal(countSignIns(user), 3)
  },
)
