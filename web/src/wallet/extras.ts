/** Wallet requests other than connecting and signing; a lazily loaded chunk. */

import { RESTORE_PROBE_MS } from '@countersign/contract/limits.ts'
import { connectedWallet, readAccount } from './account.ts'
import { abandonConnect, isConnectedTo, remember } from './connect.ts'
import type { FoundWallet } from './found-wallet.ts'
import { hasAccount, readAccounts, readChainId, toChainId } from './provider.ts'
import type { Account, Address, PickedAccount, Wants } from './wallet.ts'
import { WalletNotFoundError } from './wallet-error.ts'
import { dispatch, findWallet, type WalletStore } from './wallet-store.ts'
import { withTimeout } from './with-timeout.ts'

export type WalletExtras = {
  chooseAccount(wants?: Wants): Promise<PickedAccount>
  lookForAccount(wants?: Wants): Promise<PickedAccount>
  /** Every account that the connected wallet shares, in its order; it signs for each of them. */
  sharedAccounts(): readonly Address[]
  /** Uses one of the shared accounts until the person switches to another in the wallet. */
  preferAccount(address: Address): void
  /** Connects without a prompt when the wallet already shares an account: not every wallet announces an approval. */
  resume(walletId: string): Promise<Account | undefined>
  /** Settles when the wallet answers a request that needs no approval. */
  probe(walletId: string): Promise<void>
  disconnect(): void
  appLink(walletId: string): string | undefined
  isOnThisDevice(): boolean
}

export function walletExtras(store: WalletStore): WalletExtras {
  return {
    chooseAccount: (wants) => chooseAccount(store, wants),
    lookForAccount: (wants) => pickSharedAccount(store, connectedWallet(store), wants),
    sharedAccounts: () => sharedAccounts(store),
    preferAccount: (address) => preferAccount(store, address),
    resume: (walletId) => resume(store, walletId),
    probe: (walletId) => probe(store, walletId),
    disconnect: () => disconnect(store),
    appLink: (walletId) => store.wallets.get(walletId)?.link?.appLink(),
    isOnThisDevice: () => store.state.status === 'connected' && store.state.sameDevice === true,
  }
}

/** Wallets emit no event for a newly shared account and list it anywhere, so the lists are compared. */
async function chooseAccount(store: WalletStore, wants?: Wants): Promise<PickedAccount> {
  const before = connectedWallet(store)
  const { wallet } = before
  const params = [{ eth_accounts: {} }]
  await store.openRequests.track(wallet, wallet.provider.request({ method: 'wallet_requestPermissions', params }))
  return pickSharedAccount(store, before, wants)
}

async function pickSharedAccount(
  store: WalletStore,
  before: ReturnType<typeof connectedWallet>,
  wants: Wants | undefined,
): Promise<PickedAccount> {
  const { wallet, account } = before
  const shared = await withTimeout(store.env.timers, RESTORE_PROBE_MS, readAccounts(wallet.provider))
  if (hasAccount(shared)) {
    dispatch(store, { type: 'accounts_changed', walletId: wallet.id, accounts: shared })
    const added = shared.filter((address) => !before.accounts.includes(address))
    const pick = pickAccount({ shared, added, inUse: account.address, wants })
    if (pick) preferAccount(store, pick)
  }
  const now = await readAccount(store)
  return { account: now, changed: now.address !== account.address }
}

type Choice = { shared: readonly Address[]; added: readonly Address[]; inUse: Address; wants: Wants | undefined }

/** Prefers a newly shared account; without a filter, the account that the wallet now lists first. */
function pickAccount({ shared, added, inUse, wants }: Choice): Address | undefined {
  if (!wants) return added[0] ?? (shared[0] === inUse ? undefined : shared[0])
  const wanted = added.find(wants)
  if (wanted || wants(inUse)) return wanted
  return shared.find(wants) ?? added[0]
}

async function resume(store: WalletStore, walletId: string): Promise<Account | undefined> {
  const wallet = findWallet(store, walletId)
  if (!wallet) throw new WalletNotFoundError()
  const { timers } = store.env
  const accounts = await withTimeout(timers, RESTORE_PROBE_MS, readAccounts(wallet.provider))
  if (!hasAccount(accounts)) return undefined
  store.manualDisconnect.clear()
  const chainId = toChainId(await withTimeout(timers, RESTORE_PROBE_MS, readChainId(wallet.provider)))
  dispatch(store, { type: 'accounts_shared', walletId, accounts, chainId })
  if (isConnectedTo(store, walletId)) remember(store, walletId, false)
  return { address: accounts[0], chainId }
}

function sharedAccounts({ state }: WalletStore): readonly Address[] {
  return state.status === 'connected' ? state.accounts : []
}

function preferAccount(store: WalletStore, address: Address): void {
  const { state } = store
  if (state.status !== 'connected' || !state.accounts.includes(address)) return
  dispatch(store, { type: 'account_preferred', walletId: state.walletId, address })
}

/** A linked wallet is not in this browser, so there is nothing to probe. */
async function probe(store: WalletStore, walletId: string): Promise<void> {
  const wallet = findWallet(store, walletId)
  if (wallet && !wallet.link) await readChainId(wallet.provider)
}

function disconnect(store: WalletStore): void {
  const { state } = store
  store.manualDisconnect.set()
  for (const walletId of store.connectRequests.keys()) abandonConnect(store, walletId)
  dispatch(store, { type: 'released' })
  store.env.tabs.announceDisconnect()
  const wallet = state.status === 'connected' ? store.wallets.get(state.walletId) : undefined
  if (!wallet) return
  remember(store, wallet.id, true)
  revoke(wallet)
}

/** Not awaited: many wallets cannot revoke, and `away` and the disconnect flag apply then. */
function revoke({ provider }: FoundWallet): void {
  provider.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] }).catch(() => undefined)
}
