/** Contract wallets sign in with a browser on a real local chain; test/http/contract-wallets.test.ts covers every kind of account. */

import assert from 'node:assert/strict'
import { after } from 'node:test'
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
const site = setSite({
  [`RPC_${CHAIN_ID}`]: node.url,
  [`RPC_${TWIN_ID}`]: twin.url,
  DEMO_WALLET: 'off',
})
const { play } = site.stage

const at = (address: string, chainId = CHAIN_ID) => ({ wallets: [{ ...META, chainId, accounts: [address] }] })

/** A wallet whose account signs this way. */
const signer = (sign: Sign): PrivateKeyAccount => ({
  ...owner,
  signMessage: ({ message }) => {
    const raw = typeof message === 'object' ? String(message.raw) : ''
    return sign(Buffer.from(raw.slice(2), 'hex').toString())
  },
})

const NEEDED = ['eth_getCode', 'eth_call']
const smartOn = (chainId: number) => wallets.smartOn(`chain ${chainId}`)
const contract = (address: string, chainId = CHAIN_ID) => `eip155:${chainId}:${address.toLowerCase()}`
const refused = wordsForProblem('signature_invalid', 'MetaMask')

/** Begins to sign in with the wallet, which signs this way. */
async function begin(guest: Guest, sign: Sign): Promise<void> {
  guest.signAs(signer(sign))
  await guest.page.goto('/sign-in')
  await press(guest.page, signIn.continueWith('MetaMask'))
}

/** Does this, arrives at home, and checks the kind of the account there; says what nodes were asked, and who it is. */
async function arrive({ page }: Guest, chainId: number, act: () => Promise<void>) {
  const before = [node.asked.length, twin.asked.length]
  await act()
  await arriveAt(page, '/home')
  await seeHeading(page, home.heading)
  // Which chain an endpoint serves is asked once in a while, whoever signs in.
  const asked = [...node.asked.slice(before[0]), ...twin.asked.slice(before[1])]
  assert.deepEqual(
    asked.filter((method) => method !== 'eth_chainId'),
    NEEDED,
  )
  await see(page, smartOn(chainId))
  const { session, me } = sessionStateSchema.parse(await (await page.request.get('/api/session')).json())
  return { account: session.wallet.account, person: me.id }
}

async function retry(guest: Guest, sign: Sign): Promise<void> {
  guest.signAs(signer(sign))
  await press(guest.page, refused.action)
}

let safePerson = ''

play('a Safe signs in by its owner and by nobody else', at(safe), async (guest) => {
  const { page } = guest
  await begin(guest, signForSafe(safe, newAccount()))
  await seeHeading(page, refused.title)
  const { account, person } = await arrive(guest, CHAIN_ID, () => retry(guest, bySafe))
  assert.equal(account, contract(safe))
  safePerson = person
  await page.goto('/wallets')
  await seeHeading(page, wallets.title)
  await main(page).getByText(smartOn(CHAIN_ID), { exact: true }).first().waitFor()
})

play('a Safe at the same address on another network is another person', at(safe, TWIN_ID), async (guest) => {
  const { account, person } = await arrive(guest, TWIN_ID, () => begin(guest, bySafe))
  assert.equal(account, contract(safe, TWIN_ID))
  assert.notEqual(person, safePerson)
})

play(
  'an account that is not deployed yet signs in once an owner allows its factory',
  at(planned.address),
  async (guest) => {
    await begin(guest, beforeDeployment)
    await seeHeading(guest.page, refused.title)
    const operator = await site.stage.guest({ wallets: [META] })
    await allowFactory(operator)
    await operator.leave()
    const { account } = await arrive(guest, CHAIN_ID, () => retry(guest, beforeDeployment))
    assert.equal(account, contract(planned.address))
  },
)

async function allowFactory(operator: Guest): Promise<void> {
  const { page } = operator
  const { settings } = siteWords
  await site.enter(operator, 'owner', '/admin/settings')
  const list = page.getByLabel(settings.factories, { exact: true })
  await list.fill(`${await list.inputValue()}\n${chain.factory}`)
  await press(page, settings.save)
  await confirm(page)
  await main(page).getByText(settings.unsaved).waitFor({ state: 'detached' })
}
