import assert from 'node:assert/strict'
import { shortAddress } from '@countersign/contract/family/short-address.ts'
import { RESTORE_PROBE_MS } from '@countersign/contract/limits.ts'
import type { Page } from 'playwright-core'
import { checkAccessibility } from '../../support/browser/accessibility/accessibility.ts'
import { expectFocus } from '../../support/browser/accessibility/keyboard.ts'
import { accountMenu, chooseInAccountMenu } from '../../support/browser/account-menu.ts'
import { dialog } from '../../support/browser/dialog.ts'
import { navigateInPage } from '../../support/browser/navigate.ts'
import { setUpSuite } from '../../support/browser/suite.ts'
import {
  clickButton,
  expectHeading,
  expectStatus,
  expectText,
  METAMASK,
  main,
  RABBY,
  type TestUser,
  waitForPath,
} from '../../support/browser/test-user.ts'
import { chip, home, notices, signIn, account as words } from '../../support/browser/words.ts'
import { until } from '../../support/until.ts'

const suite = setUpSuite({ DEMO_WALLET: 'off' })
const metaMask = (user: TestUser) => user.wallet('io.metamask')
const LATER = 'scriptedWallets["io.metamask"]'

/** The test decides when the wallet's time is up: the page may need longer to come up. */
const HOLD_LIMIT = `{
  const real = setTimeout
  window.setTimeout = (work, ms, ...rest) => (ms === ${RESTORE_PROBE_MS} ? ((timeIsUp = work), 0) : real(work, ms, ...rest))
}`

/** Loads the page anew with the wallet changed by this script. */
async function reloadWith({ page }: TestUser, script: string): Promise<void> {
  await page.addInitScript(script)
  await page.reload()
}

async function expectSignedIn({ page }: TestUser, { address }: { address: string }): Promise<void> {
  await expectHeading(page, home.heading)
  await until(
    () => main(page).textContent(),
    (text) => text?.includes(address) === true,
    'the account of the session',
  )
}

/** The page never hears of any wallet. */
const UNINSTALL = "addEventListener('eip6963:announceProvider', (event) => event.stopImmediatePropagation(), true)"

/** A wallet that connects by itself is a question, never a signature. */
async function openSignInConnected(user: TestUser): Promise<void> {
  const { page, account } = user
  await page.goto('/sign-in')
  await main(page)
    .getByRole('button', { name: /MetaMask/ })
    .waitFor()
  await metaMask(user).permit(true)
  await metaMask(user).emit('accountsChanged', [account.address])
  await expectHeading(page, signIn.connectedTitle)
  await expectText(page, shortAddress(account.address))
  assert.ok(!(await metaMask(user).calledMethods()).includes('personal_sign'))
  await clickButton(page, signIn.anotherWallet)
  await clickButton(page, /MetaMask/)
  await waitForPath(page, '/home')
  await expectStatus(page, chip.connected)
  await expectSignedIn(user, account)
}

async function keepsOnAnotherNetwork(user: TestUser): Promise<void> {
  const { page } = user
  // The rest of the page is what the server tells, and arrives when it arrives.
  const readShownPerson = () => main(page).locator('.home-who').textContent()
  const before = await readShownPerson()
  await metaMask(user).switchChain(137)
  await metaMask(user).switchChain(999_999)
  await expectStatus(page, chip.connected)
  assert.equal(await readShownPerson(), before)
  assert.equal(await main(page).getByText(home.mismatch).count(), 0)
  assert.equal(new URL(page.url()).pathname, '/home')
}

async function keepsWhenTheWorkerRestarts(user: TestUser): Promise<void> {
  const countAccountReads = async () =>
    (await metaMask(user).calledMethods()).filter((method) => method === 'eth_accounts').length
  const before = await countAccountReads()
  await metaMask(user).emit('disconnect', { code: 1013, message: 'Disconnected from chain. Attempting to connect.' })
  await until(countAccountReads, (times) => times > before, 'the accounts are read again')
  await expectStatus(user.page, chip.connected)
}

async function keepsWithAnotherAccount(user: TestUser): Promise<void> {
  const { page, account, other } = user
  await metaMask(user).switchAccounts([other.address])
  await expectText(page, home.mismatch)
  await expectText(page, shortAddress(other.address))
  await expectStatus(page, chip.connected)
  await expectSignedIn(user, account)
  await checkAccessibility(page, 'home with another account')
  for (const place of ['/sessions', '/settings', '/home']) {
    await navigateInPage(page, place)
    await expectText(page, home.mismatch)
  }
  await clickButton(page, home.dismiss)
  await until(
    () => main(page).getByText(home.mismatch).count(),
    (times) => times === 0,
    'the banner goes',
  )
  assert.ok(!user.calls.includes('DELETE /api/session'))
}

const menuButton = (page: Page) => accountMenu(page).locator('summary')

/** From the menu, which is closed then and cannot take the focus back to its entry. */
async function cancelsAfterFailure(user: TestUser): Promise<void> {
  const { page } = user
  const connectDialog = dialog(page, words.reconnect)
  const failure = { code: -32603, message: 'Internal error' }
  await metaMask(user).answer('wallet_requestPermissions', failure)
  await metaMask(user).answer('eth_requestAccounts', failure)
  await chooseInAccountMenu(page, words.reconnect)
  await connectDialog.getByRole('button', { name: signIn.anotherWallet, exact: true }).waitFor()
  await connectDialog.getByRole('button', { name: words.cancel, exact: true }).click()
  await expectFocus(menuButton(page))
  assert.equal(await accountMenu(page).getAttribute('open'), null)
  await metaMask(user).answer('wallet_requestPermissions', 'ask')
  await metaMask(user).answer('eth_requestAccounts', 'approve')
}

/** The status is a button: the wallet is asked again, and its answer changes nothing about the session. */
async function reconnects(user: TestUser): Promise<void> {
  const { page, account } = user
  const name = `${chip.disconnected}: ${words.reconnect}`
  const status = page.getByRole('banner').getByRole('button', { name, exact: true })
  const connectDialog = dialog(page, words.reconnect)
  await metaMask(user).answer('wallet_requestPermissions', 'ask')
  await status.click()
  await connectDialog.getByText(signIn.opening('MetaMask')).waitFor()
  await checkAccessibility(page, 'reconnecting a wallet')
  await metaMask(user).reject({ code: 4001, message: 'User rejected the request.' })
  await connectDialog.getByText(signIn.opening('MetaMask')).waitFor({ state: 'detached' }) // until then, Cancel is for the request
  await connectDialog.getByRole('button', { name: words.cancel, exact: true }).click()
  await expectFocus(status)
  await cancelsAfterFailure(user)
  await status.click()
  await metaMask(user).approve()
  await connectDialog.waitFor({ state: 'detached' })
  await expectStatus(page, chip.connected)
  await expectFocus(menuButton(page)) // the status is no button anymore
  await expectSignedIn(user, account)
  assert.ok(!(await metaMask(user).calledMethods()).includes('personal_sign'))
  assert.ok(!user.calls.includes('DELETE /api/session'))
}

/** Restored from the recent wallet alone, and given up when that is silent or locked. */
async function restoresOnReload(user: TestUser): Promise<void> {
  const { page, account } = user
  await reloadWith(user, `${LATER}.permit(true); ${LATER}.answer('eth_accounts', 'ask'); ${HOLD_LIMIT}`)
  await expectSignedIn(user, account)
  await expectStatus(page, chip.reconnecting)
  await metaMask(user).answer('eth_accounts', 'approve')
  await metaMask(user).approve()
  await expectStatus(page, chip.connected)
  assert.ok(!(await metaMask(user).calledMethods()).some((method) => /request|sign/i.test(method)))
  assert.deepEqual(await user.wallet('io.rabby').calledMethods(), [])

  await page.reload()
  await expectStatus(page, chip.reconnecting)
  await expectSignedIn(user, account)
  await page.evaluate('timeIsUp()')
  await expectStatus(page, chip.disconnected)
  await expectSignedIn(user, account)

  await reloadWith(user, `${LATER}.answer('eth_accounts', 'approve'); ${LATER}.permit(false)`)
  await expectStatus(page, chip.disconnected)
  await expectSignedIn(user, account)
  await expectText(page, home.detached)
  await reconnects(user)
  await metaMask(user).emit('disconnect', { code: 1011, message: 'Disconnected. Page reload required.' })
  await expectStatus(page, chip.disconnected)
  await expectSignedIn(user, account)
}

suite.testInBrowser(
  'follows and restores the wallet, drops it when it is silent, locked or uninstalled, and keeps the session',
  { wallets: [METAMASK, { ...RABBY, permitted: true, answers: { eth_accounts: 'hang' } }] },
  async (user) => {
    const { page, account } = user
    await openSignInConnected(user)
    await keepsOnAnotherNetwork(user)
    await keepsWhenTheWorkerRestarts(user)
    await keepsWithAnotherAccount(user)
    await restoresOnReload(user)

    await reloadWith(user, UNINSTALL)
    await expectStatus(page, chip.disconnected)
    await expectSignedIn(user, account)
    await user.context.clearCookies()
    await page.goto('/sign-in')
    await expectText(page, signIn.none.title)
    await expectText(page, notices.wallet_missing('MetaMask'))
  },
)
