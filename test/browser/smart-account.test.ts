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
  'a smart account signs in, and says everywhere which network it is on',
  { wallets: [smartOn(8453)] },
  async (guest) => {
    const { page } = guest
    const kind = wallets.smartOn('Base')
    await page.goto('/sign-in')
    await press(page, signIn.continueWith('MetaMask'))
    await arriveAt(page, '/home')
    await seeHeading(page, home.heading)
    await see(page, kind)
    await inspect(page, 'home of a smart account')
    await page.goto('/wallets')
    await see(page, kind)
    await page.goto('/sessions')
    await seeHeading(page, sessions.title)
    await see(page, new RegExp(kind))
    await inspect(page, 'sessions of a smart account')
  },
)

play(
  'one on a network nobody set up is told which, and offered another wallet',
  { wallets: [smartOn(42161)] },
  async (guest) => {
    const { page } = guest
    await page.goto('/sign-in')
    await guest.wallet('io.metamask').answer('personal_sign', { result: `0x${'ab'.repeat(130)}` })
    await press(page, signIn.continueWith('MetaMask'))
    await seeHeading(page, wordsForProblem('network_not_configured', '', 42161).title)
    await inspect(page, 'a network that is not set up')
    await press(page, signIn.anotherWallet)
    await page.getByRole('button', { name: signIn.continueWith('MetaMask') }).waitFor()
  },
)

play(
  'one there with a single owner, whose signature looks like any other, is told what may be the reason',
  { wallets: [smartOn(42161)] },
  async (guest) => {
    const { page } = guest
    const told = wordsForProblem('signature_invalid', 'MetaMask')
    await page.goto('/sign-in')
    await press(page, signIn.continueWith('MetaMask'))
    await seeHeading(page, told.title)
    assert.match(told.body, /smart account.*network.*another wallet/)
    await see(page, told.body)
    await press(page, signIn.anotherWallet)
    await page.getByRole('button', { name: signIn.continueWith('MetaMask') }).waitFor()
  },
)

play(
  'a silent network is asked again with the same signature until it answers',
  { wallets: [smartOn(8453)] },
  async (guest) => {
    const { page } = guest
    node.behaviour = 'broken'
    await page.goto('/sign-in')
    await press(page, signIn.continueWith('MetaMask'))
    await seeHeading(page, wordsForProblem('rpc_unavailable', '', 8453).title)
    await inspect(page, 'a network that does not answer')
    node.behaviour = 'table'
    await arriveAt(page, '/home')
    assert.equal(guest.messages.length, 1)
  },
)

play('a session its contract no longer stands by ends, and says why', { wallets: [smartOn(8453)] }, async (guest) => {
  const { page } = guest
  await comeToRest(page, async () => {
    await page.goto('/sign-in')
    await press(page, signIn.continueWith('MetaMask'))
    await arriveAt(page, '/home')
    await seeHeading(page, home.heading)
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
  await inspect(page, 'a session that its contract ended')
  node.table.set('eth_call', { result: MAGIC })
})
