import { RESTORE_PROBE_MS } from '@countersign/contract/limits.ts'
import { accountInUse } from './connection.ts'
import type { FoundWallet } from './found-wallet.ts'
import { hasAccount, readAccounts, readChainId } from './provider.ts'
import type { Account, Address } from './wallet.ts'
import { WalletNotConnectedError } from './wallet-error.ts'
import { dispatch, type WalletStore } from './wallet-store.ts'
import { withTimeout } from './with-timeout.ts'

/** The wallet's current account. A locked wallet shares none or does not answer, so the last one is used then. */
export async function readAccount(store: WalletStore): Promise<Account> {
  const { wallet, account } = connectedWallet(store)
  const { id: walletId, provider } = wallet
  const reading = Promise.all([readAccounts(provider), readChainId(provider)])
  const read = await withTimeout(store.env.timers, RESTORE_PROBE_MS, reading).catch(() => undefined)
  const [accounts, chainId = account.chainId] = read ?? []
  if (!hasAccount(accounts)) return { ...account, chainId }
  dispatch(store, { type: 'accounts_changed', walletId, accounts, chainId })
  const { state } = store
  return state.status === 'connected' && state.walletId === walletId
    ? accountInUse(state)
    : { address: accounts[0], chainId }
}

export async function signMessage(
  store: WalletStore,
  request: { account: Account; message: string },
): Promise<unknown> {
  const { wallet } = connectedWallet(store)
  const params = [toHex(request.message), request.account.address]
  return store.openRequests.track(wallet, wallet.provider.request({ method: 'personal_sign', params }))
}

type ConnectedWallet = { wallet: FoundWallet; account: Account; accounts: readonly Address[] }

export function connectedWallet({ state, wallets }: WalletStore): ConnectedWallet {
  const wallet = state.status === 'connected' ? wallets.get(state.walletId) : undefined
  if (state.status !== 'connected' || !wallet) throw new WalletNotConnectedError()
  return { wallet, account: accountInUse(state), accounts: state.accounts }
}

function toHex(text: string): string {
  return `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
