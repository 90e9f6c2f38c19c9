import type { Account } from '@countersign/contract/family/account.ts'
import { RESTORE_PROBE_MS } from '@countersign/contract/limits.ts'
import { accountInUse, hasAccount } from './connection/connection.ts'
import type { FoundWallet } from './discovery/found-wallet.ts'
import type { SignedMessage, SignRequest } from './driver.ts'
import type { Address } from './wallet.ts'
import { WalletNotConnectedError } from './wallet-error.ts'
import { dispatch, type WalletStore } from './wallet-store.ts'
import { withTimeout } from './with-timeout.ts'

/** The wallet's current account. A locked wallet shares none or does not answer, so the last one is used then. */
export async function readAccount(store: WalletStore): Promise<Account> {
  const { wallet, account } = connectedWallet(store)
  const { id: walletId, driver } = wallet
  const reading = Promise.all([driver.readAccounts(), driver.readChain()])
  const read = await withTimeout(store.env.timers, RESTORE_PROBE_MS, reading).catch(() => undefined)
  const [accounts, chain = account.chain] = read ?? []
  if (!hasAccount(accounts)) return { ...account, chain }
  dispatch(store, { type: 'accounts_changed', walletId, accounts, chain })
  const { state } = store
  return state.status === 'connected' && state.walletId === walletId
    ? accountInUse(state)
    : { ...account, address: accounts[0], chain }
}

export async function signMessage(store: WalletStore, request: SignRequest): Promise<SignedMessage> {
  const { wallet } = connectedWallet(store)
  return store.openRequests.track(wallet, wallet.driver.sign(request))
}

type ConnectedWallet = { wallet: FoundWallet; account: Account; accounts: readonly Address[] }

export function connectedWallet({ state, wallets }: WalletStore): ConnectedWallet {
  const wallet = state.status === 'connected' ? wallets.get(state.walletId) : undefined
  if (state.status !== 'connected' || !wallet) throw new WalletNotConnectedError()
  return { wallet, account: accountInUse(state), accounts: state.accounts }
}
