/** What is asked of a wallet beyond connecting and signing. Fetched when it is first needed. */

import { RESTORE_PROBE_MS } from '@countersign/contract/limits.ts'
import type { Connector } from '@wagmi/core'
import type { Address } from 'viem'
import { connected, followAccounts, readAccount } from './account.ts'
import { giveUp, overtakeRestore, provider, releaseWallet, remember } from './connect.ts'
import { withLimit } from './time-limit.ts'
import type { Account, PickedAccount, Wants } from './wallet.ts'
import { WalletNotFoundError } from './wallet-error.ts'
import { chainNumber, connectorOf, currentConnector, type Desk } from './wallet-store.ts'

export type WalletExtras = {
  /** Opens the account picker of the connected wallet, and takes an account that it shares then. */
  chooseAccount(wants?: Wants): Promise<PickedAccount>
  /** Looks for another account without opening anything. */
  lookForAccount(wants?: Wants): Promise<PickedAccount>
  /** Every account that the connected wallet shares; it signs for each of them. */
  sharedAccounts(): readonly Address[]
  /** Uses one of the shared accounts until the person switches to another in the wallet. */
  preferAccount(address: Address): void
  /** Looks without asking: the account, when the wallet already shares one. */
  resume(walletId: string): Promise<Account | undefined>
  /** Settles when the wallet answers something that no person is asked about. */
  probe(walletId: string): Promise<void>
  /** "Disconnect wallet": takes the permission back and stays quiet until the next click. */
  disconnect(): Promise<void>
  /** Opens the app of a linked wallet, where that is on this device. */
  appLink(walletId: string): string | undefined
}

export function walletExtras(desk: Desk): WalletExtras {
  return {
    chooseAccount: (wants) => chooseAccount(desk, wants),
    lookForAccount: (wants) => lookForAccount(desk, wants),
    sharedAccounts: () => sharedAccounts(desk),
    preferAccount: (address) => preferAccount(desk, address),
    resume: (walletId) => resumeWallet(desk, walletId),
    probe: (walletId) => probeWallet(desk, walletId),
    disconnect: () => disconnectWallet(desk),
    appLink: (walletId) => desk.list.find(walletId)?.link?.appLink(),
  }
}

/**
 * Opens the wallet's own account picker. Wallets send no event for an account they did not share before, and list a
 * newly shared one in any place, so what came is compared with what was there.
 */
async function chooseAccount(desk: Desk, wants?: Wants): Promise<PickedAccount> {
  const { connector, account } = connected(desk)
  const before = sharedAccounts(desk)
  const wallet = await provider(connector)
  const asked = wallet.request({ method: 'wallet_requestPermissions', params: [{ eth_accounts: {} }] })
  await desk.requests.track(connector, asked)
  return takeShared(desk, { connector, account, before, wants })
}

/** Looks whether the wallet shares or shows another account by now, without asking it anything a person would see. */
async function lookForAccount(desk: Desk, wants?: Wants): Promise<PickedAccount> {
  const { connector, account } = connected(desk)
  return takeShared(desk, { connector, account, before: sharedAccounts(desk), wants })
}

type Before = { connector: Connector; account: Account; before: readonly Address[]; wants: Wants | undefined }

async function takeShared(desk: Desk, { connector, account, before, wants }: Before): Promise<PickedAccount> {
  const shared = (await withLimit(desk.env.timers, RESTORE_PROBE_MS, connector.getAccounts())) ?? []
  await followAccounts(desk, connector, shared)
  const fresh = shared.filter((address) => !before.includes(address))
  const pick = pickAmong({ shared, fresh, inUse: account.address, wants })
  if (pick) preferAccount(desk, pick)
  const now = await readAccount(desk)
  return { account: now, changed: now.address !== account.address }
}

type Choice = { shared: readonly Address[]; fresh: readonly Address[]; inUse: Address; wants: Wants | undefined }

/** One that was just shared comes first; without a wish, the one that the wallet now lists first. */
function pickAmong({ shared, fresh, inUse, wants }: Choice): Address | undefined {
  if (!wants) return fresh[0] ?? (shared.includes(inUse) && shared[0] === inUse ? undefined : shared[0])
  const wanted = fresh.find(wants)
  if (wanted || wants(inUse)) return wanted
  return shared.find(wants) ?? fresh[0]
}

/** Looks without asking: wallets that were approved meanwhile do not always say so. */
async function resumeWallet(desk: Desk, walletId: string): Promise<Account | undefined> {
  const connector = connectorOf(desk, walletId)
  if (!connector) throw new WalletNotFoundError()
  const accounts = await withLimit(desk.env.timers, RESTORE_PROBE_MS, connector.getAccounts())
  const address = accounts?.[0]
  if (!address) return undefined
  desk.quiet.clear()
  const chainId = chainNumber((await withLimit(desk.env.timers, RESTORE_PROBE_MS, connector.getChainId())) ?? 1)
  await connector.onConnect?.({ chainId: `0x${chainId.toString(16)}` })
  if (currentConnector(desk) === connector) remember(desk, walletId, false)
  return { address, chainId }
}

/** Signs with this account from now on: a wallet signs for every account it shares. */
function preferAccount(desk: Desk, address: Address): void {
  const connector = currentConnector(desk)
  const shared = sharedAccounts(desk)
  if (!connector || !shared.includes(address)) return
  desk.preferred = { walletId: connector.id, address, whileFirst: shared[0] }
  desk.changed()
}

/** Asks what every wallet answers without a person; a linked one is not in this browser, so there is nothing to ask. */
async function probeWallet(desk: Desk, walletId: string): Promise<void> {
  const connector = connectorOf(desk, walletId)
  if (connector && !desk.list.find(walletId)?.link) await connector.getChainId()
}

/** Every account that the connected wallet shares, in its order. */
function sharedAccounts(desk: Desk): readonly Address[] {
  const connector = currentConnector(desk)
  return (connector && desk.config.state.connections.get(connector.uid)?.accounts) ?? []
}

/** "Disconnect wallet": the permission is taken back where the wallet can do that; nobody waits for it. */
async function disconnectWallet(desk: Desk): Promise<void> {
  const connector = currentConnector(desk)
  overtakeRestore(desk)
  for (const flight of desk.flights.values()) giveUp(desk, flight)
  desk.quiet.set()
  await releaseWallet(desk)
  desk.env.tabs.tellWalletGone()
  if (!connector) return
  remember(desk, connector.id, true)
  revoke(connector)
}

function revoke(connector: Connector): void {
  provider(connector)
    .then((wallet) => wallet.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] }))
    .catch(() => undefined) // many wallets cannot; `away` and the quiet flag then stand in for it
}
