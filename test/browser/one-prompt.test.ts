/** Wallets that connect and sign in one prompt, in a real browser against the real server. */

import assert from 'node:assert/strict'
import { after } from 'node:test'
import { getAddress } from 'viem'
import { wallets } from '../../web/src/words/own.ts'
import { wordsForProblem } from '../../web/src/words/problems.ts'
import { startNode } from '../support/fake-node.ts'
import {
  arriveAt,
  challengeFor,
  type Guest,
  press,
  see,
  seeCalm,
  seeHeading,
  type WalletChoice,
} from '../support/guest.ts'
import { setSite } from '../support/site.ts'
import { home, notices, signIn } from '../support/words.ts'

const node = await startNode('0x2105')
node.table.set('eth_getCode', { result: '0x6080' })
node.table.set('eth_call', { result: `0x1626ba7e${'0'.repeat(56)}` })
after(() => node.die())

const { play } = setSite({ RPC_8453: node.url, DEMO_WALLET: 'off' }).stage

const PORTO: WalletChoice = { name: 'Porto', rdns: 'xyz.ithaca.porto', oneStep: {} }
const PROMPTS = ['wallet_connect', 'wallet_requestPermissions', 'eth_requestAccounts', 'personal_sign']
const NO = { code: 4001, message: 'User rejected the request.' }

async function prompts(guest: Guest): Promise<string[]> {
  const asked = await guest.wallet(PORTO.rdns).asked()
  return asked.filter((method) => PROMPTS.includes(method))
}

const posts = ({ calls }: Guest) => calls.filter((call) => call === 'POST /api/sessions').length

async function choosePorto({ page }: Guest): Promise<void> {
  await challengeFor(page, () => page.goto('/sign-in')) // without it a wallet is asked in two prompts
  await press(page, signIn.continueWith('Porto'))
}

play(
  'says that one approval is enough, and signs in with it although the wallet leaves out optional fields',
  {
    wallets: [
      {
        ...PORTO,
        oneStep: { statement: null, expirationTime: null, requestId: null },
        answers: { wallet_connect: 'ask' },
      },
    ],
  },
  async (guest) => {
    const { page } = guest
    await choosePorto(guest)
    await see(page, signIn.openingOnce('Porto'))
    await guest.wallet(PORTO.rdns).approve()
    await arriveAt(page, '/home')
    assert.deepEqual([await prompts(guest), posts(guest), guest.messages.length], [['wallet_connect'], 1, 1])
    assert.match(guest.messages[0] ?? '', /^localhost:\d+ wants you to sign in/)
  },
)

play(
  'a smart account may decline calmly, and signs in with one approval, checked on its network',
  {
    wallets: [
      {
        ...PORTO,
        chainId: 8453,
        accounts: [getAddress(`0x${'7'.repeat(32)}abcdef01`)],
        answers: { wallet_connect: NO },
      },
    ],
  },
  async (guest) => {
    const { page } = guest
    await choosePorto(guest)
    await seeCalm(page, notices.declined_connect('Porto'))
    assert.deepEqual([await prompts(guest), posts(guest)], [['wallet_connect'], 0])
    await guest.wallet(PORTO.rdns).answer('wallet_connect', 'approve')
    await press(page, signIn.continueWith('Porto'))
    await arriveAt(page, '/home')
    await seeHeading(page, home.heading)
    await see(page, wallets.smartOn('Base'))
    assert.deepEqual(await prompts(guest), ['wallet_connect', 'wallet_connect'])
    assert.match(guest.messages[0] ?? '', /^Chain ID: 8453$/m)
  },
)

play(
  'a message for another domain is rejected and attributed to the wallet, and ours can be signed instead',
  { wallets: [{ ...PORTO, oneStep: { domain: 'evil.example' } }] },
  async (guest) => {
    const { page } = guest
    const { title, body, action } = wordsForProblem('wallet/other_text', 'Porto')
    await choosePorto(guest)
    await seeHeading(page, title)
    await see(page, body)
    assert.deepEqual([await prompts(guest), posts(guest)], [['wallet_connect'], 1])
    await press(page, action)
    await arriveAt(page, '/home')
    assert.deepEqual([await prompts(guest), posts(guest)], [['wallet_connect', 'personal_sign'], 2])
    assert.match(guest.messages[1] ?? '', /^localhost:\d+ wants you to sign in/)
  },
)
