/** Solana wallets that register with Wallet Standard; a lazily loaded chunk. */

import { SOLANA_MAINNET } from '@countersign/contract/family/family.ts'
import type { OneStepAnswer, WalletDriver } from '../driver.ts'
import { readMainnetAccounts } from './accounts.ts'
import { askForSignature } from './ladder.ts'
import { createMemory } from './memory.ts'
import { readList, readProperty } from './read-property.ts'
import { findFeature } from './ways.ts'

export function createSolanaDriver(wallet: object): WalletDriver {
  const memory = createMemory()
  let lastShared = new Map<string, object>()

  const shared = () => readMainnetAccounts(wallet)

  function keep(accounts: Map<string, object>): string[] {
    if (accounts.size > 0) lastShared = accounts
    return [...accounts.keys()]
  }

  async function connect(input?: { silent: true }): Promise<string[]> {
    const output = await findFeature(wallet, 'standard:connect', 'connect')?.call(input)
    const answered = readMainnetAccounts(wallet, readList(output, 'accounts'))
    return keep(answered.size > 0 ? answered : shared())
  }

  /** A locked wallet shares none, but asks to be unlocked when it has to sign. */
  const sharedBeforeLocked = () => {
    keep(shared())
    return lastShared
  }
  return {
    namespace: 'solana',
    requestAccounts: () => connect(),
    async readAccounts() {
      const addresses = keep(shared())
      // Asked only if needed: some wallets prompt even for a silent connection.
      return addresses.length > 0 ? addresses : connect({ silent: true }).catch(() => [])
    },
    readChain: async () => SOLANA_MAINNET,
    async pickAccount() {
      await connect()
    },
    async sign({ account: { address }, challenge, isCanceled }) {
      const signed = await askForSignature(
        { wallet, memory, accounts: sharedBeforeLocked },
        { address, challenge, isCanceled },
      )
      const envelope = signed?.envelope
      return { signature: signed?.signature, ...(envelope === undefined ? {} : { envelope }) }
    },
    async signIn(challenge, isCanceled): Promise<OneStepAnswer | undefined> {
      const signed = await askForSignature(
        { wallet, memory, accounts: shared },
        { address: undefined, challenge, isCanceled },
      )
      if (!signed) return undefined
      const { address, text: message, signature, envelope } = signed
      const accounts = [...new Set([address, ...sharedBeforeLocked().keys()])]
      if (signature === undefined) return { accounts, outcome: 'missing' }
      const outcome = { message, signature, chain: SOLANA_MAINNET, ...(envelope === undefined ? {} : { envelope }) }
      return { accounts, outcome }
    },
    listen: ({ accountsChanged }) =>
      listen(wallet, (accounts) => {
        lastShared = accounts
        accountsChanged([...accounts.keys()])
      }),
    async revoke() {
      lastShared = new Map()
      await findFeature(wallet, 'standard:disconnect', 'disconnect')?.call()
    },
  }
}

function listen(wallet: object, changed: (accounts: Map<string, object>) => void): void {
  const events = readProperty(readProperty(wallet, 'features'), 'standard:events')
  const on = readProperty(events, 'on')
  if (typeof on !== 'function') return
  on.call(events, 'change', (change: unknown) => {
    const accounts = readProperty(change, 'accounts')
    if (accounts === undefined && readProperty(change, 'chains') === undefined) return // features are read when needed
    changed(readMainnetAccounts(wallet, Array.isArray(accounts) ? accounts : undefined))
  })
}
