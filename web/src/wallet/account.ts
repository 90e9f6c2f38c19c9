import { RESTORE_PROBE_MS } from '@countersign/contract/limits.ts'
import type { Connector } from '@wagmi/core'
import type { Address } from 'viem'
import { provider } from './connect.ts'
import {
  accountInUse,
  chainNumber,
  connectorOf,
  currentConnector,
  type Desk,
  readConnection,
  sharedAccounts,
} from './desk.ts'
import { withLimit } from './time-limit.ts'
import type { Account } from './wallet.ts'
import { WalletGoneError } from './wallet-error.ts'

/**
 * What the wallet says now (R7). A locked wallet answers nothing or never, and unlocks when it is asked to sign:
 * the last known account then stands.
 */
export async function readAccount(desk: Desk): Promise<Account> {
  const { connector, account } = connected(desk)
  const live = withLimit(
    desk.env.timers,
    RESTORE_PROBE_MS,
    Promise.all([connector.getAccounts(), connector.getChainId()]),
  )
  const [accounts, chainId] = (await live.catch(() => undefined)) ?? [[], account.chainId]
  await follow(desk, connector, accounts)
  return { address: accountInUse(desk, connector.id, accounts) ?? account.address, chainId: chainNumber(chainId) }
}

/** What the wallet's account picker changed: with the same accounts as before there is nothing new to use. */
export type PickedAccount = { account: Account; changed: boolean }

/** Whether an account will do. */
export type Wants = (address: string) => boolean

/**
 * Opens the wallet's own account picker. Wallets send no event for an account they did not share before, and list a
 * newly shared one in any place, so what came is compared with what was there.
 */
export async function chooseAccount(desk: Desk, wants?: Wants): Promise<PickedAccount> {
  const { connector, account } = connected(desk)
  const before = sharedAccounts(desk)
  const wallet = await provider(connector)
  const asked = wallet.request({ method: 'wallet_requestPermissions', params: [{ eth_accounts: {} }] })
  await desk.requests.track(connector, asked)
  return takeShared(desk, { connector, account, before, wants })
}

/** Looks whether the wallet shares or shows another account by now, without asking it anything a person would see. */
export async function lookForAccount(desk: Desk, wants?: Wants): Promise<PickedAccount> {
  const { connector, account } = connected(desk)
  return takeShared(desk, { connector, account, before: sharedAccounts(desk), wants })
}

/** Signs with this account from now on: a wallet signs for every account it shares. */
export function preferAccount(desk: Desk, address: Address): void {
  const connector = currentConnector(desk)
  const shared = sharedAccounts(desk)
  if (!connector || !shared.includes(address)) return
  desk.preferred = { walletId: connector.id, address, whileFirst: shared[0] }
  desk.changed()
}

type Before = { connector: Connector; account: Account; before: readonly Address[]; wants: Wants | undefined }

async function takeShared(desk: Desk, { connector, account, before, wants }: Before): Promise<PickedAccount> {
  const shared = (await withLimit(desk.env.timers, RESTORE_PROBE_MS, connector.getAccounts())) ?? []
  await follow(desk, connector, shared)
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

/** Takes over a list of accounts that the wallet did not announce. */
async function follow(desk: Desk, connector: Connector, accounts: readonly Address[]): Promise<void> {
  const known = desk.config.state.connections.get(connector.uid)?.accounts ?? []
  if (accounts.length > 0 && String(accounts) !== String(known)) await connector.onAccountsChanged?.([...accounts])
}

/** Asks the wallet to sign, for this account and through this connector only; no network is asked or changed. */
export async function signMessage(desk: Desk, request: { account: Account; message: string }): Promise<unknown> {
  const { connector } = connected(desk)
  const wallet = await provider(connector)
  const params = [toHex(request.message), request.account.address]
  return desk.requests.track(connector, wallet.request({ method: 'personal_sign', params }))
}

/** Asks what every wallet answers without a person; a linked one is not in this browser, so there is nothing to ask. */
export async function probeWallet(desk: Desk, walletId: string): Promise<void> {
  const connector = connectorOf(desk, walletId)
  if (connector && !desk.list.find(walletId)?.link) await connector.getChainId()
}

function connected(desk: Desk): { connector: Connector; account: Account } {
  const connection = readConnection(desk)
  const connector = currentConnector(desk)
  if (connection.status !== 'connected' || !connector) throw new WalletGoneError()
  return { connector, account: connection.account }
}

function toHex(text: string): string {
  return `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
