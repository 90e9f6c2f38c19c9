import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { stepUp } from '../../../web/src/words/account/step-up.ts'
import { wallets } from '../../../web/src/words/account/wallets.ts'
import { checkAccessibility } from '../../support/browser/accessibility/accessibility.ts'
import { chooseAccount } from '../../support/browser/choose-wallet.ts'
import { dialog as dialogOf } from '../../support/browser/dialog.ts'
import { openAccountPage } from '../../support/browser/open-account-page.ts'
import { setUpSuite } from '../../support/browser/suite.ts'
import {
  clickButton,
  expectHeading,
  expectPoliteMessage,
  expectStatus,
  expectText,
  main,
  waitForChallenge,
  waitForPath,
} from '../../support/browser/test-user.ts'
import { account, chip, home, notices, signIn, signOut } from '../../support/browser/words.ts'
import { until } from '../../support/until.ts'

const NAME = 'Demo wallet'
const CONNECT = 'Connect to this site?'
const SIGN = 'Sign this message?'

const demoDialog = (page: Page, title: string) => page.getByRole('dialog', { name: title })
const answerDialog = (page: Page, title: string, name: string) =>
  demoDialog(page, title).getByRole('button', { name, exact: true }).click()

const readFocusedText = (page: Page) => page.evaluate<string>('document.activeElement?.textContent?.trim() ?? ""')

const expectFocusOn = (page: Page, heading: string) =>
  until(
    () => readFocusedText(page),
    (text) => text === heading,
    `the focus is on the heading ${heading}`,
  )

/** Presses Tab until the control with this text has the focus, as a person without a mouse does, and uses it. */
async function tabTo(page: Page, text: string, key = 'Enter'): Promise<void> {
  const inWindow = 'document.activeElement?.shadowRoot?.activeElement?.textContent?.trim()'
  for (let presses = 0; presses < 40; presses++) {
    const name = (await page.evaluate<string | undefined>(inWindow)) ?? (await readFocusedText(page))
    if (name === text) return page.keyboard.press(key)
    await page.keyboard.press('Tab')
  }
  assert.fail(`Tab never reaches "${text}"`)
}

/** The address the window shows. */
async function shownAccount(page: Page, title: string): Promise<string> {
  const text = (await demoDialog(page, title).textContent()) ?? ''
  return /0x[0-9a-fA-F]{40}/.exec(text)?.[0] ?? ''
}

async function changeAccount(page: Page): Promise<string> {
  const first = await shownAccount(page, CONNECT)
  await answerDialog(page, CONNECT, 'New account')
  return until(
    () => shownAccount(page, CONNECT),
    (account) => account !== first && account !== '',
    'a new account',
  )
}

const suite = setUpSuite()

suite.testInBrowser(
  'the demo wallet works by keyboard, switches accounts, signs the message both windows show, and is restored',
  {},
  async (user) => {
    const { page } = user
    await page.goto('/sign-in')
    await expectText(page, signIn.demoNote)
    await clickButton(page, signIn.continueWith(NAME))
    await answerDialog(page, CONNECT, 'Reject')
    await expectText(page, notices.declined_connect(NAME))

    await tabTo(page, signIn.continueWith(NAME))
    await demoDialog(page, CONNECT).getByText(suite.product.origin, { exact: true }).waitFor()
    await demoDialog(page, CONNECT).getByText('protects nothing').waitFor()
    const chosen = await changeAccount(page)
    await checkAccessibility(page, 'the demo wallet asks to connect')
    await tabTo(page, 'Approve')

    await demoDialog(page, SIGN).locator('pre').waitFor()
    const message = await demoDialog(page, SIGN).locator('pre').textContent()
    assert.equal(message, await main(page).locator('pre').textContent())
    assert.equal(message?.split('\n')[1], chosen)
    await checkAccessibility(page, 'the demo wallet asks for a signature')
    await page.keyboard.press('Escape')
    await expectPoliteMessage(page, notices.declined_signature(NAME))

    await clickButton(page, signIn.continueAs)
    await answerDialog(page, SIGN, 'New account')
    await expectHeading(page, signIn.connectedTitle)
    await expectText(page, notices.account_changed)
    assert.ok(!user.calls.includes('POST /api/sessions'))

    await clickButton(page, signIn.continueAs)
    const last = await shownSigner(page)
    assert.notEqual(last, chosen)
    await tabTo(page, 'Approve and sign')
    await waitForPath(page, '/home')
    await expectFocusOn(page, home.heading)
    await until(
      () => main(page).textContent(),
      (text) => text?.includes(last) === true,
      'its account is signed in',
    )
    await page.reload()
    await expectStatus(page, chip.connected)
    assert.equal(await page.getByRole('dialog').count(), 0)
    await addAccount(page)

    await openAccountPage(page, account.nav.home)
    await expectFocusOn(page, home.heading)
    await tabTo(page, account.signOut, 'Space')
    await expectFocusOn(page, signOut.doneTitle)
  },
)

suite.testInBrowser(
  'the demo wallet signs in with Solana in one prompt and with Bitcoin in two, and is restored in the same family',
  {},
  async (user) => {
    const { page, context } = user
    // Without a challenge, the wallet is asked to connect first.
    await waitForChallenge(page, () => page.goto('/sign-in'))
    await chooseAccount(page, 'Solana')
    const solana = await shownSigner(page)
    await demoDialog(page, SIGN).getByText('Solana account', { exact: true }).waitFor()
    await answerDialog(page, SIGN, 'Approve and sign')
    await expectAccount(page, solana)
    await page.reload()
    await expectStatus(page, chip.connected)
    await expectAccount(page, solana)

    await context.clearCookies()
    await page.evaluate('localStorage.removeItem("cs.recent")')
    await page.goto('/sign-in')
    await chooseAccount(page, 'Bitcoin')
    await answerDialog(page, CONNECT, 'Approve')
    const bitcoin = await shownSigner(page)
    assert.match(bitcoin, /^bc1q/)
    await answerDialog(page, SIGN, 'Approve and sign')
    await expectAccount(page, bitcoin)
    await page.reload()
    await expectStatus(page, chip.connected)
    assert.equal(await page.getByRole('dialog').count(), 0)
  },
)

async function expectAccount(page: Page, address: string): Promise<void> {
  await waitForPath(page, '/home')
  await until(
    () => main(page).textContent(),
    (text) => text?.includes(address) === true,
    'its account is signed in',
  )
}

/** The account in the message that waits for a signature. */
async function shownSigner(page: Page): Promise<string> {
  const message = await demoDialog(page, SIGN).locator('pre').textContent()
  return message?.split('\n')[1] ?? ''
}

/**
 * The window of the demo wallet stands above the dialog that asks for it. It shares every account it has: one that is
 * not linked yet is offered at once, and the linked one confirms without a switch.
 */
async function addAccount(page: Page): Promise<void> {
  await openAccountPage(page, account.nav.wallets)
  await page.getByRole('link', { name: wallets.add, exact: true }).click()
  await main(page).getByRole('button', { name: wallets.signNew }).waitFor()
  await clickButton(page, signIn.anotherAccount)
  await answerDialog(page, CONNECT, 'New account')
  await answerDialog(page, CONNECT, 'Approve')
  await clickButton(page, wallets.signNew)
  const added = await shownSigner(page)
  await answerDialog(page, SIGN, 'Approve and sign')
  const stepUpDialog = dialogOf(page, stepUp.title)
  await stepUpDialog.getByRole('button', { name: stepUp.sign }).click()
  await demoDialog(page, SIGN).getByText(`add a wallet (${added})`).waitFor()
  await page.keyboard.press('Escape')
  await expectText(page, stepUp.declined(NAME))
  await stepUpDialog.getByRole('button', { name: stepUp.sign }).click()
  await answerDialog(page, SIGN, 'Approve and sign')
  await expectHeading(page, wallets.addedTitle)
  await page.getByRole('link', { name: wallets.toWallets, exact: true }).click()
  await page.getByRole('main').getByRole('article').nth(1).waitFor()
  assert.equal(await page.getByRole('main').getByRole('article').count(), 2)
  assert.equal(await main(page).getByText(wallets.accountOn('Ethereum'), { exact: true }).count(), 2)
}
