/** What people with a smart account see, and with a wallet that connects and signs in one prompt; the node is scripted. */

import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { Page } from 'playwright-core'
import { getAddress } from 'viem'
import { sessions } from '../../../web/src/words/account/sessions.ts'
import { wallets } from '../../../web/src/words/account/wallets.ts'
import { wordsForProblem } from '../../../web/src/words/problems.ts'
import { checkPart } from '../../support/browser/accessibility/accessibility.ts'
import { signOutInMenu } from '../../support/browser/account-menu.ts'
import { setUpAdminSuite } from '../../support/browser/admin-suite.ts'
import { navigateInPage } from '../../support/browser/navigate.ts'
import { openAccountPage } from '../../support/browser/open-account-page.ts'
import {
  clickButton,
  expectHeading,
  expectPoliteMessage,
  expectText,
  METAMASK,
  openAndWaitForIdle,
  type TestUser,
  type WalletChoice,
  waitForChallenge,
  waitForPath,
} from '../../support/browser/test-user.ts'
import { account, home, notices, reasons, signIn, signOut } from '../../support/browser/words.ts'
import { startNode } from '../../support/chain/fake-node.ts'
import { until } from '../../support/until.ts'

const MAGIC = `0x1626ba7e${'0'.repeat(56)}`

const node = await startNode('0x2105')
node.table.set('eth_getCode', { result: '0x6080' })
node.table.set('eth_call', { result: MAGIC })
after(() => node.die())

const site = setUpAdminSuite({ RPC_8453: node.url, DEMO_WALLET: 'off' })
const { testInBrowser } = site.suite

const PORTO: WalletChoice = { name: 'Porto', rdns: 'xyz.ithaca.porto', oneStep: {} }
const PROMPTS = ['wallet_connect', 'wallet_requestPermissions', 'eth_requestAccounts', 'personal_sign']
const NO = { code: 4001, message: 'User rejected the request.' }

/** The account is a contract on this chain; the wallet app signs with the owner's key. */
const smartOn = (chainId: number, last: string) => ({ chainId, accounts: [getAddress(`0x${'7'.repeat(32)}${last}`)] })
const SMART_PORTO: WalletChoice = {
  ...PORTO,
  ...smartOn(8453, 'abcdef01'),
  oneStep: { statement: null, expirationTime: null, requestId: null },
  answers: { wallet_connect: NO },
}

async function readPrompts(user: TestUser): Promise<string[]> {
  const calledMethods = await user.wallet(PORTO.rdns).calledMethods()
  return calledMethods.filter((method) => PROMPTS.includes(method))
}

const countSignIns = ({ calls }: TestUser) => calls.filter((call) => call === 'POST /api/sessions').length

/** Without a challenge fetched ahead a wallet is asked in two prompts. */
const openSignIn = (page: Page) => waitForChallenge(page, () => page.goto('/sign-in'))

/** One approval is enough, although the wallet leaves out optional fields and the network is silent at first. */
async function approveOnce(user: TestUser): Promise<void> {
  const { page } = user
  node.behavior = 'broken'
  await openSignIn(page)
  await clickButton(page, signIn.continueWith('Porto'))
  await expectPoliteMessage(page, notices.declined_connect('Porto'))
  assert.deepEqual([await readPrompts(user), countSignIns(user)], [['wallet_connect'], 0])
  await user.wallet(PORTO.rdns).answer('wallet_connect', 'ask')
  await clickButton(page, signIn.continueWith('Porto'))
  await expectText(page, signIn.openingOnce('Porto'))
  await user.wallet(PORTO.rdns).approve()
  await expectHeading(page, wordsForProblem('rpc_unavailable', '', 8453).title)
  node.behavior = 'table'
  await page.clock.fastForward(5_000) // the page asks again by itself
  await waitForPath(page, '/home')
  assert.deepEqual([await readPrompts(user), user.messages.length], [['wallet_connect', 'wallet_connect'], 1])
  assert.match(user.messages[0] ?? '', /^localhost:\d+ wants you to sign in/)
  assert.match(user.messages[0] ?? '', /^Chain ID: 8453$/m)
}

testInBrowser(
  'a smart account can decline, signs in with one approval, shows its network, and is signed out by its contract',
  { wallets: [SMART_PORTO], clock: true },
  async (user) => {
    const { page } = user
    const kind = wallets.smartOn('Base')
    await openAndWaitForIdle(page, async () => {
      await approveOnce(user)
      await expectHeading(page, home.heading)
      await expectText(page, kind)
      await openAccountPage(page, account.nav.wallets)
      await expectHeading(page, wallets.title)
      await expectText(page, kind)
      await openAccountPage(page, account.nav.sessions)
      await expectHeading(page, sessions.title)
      await expectText(page, new RegExp(kind))
    })

    node.table.set('eth_call', { result: `0x${'f'.repeat(64)}` })
    site.change('UPDATE contract_proof SET checked_at = checked_at - 3600000')
    await page.request.get('/api/session')
    await until(
      async () => site.read(`SELECT end_reason FROM session WHERE end_reason = 'wallet_changed'`).length,
      (ended) => ended === 1,
      'the session ended',
    )
    await expectText(page, reasons.wallet_changed)
    await checkPart(page, 'sign-in with the reason why the session ended')
    node.table.set('eth_call', { result: MAGIC })
  },
)

/** A message for another domain is rejected and attributed to the wallet, and ours can be signed instead. */
async function signForAnotherDomain(user: TestUser): Promise<void> {
  const { page } = user
  const { title, body, action } = wordsForProblem('wallet/other_text', 'Porto')
  await openSignIn(page)
  await clickButton(page, /^Porto/)
  await expectHeading(page, title)
  await expectText(page, body)
  assert.deepEqual([await readPrompts(user), countSignIns(user)], [['wallet_connect'], 1])
  await clickButton(page, action)
  await waitForPath(page, '/home')
  assert.deepEqual([await readPrompts(user), countSignIns(user)], [['wallet_connect', 'personal_sign'], 2])
  assert.match(user.messages[1] ?? '', /^localhost:\d+ wants you to sign in/)
}

testInBrowser(
  'a message for another domain is rejected, and a network that is not configured is named with another wallet offered',
  {
    wallets: [
      { ...PORTO, oneStep: { domain: 'evil.example' } },
      { ...METAMASK, ...smartOn(42161, 'abcdef02') },
    ],
  },
  async (user) => {
    const { page } = user
    await signForAnotherDomain(user)
    await expectHeading(page, home.heading)
    await signOutInMenu(page)
    await expectHeading(page, signOut.doneTitle)
    await navigateInPage(page, '/sign-in')
    await clickButton(page, signIn.anotherWallet)
    await user.wallet('io.metamask').answer('personal_sign', { result: `0x${'ab'.repeat(130)}` })
    await clickButton(page, /^MetaMask/)
    await expectHeading(page, wordsForProblem('network_not_configured', '', 42161).title)
    await clickButton(page, signIn.anotherWallet)

    // With a single owner its signature looks like any other.
    const words = wordsForProblem('signature_invalid', 'MetaMask')
    await user.wallet('io.metamask').answer('personal_sign', 'approve')
    await clickButton(page, /^MetaMask/)
    await expectHeading(page, words.title)
    assert.match(words.body, /smart account.*network.*another wallet/)
    await expectText(page, words.body)
    await clickButton(page, signIn.anotherWallet)
    await page.getByRole('button', { name: /^MetaMask/ }).waitFor()
  },
)
