/** What people with a smart account see; the node behind it is scripted. */

import assert from 'node:assert/strict'
import { after } from 'node:test'
import { getAddress } from 'viem'
import { sessions, wallets } from '../../web/src/words/own.ts'
import { wordsForProblem } from '../../web/src/words/problems.ts'
import { startNode } from '../support/fake-node.ts'
import { arriveAt, comeToRest, META, press, see, seeHeading } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { setSite } from '../support/site.ts'
import { until } from '../support/until.ts'
import { home, reasons, signIn } from '../support/words.ts'

const MAGIC = `0x1626ba7e${'0'.repeat(56)}`

const node = await startNode('0x2105')
node.table.set('eth_getCode', { result: '0x6080' })
node.table.set('eth_call', { result: MAGIC })
after(() => node.die())

const site = setSite({ RPC_8453: node.url, DEMO_WALLET: 'off' })
const { play } = site.stage

let contracts = 0
/** A wallet app whose account is a contract on this chain; it signs with the owner's key. */
const smartOn = (chainId: number) => {
  const address = getAddress(`0x${(0xabcdef01 + contracts++).toString(16).padStart(40, '7')}`)
  return { ...META, chainId, accounts: [address] }
}

play(
  'a smart account signs in when its silent network answers, names its network, and is signed out by its contract',
  { wallets: [smartOn(8453)], clock: true },
  async (guest) => {
    const { page } = guest
    const kind = wallets.smartOn('Base')
    node.behaviour = 'broken'
    await page.goto('/sign-in')
    await press(page, signIn.continueWith('MetaMask'))
    await seeHeading(page, wordsForProblem('rpc_unavailable', '', 8453).title)
    node.behaviour = 'table'
    await page.clock.fastForward(5_000) // the page asks again by itself
    await arriveAt(page, '/home')
    assert.equal(guest.messages.length, 1)
    await seeHeading(page, home.heading)
    await see(page, kind)
    await page.goto('/wallets')
    await see(page, kind)
    await comeToRest(page, async () => {
      await page.goto('/sessions')
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

play(
  'a smart account on a network that is not configured learns why it cannot sign in, and is offered another wallet',
  { wallets: [smartOn(42161)] },
  async (guest) => {
    const { page } = guest
    const list = page.getByRole('button', { name: signIn.continueWith('MetaMask') })
    await page.goto('/sign-in')
    await guest.wallet('io.metamask').answer('personal_sign', { result: `0x${'ab'.repeat(130)}` })
    await press(page, signIn.continueWith('MetaMask'))
    await seeHeading(page, wordsForProblem('network_not_configured', '', 42161).title)
    await press(page, signIn.anotherWallet)
    await list.waitFor()

    // With a single owner its signature looks like any other.
    const words = wordsForProblem('signature_invalid', 'MetaMask')
    await guest.wallet('io.metamask').answer('personal_sign', 'approve')
    await press(page, signIn.continueWith('MetaMask'))
    await seeHeading(page, words.title)
    assert.match(words.body, /smart account.*network.*another wallet/)
    await see(page, words.body)
    await press(page, signIn.anotherWallet)
    await list.waitFor()
  },
)
