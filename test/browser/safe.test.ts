/** A Safe on a real chain of our own signs in, in a browser: what its owner signs is judged by its own code. */

import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { PrivateKeyAccount } from 'viem/accounts'
import { wallets } from '../../web/src/words/own.ts'
import { newAccount } from '../support/browser.ts'
import { CHAIN_ID, signForSafe, startChain } from '../support/chain.ts'
import { arriveAt, META, press, see, seeHeading } from '../support/guest.ts'
import { setSite } from '../support/site.ts'
import { home, signIn } from '../support/words.ts'

const chain = await startChain()
after(() => chain.stop())
const owner = newAccount()
const safe = await chain.safe(owner)
const site = setSite({ [`RPC_${CHAIN_ID}`]: chain.url, DEMO_WALLET: 'off' })

/** An owner's key that signs as a Safe asks. */
const throughSafe = (key: PrivateKeyAccount): PrivateKeyAccount => ({
  ...key,
  signMessage: ({ message }) => {
    const raw = typeof message === 'object' ? String(message.raw) : ''
    return signForSafe(safe, key)(Buffer.from(raw.slice(2), 'hex').toString())
  },
})
const SAFE = { ...META, chainId: CHAIN_ID, accounts: [safe] }

site.stage.play('a Safe signs in by its owner', { wallets: [SAFE] }, async (guest) => {
  const { page } = guest
  guest.signAs(throughSafe(owner))
  await page.goto('/sign-in')
  await press(page, signIn.continueWith('MetaMask'))
  await arriveAt(page, '/home')
  await seeHeading(page, home.heading)
  await see(page, wallets.smartOn(`chain ${CHAIN_ID}`))
  const [row] = site.read(`SELECT kind || ' ' || chain_ref || ' ' || address AS found FROM wallet`)
  assert.deepEqual(Object.values(row ?? {}), [`contract ${CHAIN_ID} ${safe.toLowerCase()}`])
})

site.stage.play('and not by anybody else', { wallets: [SAFE] }, async (guest) => {
  const { page } = guest
  guest.signAs(throughSafe(newAccount()))
  await page.goto('/sign-in')
  await press(page, signIn.continueWith('MetaMask'))
  await seeHeading(page, 'The signature is from another account')
  guest.complaints.splice(0)
})
