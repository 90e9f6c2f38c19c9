/** Base Account, whose window is a page of its own; a stand-in on loopback speaks its protocol, a scripted node checks. */

import assert from 'node:assert/strict'
import { after, describe } from 'node:test'
import { actions } from '@countersign/contract/action.ts'
import type { Page } from 'playwright-core'
import { getAddress } from 'viem'
import { recovery } from '../../../web/src/words/account/settings.ts'
import { stepUp } from '../../../web/src/words/account/step-up.ts'
import { wallets } from '../../../web/src/words/account/wallets.ts'
import { wordsForProblem } from '../../../web/src/words/problems.ts'
import { checkPart } from '../../support/browser/accessibility/accessibility.ts'
import { dialog } from '../../support/browser/dialog.ts'
import { setUpSuiteWith } from '../../support/browser/suite.ts'
import {
  clickButton,
  expectHeading,
  expectPoliteMessage,
  expectText,
  METAMASK,
  main,
  type TestUser,
  waitForChallenge,
  waitForPath,
} from '../../support/browser/test-user.ts'
import { home, notices, signIn } from '../../support/browser/words.ts'
import { startNode } from '../../support/chain/fake-node.ts'
import { connectBaseAccount, popupOf, serveBaseAccountPage } from '../../support/wallets/base-account-page.ts'
import { startWithLibraries } from '../../support/wallets/start-with-libraries.ts'

const NAME = 'Base Account'
const MAGIC = `0x1626ba7e${'0'.repeat(56)}`
const ROW = signIn.continueWith(NAME)

const node = await startNode('0x2105')
node.table.set('eth_getCode', { result: '0x6080' })
node.table.set('eth_call', { result: MAGIC })
const wallet = await serveBaseAccountPage()
after(async () => {
  await wallet.stop()
  await node.die()
})

let contracts = 0
/** The user has an account that is a contract on Base; its owner's key signs for it. */
async function connectContractAccount(user: TestUser): Promise<string> {
  const address = getAddress(`0x${(0xba5e0001 + contracts++).toString(16).padStart(40, '7')}`)
  await connectBaseAccount(user, wallet, address)
  return address
}

/** The library creates a database for keys of its sub accounts, which this page never asks for. */
const COUNT_KEYS = `new Promise((resolve) => {
  const opening = indexedDB.open('base-acc-sdk')
  opening.onsuccess = () => {
    const counting = opening.result.transaction('keys').objectStore('keys').count()
    counting.onsuccess = () => resolve(counting.result)
  }
})`

const waitForMethod = (window: Page, method: string) => window.getByText(method, { exact: true }).waitFor()
type Choice = 'Approve' | 'Connect only' | 'Reject'
const BOTH = 'wallet_connect with signInWithEthereum'

/** The window goes with the answer, often before its click is reported as done; without a click it never goes. */
async function answerPrompt(window: Page, name: Choice): Promise<void> {
  const closeEvent = window.waitForEvent('close')
  window
    .getByRole('button', { name, exact: true })
    .click()
    .catch(() => {})
  await closeEvent
}

/** The sign-in page with its challenge: without one, the wallet is not asked for both at once. */
const openPage = ({ page }: TestUser) => waitForChallenge(page, () => page.goto('/sign-in'))

async function openWindow(user: TestUser): Promise<Page> {
  const window = await popupOf(user, () => clickButton(user.page, ROW))
  await waitForMethod(window, BOTH)
  return window
}

/** What was loaded of the wallet's code. */
function codeOf({ page }: TestUser): string[] {
  const loaded: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/assets/base-account-')) loaded.push(pathname.replace(/-[\w-]{8}\.js$/, ''))
  })
  return loaded
}

const OFFERED = { BASE_ACCOUNT: 'on', BASE_ACCOUNT_URL: wallet.url, DEMO_WALLET: 'off' }

describe('Base Account', () => {
  const { testInBrowser } = setUpSuiteWith(startWithLibraries, { ...OFFERED, RPC_8453: node.url })

  /** Closed before its page is loaded, rejected and canceled: each is a calm no. */
  async function declinePrompts(user: TestUser): Promise<void> {
    const { page, context } = user
    const declined = main(page).getByText(notices.declined_connect(NAME))
    const pages = wallet.url.replace('/connect', '/**')
    await context.route(pages, (route) => route.fulfill({ body: 'not yet' }))
    const early = await popupOf(user, () => clickButton(page, ROW))
    await early.getByText('not yet').waitFor()
    await early.close()
    await declined.waitFor()
    await context.unroute(pages)

    const rejected = await openWindow(user)
    await declined.waitFor({ state: 'hidden' })
    await answerPrompt(rejected, 'Reject')
    await expectPoliteMessage(page, notices.declined_connect(NAME))
    const canceled = await openWindow(user)
    const closeEvent = canceled.waitForEvent('close')
    await waitForChallenge(page, () => clickButton(page, signIn.cancel))
    await closeEvent
    assert.ok(!user.calls.includes('POST /api/sessions'))
  }

  async function openAfterBlocked(user: TestUser): Promise<Page> {
    const { page } = user
    const { title, action } = wordsForProblem('wallet/popup_blocked', NAME)
    await page.evaluate(`{
      const open = window.open.bind(window)
      window.open = () => (window.open = open, null)
    }`)
    await waitForChallenge(page, () => clickButton(page, ROW))
    await expectHeading(page, title)
    const window = await popupOf(user, () => clickButton(page, action))
    await waitForMethod(window, BOTH)
    return window
  }

  async function signInWithOneWindow(user: TestUser, address: string): Promise<void> {
    const { page } = user
    const window = await openAfterBlocked(user)
    await window.getByText(`Countersign at ${new URL(page.url()).origin}`).waitFor()
    await checkPart(page, 'Base Account is open')
    await answerPrompt(window, 'Approve')
    await waitForPath(page, '/home')
    await expectHeading(page, home.heading)
    await expectText(page, wallets.smartOn('Base'))
    assert.match(user.messages.join(), new RegExp(`\\n${address}\\n[^]*\\nChain ID: 8453\\n`))
    assert.equal(user.messages.length, 1)
    assert.deepEqual(await page.evaluate('Object.keys(localStorage).filter((key) => /base/i.test(key))'), [])
    assert.equal(await page.evaluate(COUNT_KEYS), 0)
    // The library's telemetry, which `telemetry: false` leaves out; no third party is contacted either (`foreignRequests`).
    assert.equal(await page.evaluate('typeof ClientAnalytics'), 'undefined')
  }

  async function signInWithTwoWindows(user: TestUser): Promise<void> {
    const { page } = user
    const connectWindow = await openWindow(user)
    await answerPrompt(connectWindow, 'Connect only')
    await expectHeading(page, signIn.connectedTitle)
    const signWindow = await popupOf(user, () => clickButton(page, signIn.continueAs))
    await waitForMethod(signWindow, 'personal_sign')
    assert.equal(await signWindow.locator('#message').textContent(), await main(page).locator('pre').textContent())
    await answerPrompt(signWindow, 'Approve')
    await waitForPath(page, '/home')
    await expectText(page, wallets.smartOn('Base'))
  }

  async function stepUpWithTwoWindows(user: TestUser): Promise<void> {
    const { page } = user
    await clickButton(page, recovery.create)
    const stepUpDialog = dialog(page, stepUp.title)
    const first = await popupOf(user, () => stepUpDialog.getByRole('button', { name: ROW, exact: true }).click())
    await waitForMethod(first, 'wallet_connect')
    await answerPrompt(first, 'Approve')
    const second = await popupOf(user, () => stepUpDialog.getByRole('button', { name: stepUp.sign }).click())
    await waitForMethod(second, 'personal_sign')
    await second.getByText(actions['recovery.create'].text).waitFor()
    await answerPrompt(second, 'Approve')
    await expectHeading(page, recovery.newTitle)
  }

  testInBrowser(
    'loads on click, can be declined or blocked, and signs in and confirms in popups that a click opens',
    {},
    async (user) => {
      const { page } = user
      const address = await connectContractAccount(user)
      const code = codeOf(user)
      await openPage(user)
      await main(page).getByRole('button', { name: ROW, exact: true }).waitFor()
      assert.deepEqual(code, [])
      await declinePrompts(user)
      await signInWithOneWindow(user, address)
      assert.deepEqual(code.sort(), ['/assets/base-account', '/assets/base-account-2.5.10.js'])
      await waitForChallenge(page, () => page.goto('/sign-in?switch=1'))
      await signInWithTwoWindows(user)
      await page.goto('/settings/recovery')
      await stepUpWithTwoWindows(user)
    },
  )

  testInBrowser('is listed after an installed wallet and not loaded for it', { wallets: [METAMASK] }, async (user) => {
    const { page } = user
    const code = codeOf(user)
    await page.goto('/sign-in')
    await main(page).getByText(signIn.moreWays).click()
    await main(page).getByRole('list', { name: signIn.walletsLabel }).getByText(NAME, { exact: true }).waitFor()
    await clickButton(page, signIn.continueWith('MetaMask'))
    await waitForPath(page, '/home')
    assert.deepEqual(code, [])
  })
})
