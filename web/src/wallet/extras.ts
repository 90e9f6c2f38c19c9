import type { Account } from '@countersign/contract/family/account.ts'
/** Wallet requests other than connecting and signing; a lazily loaded chunk. */

import { RESTORE_PROBE_MS } from '@countersign/contract/limits.ts'
import { connectedWallet, readAccount } from './account.ts'
import { abandonConnect, isConnectedTo, rememberWallet } from './connection/connect.ts'
import { hasAccount } from './connection/connection.ts'
import { families } from './families.ts'
import type { Address, AddressFilter, PickedAccount } from './wallet.ts'
import { WalletNotFoundError } from './wallet-error.ts'
import { dispatch, findWallet, type WalletStore } from './wallet-store.ts'
import { withTimeout } from './with-timeout.ts'

export function walletExtras(store: WalletStore) {
  return {
    /** Opens the account picker of the connected wallet. */
    async chooseAccount(allows?: AddressFilter): Promise<PickedAccount> {
      const before = connectedWallet(store)
      const { wallet } = before
      await store.openRequests.track(wallet, wallet.driver.pickAccount())
      return pickSharedAccount(store, before, allows)
    },
    /** Looks for another account without a prompt. */
    lookForAccount: async (allows?: AddressFilter) => pickSharedAccount(store, connectedWallet(store), allows),
    /** In the wallet's order; it signs for each of them. */
    sharedAccounts: (): readonly Address[] => (store.state.status === 'connected' ? store.state.accounts : []),
    /** Uses one of the shared accounts until the person switches to another in the wallet. */
    preferAccount: (address: Address) => preferAccount(store, address),
    /** Connects without a prompt if the wallet already shares an account: not every wallet announces an approval. */
    resume: (walletId: string) => resume(store, walletId),
    /** Settles when the wallet answers a request that needs no approval; a linked wallet is not in this browser. */
    async probe(walletId: string): Promise<void> {
      const wallet = findWallet(store, walletId)
      if (wallet && !wallet.link) await wallet.driver.readChain()
    },
    disconnect: () => disconnect(store),
    appLink: (walletId: string) => store.wallets.get(walletId)?.link?.appLink(),
    isOnThisDevice: () => store.state.status === 'connected' && store.state.sameDevice === true,
  }
}

/** Wallets emit no event for a newly shared account and list it anywhere, so the lists are compared. */
async function pickSharedAccount(
  store: WalletStore,
  before: ReturnType<typeof connectedWallet>,
  allows: AddressFilter | undefined,
): Promise<PickedAccount> {
  const { wallet, account } = before
  const shared = await withTimeout(store.env.timers, RESTORE_PROBE_MS, wallet.driver.readAccounts())
  if (hasAccount(shared) && (isConnectedTo(store, wallet.id) || !store.manualDisconnect.isSet())) {
    // Shared again: Solana wallets end the connection before they show their accounts.
    dispatch(store, { ...account, type: 'accounts_shared', walletId: wallet.id, accounts: shared })
    const added = shared.filter((address) => !before.accounts.includes(address))
    const pick = pickAccount({ shared, added, current: account.address, allows })
    if (pick) preferAccount(store, pick)
  }
  const now = await readAccount(store)
  return { account: now, changed: now.address !== account.address }
}

type Choice = { shared: readonly Address[]; added: Address[]; current: Address; allows: AddressFilter | undefined }

/** Prefers a newly shared account; without a filter, the account that the wallet now lists first. */
function pickAccount({ shared, added, current, allows }: Choice): Address | undefined {
  if (!allows) return added[0] ?? (shared[0] === current ? undefined : shared[0])
  const allowed = added.find(allows)
  if (allowed || allows(current)) return allowed
  return shared.find(allows) ?? added[0]
}

async function resume(store: WalletStore, walletId: string): Promise<Account | undefined> {
  const driver = findWallet(store, walletId)?.driver
  if (!driver) throw new WalletNotFoundError()
  const { timers } = store.env
  const accounts = await withTimeout(timers, RESTORE_PROBE_MS, driver.readAccounts())
  if (!hasAccount(accounts)) return undefined
  store.manualDisconnect.clear()
  const { namespace } = driver
  const chain = (await withTimeout(timers, RESTORE_PROBE_MS, driver.readChain())) ?? families[namespace].mainnet
  dispatch(store, { type: 'accounts_shared', walletId, accounts, namespace, chain })
  if (isConnectedTo(store, walletId)) rememberWallet(store, walletId, { away: false })
  return { namespace, chain, address: accounts[0] }
}

function preferAccount(store: WalletStore, address: Address): void {
  const { state } = store
  if (state.status !== 'connected' || !state.accounts.includes(address)) return
  dispatch(store, { type: 'account_preferred', walletId: state.walletId, address })
}

function disconnect(store: WalletStore): void {
  const { state } = store
  store.manualDisconnect.set()
  for (const walletId of store.connectRequests.keys()) abandonConnect(store, walletId)
  dispatch(store, { type: 'released' })
  store.env.tabs.announceDisconnect()
  const wallet = state.status === 'connected' ? store.wallets.get(state.walletId) : undefined
  if (!wallet) return
  store.sharing.delete(wallet.id)
  rememberWallet(store, wallet.id, { away: true })
  // Not awaited: many wallets cannot revoke, and `away` and the disconnect flag apply then.
  wallet.driver.revoke().catch(() => undefined)
}
