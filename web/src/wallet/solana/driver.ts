/** Solana wallets that register with the Wallet Standard; a lazily loaded chunk. */

import { SOLANA_MAINNET } from '@countersign/contract/family/family.ts'
import type { WalletDriver } from '../driver.ts'
import { createProviderError } from '../evm/provider.ts'
import { readMember } from '../untrusted.ts'
import { findMethod, readStandardAccounts, type StandardWallet } from '../wallet-standard/standard-wallet.ts'
import { filterMainnet, includesMainnet, type SolanaAccounts } from './accounts.ts'
import { requestSignature } from './request-signature.ts'
import { createSigningHistory } from './signing-history.ts'

const UNSUPPORTED = 4200

/** Undefined for a wallet that cannot connect or sign, and for one that lists other networks only. */
export function openStandardWallet(wallet: StandardWallet): WalletDriver | undefined {
  const canSign =
    findMethod(wallet, 'solana:signIn') ||
    findMethod(wallet, 'solana:signMessage') ||
    findMethod(wallet, 'solana:signOffchainMessage')
  const chains = wallet.chains()
  if (!canSign || !findMethod(wallet, 'standard:connect')) return undefined
  if (chains.length > 0 && !includesMainnet(chains)) return undefined
  return createSolanaDriver(wallet)
}

export function createSolanaDriver(wallet: StandardWallet): WalletDriver {
  const history = createSigningHistory()
  let lastShared: SolanaAccounts = new Map()
  let changed = (_: SolanaAccounts) => {}

  const shared = () => filterMainnet(wallet)

  function keep(accounts: SolanaAccounts): string[] {
    if (accounts.size > 0) lastShared = accounts
    return [...accounts.keys()]
  }

  async function connect(input?: { silent: true }): Promise<string[]> {
    const output = await findMethod(wallet, 'standard:connect')?.(...(input ? [input] : []))
    const answered = filterMainnet(wallet, readStandardAccounts(readMember(output, 'accounts')))
    return keep(answered.size > 0 ? answered : shared())
  }

  /** A locked wallet shares none, but asks to be unlocked when it has to sign. */
  const sharedBeforeLocked = () => {
    keep(shared())
    return lastShared
  }
  const signIn: WalletDriver['signIn'] = async (challenge, isCanceled) => {
    const signed = await requestSignature(
      { wallet, history, accounts: shared },
      { address: undefined, challenge, isCanceled },
    )
    if (!signed) return undefined
    const { address, text: message, signature, envelope } = signed
    const accounts = [...new Set([address, ...sharedBeforeLocked().keys()])]
    if (signature === undefined) return { accounts, outcome: 'missing' }
    const outcome = { message, signature, chain: SOLANA_MAINNET, ...(envelope === undefined ? {} : { envelope }) }
    return { accounts, outcome }
  }
  return {
    namespace: 'solana',
    requestAccounts: () => connect(),
    async readAccounts() {
      const addresses = keep(shared())
      // Some wallets prompt even for a silent connection, also to be unlocked.
      return lastShared.size > 0 ? addresses : connect({ silent: true }).catch(() => [])
    },
    readChain: async () => SOLANA_MAINNET,
    /** A connected wallet answers with the same account, without a prompt: its permission is ended first. */
    async pickAccount() {
      const disconnect = findMethod(wallet, 'standard:disconnect')
      const before = lastShared
      if (disconnect) {
        await disconnect().catch(() => undefined)
        changed(new Map()) // not every wallet reports it
      }
      const accounts = await connect()
      const isSame = accounts.length === before.size && accounts.every((address) => before.has(address))
      if (!disconnect && isSame) throw createProviderError(UNSUPPORTED, 'The account is selected in the wallet.')
    },
    async sign({ account: { address }, challenge, isCanceled }) {
      const signed = await requestSignature(
        { wallet, history, accounts: sharedBeforeLocked },
        { address, challenge, isCanceled },
      )
      const envelope = signed?.envelope
      return { signature: signed?.signature, ...(envelope === undefined ? {} : { envelope }) }
    },
    ...(findMethod(wallet, 'solana:signIn') ? { signIn } : {}),
    listen({ accountsChanged }) {
      changed = (accounts) => {
        lastShared = accounts
        accountsChanged([...accounts.keys()])
      }
      listen(wallet, changed)
    },
    async revoke() {
      lastShared = new Map()
      await findMethod(wallet, 'standard:disconnect')?.()
    },
  }
}

function listen(wallet: StandardWallet, changed: (accounts: SolanaAccounts) => void): void {
  const onChange = (change: unknown) => {
    const accounts = readMember(change, 'accounts')
    if (accounts === undefined && readMember(change, 'chains') === undefined) return // features are read when needed
    changed(filterMainnet(wallet, Array.isArray(accounts) ? readStandardAccounts(accounts) : undefined))
  }
  findMethod(wallet, 'standard:events')?.('change', onChange).catch(() => undefined)
}
