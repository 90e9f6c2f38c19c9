/** What people with a smart account see, and with a wallet that connects and signs in one prompt; the node is scripted. */

import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { Page } from 'playwright-core'
import { getAddress } from 'viem'
import { sessions, wallets } from '../../web/src/words/own.ts'
import { wordsForProblem } from '../../web/src/words/problems.ts'
import { inspect } from '../support/browser/accessibility.ts'
import { setSite } from '../support/browser/admin-suite.ts'
import { goWithin } from '../support/browser/navigate.ts'
import { openPlace } from '../support/browser/open-account-page.ts'
import {
  arriveAt,
  challengeFor,
  comeToRest,
  type Guest,
  META,
  press,
  see,
  seeCalm,
  seeHeading,
  type WalletChoice,
} from '../support/browser/test-user.ts'
import { account, home, notices, reasons, signIn, signOut } from '../support/browser/words.ts'
import { startNode } from '../support/chain/fake-node.ts'
import { until } from '../support/until.ts'

const MAGIC = `0x1626ba7e${'0'.repeat(56)}`

const node = await startNode('0x2105')
node.table.set('eth_getCode', { result: '0x6080' })
node.table.set('eth_call', { result: MAGIC })
after(() => node.die())

const site = setSite({ RPC_8453: node.url, DEMO_WALLET: 'off' })
const { play } = site.stage

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

async function prompts(guest: Guest): Promise<string[]> {
  const asked = await guest.wallet(PORTO.rdns).asked()
  return asked.filter((method) => PROMPTS.includes(method))
}

const posts = ({ calls }: Guest) => calls.filter((call) => call === 'POST /api/sessions').length

/** Without a challenge fetched ahead a wallet is asked in two prompts. */
const open = (page: Page) => challengeFor(page, () => page.goto('/sign-in'))

/** One approval is enough, although the wallet leaves out optional fields and the network is silent at first. */
async function approveOnce(guest: Guest): Promise<void> {
  const { page } = guest
  node.behaviour = 'broken'
  await open(page)
  await press(page, signIn.continueWith('Porto'))
  await seeCalm(page, notices.declined_connect('Porto'))
  assert.deepEqual([await prompts(guest), posts(guest)], [['wallet_connect'], 0])
  await guest.wallet(PORTO.rdns).answer('wallet_connect', 'ask')
  await press(page, signIn.continueWith('Porto'))
  await see(page, signIn.openingOnce('Porto'))
  await guest.wallet(PORTO.rdns).approve()
  await seeHeading(page, wordsForProblem('rpc_unavailable', '', 8453).title)
  node.behaviour = 'table'
  await page.clock.fastForward(5_000) // the page asks again by itself
  await arriveAt(page, '/home')
  assert.deepEqual([await prompts(guest), guest.messages.length], [['wallet_connect', 'wallet_connect'], 1])
  assert.match(guest.messages[0] ?? '', /^localhost:\d+ wants you to sign in/)
  assert.match(guest.messages[0] ?? '', /^Chain ID: 8453$/m)
}

play(
  'a smart account can decline, signs in with one approval, shows its network, and is signed out by its contract',
  { wallets: [SMART_PORTO], clock: true },
  async (guest) => {
    const { page } = guest
    const kind = wallets.smartOn('Base')
    await comeToRest(page, async () => {
      await approveOnce(guest)
      await seeHeading(page, home.heading)
      await see(page, kind)
      await openPlace(page, account.nav.wallets)
      await seeHeading(page, wallets.title)
      await see(page, kind)
      await openPlace(page, account.nav.sessions)
      await seeHeading(page, sessions.title)
      await see(page, new RegExp(kind))
    })

    node.table.set('eth_call', { result: `0x${'f'.repeat(64)}` })
    site.change('UPDATE contract_proof SET checked_at = checked_at - 3600000')
    await page.request.get('/api/session')
    await until(
      async () => site.read(`SELECT end_reason FROM session WHERE end_reason = 'wallet_changed'`).length,
      (ended) => ended === 1,
      'the session ended',
    )
    await see(page, reasons.wallet_changed)
    await inspect(page, 'sign-in with the reason why the session ended')
    node.table.set('eth_call', { result: MAGIC })
  },
)

/** A message for another domain is rejected and attributed to the wallet, and ours can be signed instead. */
async function signForAnotherDomain(guest: Guest): Promise<void> {
  const { page } = guest
  const { title, body, action } = wordsForProblem('wallet/other_text', 'Porto')
  await open(page)
  await press(page, /^Porto/)
  await seeHeading(page, title)
  await see(page, body)
  assert.deepEqual([await prompts(guest), posts(guest)], [['wallet_connect'], 1])
  await press(page, action)
  await arriveAt(page, '/home')
  assert.deepEqual([await prompts(guest), posts(guest)], [['wallet_connect', 'personal_sign'], 2])
  assert.match(guest.messages[1] ?? '', /^localhost:\d+ wants you to sign in/)
}

play(
  'a message for another domain is rejected, and a network that is not configured is named with another wallet offered',
  {
    wallets: [
      { ...PORTO, oneStep: { domain: 'evil.example' } },
      { ...META, ...smartOn(42161, 'abcdef02') },
    ],
  },
  async (guest) => {
    const { page } = guest
    await signForAnotherDomain(guest)
    await press(page, home.signOut)
    await seeHeading(page, signOut.doneTitle)
    await goWithin(page, '/sign-in')
    await press(page, signIn.anotherWallet)
    await guest.wallet('io.metamask').answer('personal_sign', { result: `0x${'ab'.repeat(130)}` })
    await press(page, /^MetaMask/)
    await seeHeading(page, wordsForProblem('network_not_configured', '', 42161).title)
    await press(page, signIn.anotherWallet)

    // With a single owner its signature looks like any other.
    const words = wordsForProblem('signature_invalid', 'MetaMask')
    await guest.wallet('io.metamask').answer('personal_sign', 'approve')
    await press(page, /^MetaMask/)
    await seeHeading(page, words.title)
    assert.match(words.body, /smart account.*network.*another wallet/)
    await see(page, words.body)
    await press(page, signIn.anotherWallet)
    await page.getByRole('button', { name: /^MetaMask/ }).waitFor()
  },
)
