/** Every kind of Ethereum account signs in, in a browser, on a real chain of our own; what nodes were asked for it is counted. */

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sessionStateSchema } from '@countersign/contract/session.ts'
import type { Hex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { wallets } from '../../web/src/words/own.ts'
import { wordsForProblem } from '../../web/src/words/problems.ts'
import { newAccount } from '../support/browser.ts'
import { CHAIN_ID, signForSafe, startChain, wrapSignature } from '../support/chain.ts'
import { countNode } from '../support/counted-node.ts'
import { arriveAt, type Guest, META, main, press, see, seeHeading } from '../support/guest.ts'
import { confirm, setSite } from '../support/site.ts'
import { home, signIn, site as siteWords } from '../support/words.ts'

/** A second network where every contract is at the same address. */
const TWIN_ID = 31_338

const chain = await startChain()
const node = await countNode(chain.url)
const twin = await countNode(chain.url, TWIN_ID)
after(async () => {
  await node.stop()
  await twin.stop()
  await chain.stop()
})

type Sign = (message: string) => Promise<Hex>

const owner = newAccount()
const safe = await chain.safe(owner)
const bySafe = signForSafe(safe, owner)
const planned = await chain.account4337(owner)
const byPlanned = signForSafe(planned.address, owner)
const beforeDeployment: Sign = async (message) => wrapSignature(chain.factory, planned.data, await byPlanned(message))
const plain = newAccount()
const byKey: Sign = (message) => plain.signMessage({ message })
const byCode: Sign = async (message) => wrapSignature(chain.factory, '0x', await byKey(message))

const site = setSite({
  [`RPC_${CHAIN_ID}`]: node.url,
  [`RPC_${TWIN_ID}`]: twin.url,
  DEMO_WALLET: 'off',
})
const { play } = site.stage

const at = (address: string, chainId = CHAIN_ID) => ({ wallets: [{ ...META, chainId, accounts: [address] }] })

/** A wallet whose account signs this way. */
const signer = (sign: Sign): PrivateKeyAccount => ({
  ...plain,
  signMessage: ({ message }) => {
    const raw = typeof message === 'object' ? String(message.raw) : ''
    return sign(Buffer.from(raw.slice(2), 'hex').toString())
  },
})

const needed: Record<string, string[]> = {}
const people: Record<string, string> = {}

/** Signs in as this, arrives, and is told who they are; gives the account the server says it is. */
async function signInAs(guest: Guest, what: string, { sign, kind }: { sign: Sign; kind: string }): Promise<string> {
  const { page } = guest
  guest.signAs(signer(sign))
  const before = [node.asked.length, twin.asked.length]
  await page.goto('/sign-in')
  await press(page, signIn.continueWith('MetaMask'))
  await arriveAt(page, '/home')
  await seeHeading(page, home.heading)
  // Which chain it is for an endpoint is asked once in a while, whoever comes.
  const asked = [...node.asked.slice(before[0]), ...twin.asked.slice(before[1])]
  needed[what] = asked.filter((method) => method !== 'eth_chainId')
  const { session, me } = sessionStateSchema.parse(await (await page.request.get('/api/session')).json())
  people[what] = me.id
  await page.goto('/wallets')
  await seeHeading(page, wallets.title)
  await main(page).getByText(kind, { exact: true }).first().waitFor()
  return session.wallet.account
}

const SMART = wallets.smartOn(`chain ${CHAIN_ID}`)
const contract = (address: string, chainId = CHAIN_ID) => `eip155:${chainId}:${address.toLowerCase()}`

async function isRefused(guest: Guest, sign: Sign): Promise<void> {
  const { page } = guest
  guest.signAs(signer(sign))
  await page.goto('/sign-in')
  await press(page, signIn.continueWith('MetaMask'))
  await seeHeading(page, wordsForProblem('signature_invalid', '').title)
}

play('a plain account signs in', at(plain.address), async (guest) => {
  const account = await signInAs(guest, 'plain account', { sign: byKey, kind: wallets.kinds.eoa })
  assert.equal(account, contract(plain.address, 0))
  assert.deepEqual([node.asked, twin.asked], [[], []])
})

play('a Safe signs in by its owner', at(safe), async (guest) => {
  assert.equal(await signInAs(guest, 'Safe', { sign: bySafe, kind: SMART }), contract(safe))
  await guest.page.goto('/home')
  await see(guest.page, SMART)
})

play('and by nobody else', at(safe), (guest) => isRefused(guest, signForSafe(safe, newAccount())))

play('at the same address of another network it is somebody else', at(safe, TWIN_ID), async (guest) => {
  const kind = wallets.smartOn(`chain ${TWIN_ID}`)
  const account = await signInAs(guest, 'Safe on another network', { sign: bySafe, kind })
  assert.equal(account, contract(safe, TWIN_ID))
  assert.notEqual(people['Safe on another network'], people.Safe)
})

play('an account that does not exist yet waits for its factory to be allowed', at(planned.address), (guest) =>
  isRefused(guest, beforeDeployment),
)

play('an owner allows that factory', { wallets: [META] }, async (guest) => {
  const { page } = guest
  const { settings } = siteWords
  await site.enter(guest, 'owner', '/admin/settings')
  const list = page.getByLabel(settings.factories, { exact: true })
  await list.fill(`${await list.inputValue()}\n${chain.factory}`)
  await press(page, settings.save)
  await confirm(page)
  await main(page).getByText(settings.unsaved).waitFor({ state: 'detached' })
})

const BEFORE = 'ERC-4337 account before deployment'
const AFTER = 'ERC-4337 account after deployment'

play('then it signs in', at(planned.address), async (guest) => {
  const account = await signInAs(guest, BEFORE, { sign: beforeDeployment, kind: SMART })
  assert.equal(account, contract(planned.address))
})

play('and is the same once it exists', at(planned.address), async (guest) => {
  await planned.create()
  const account = await signInAs(guest, AFTER, { sign: byPlanned, kind: SMART })
  assert.deepEqual([account, people[AFTER]], [contract(planned.address), people[BEFORE]])
})

const BY_KEY = 'delegated account by its key'
const BY_CODE = 'delegated account by its code'

play('an account that gains code is the same by its key', at(plain.address), async (guest) => {
  await chain.delegated(plain)
  const account = await signInAs(guest, BY_KEY, { sign: byKey, kind: wallets.kinds.eoa })
  assert.deepEqual([account, people[BY_KEY]], [contract(plain.address, 0), people['plain account']])
})

play('and somebody else by its code', at(plain.address), async (guest) => {
  const account = await signInAs(guest, BY_CODE, { sign: byCode, kind: SMART })
  assert.equal(account, contract(plain.address))
  assert.notEqual(people[BY_CODE], people['plain account'])
})

test('accounts with a key asked nobody, contracts for their code and for their word', (t) => {
  const both = ['eth_getCode', 'eth_call']
  for (const [what, asked] of Object.entries(needed))
    t.diagnostic(`${what}: ${asked.length} node calls ${asked.length > 0 ? `(${asked.join(', ')})` : ''}`.trim())
  assert.deepEqual(needed, {
    'plain account': [],
    Safe: both,
    'Safe on another network': both,
    [BEFORE]: both,
    [AFTER]: both,
    [BY_KEY]: [],
    [BY_CODE]: both,
  })
})
