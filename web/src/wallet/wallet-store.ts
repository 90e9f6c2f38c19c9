import { type Config, type Connector, getConnection as readState } from '@wagmi/core'
import type { Address } from 'viem'
import { connectorFor } from './connector.ts'
import type { Found } from './discovery.ts'
import type { WalletEnv } from './env.ts'
import type { ConnectBy } from './one-step.ts'
import type { OpenRequests } from './open-requests.ts'
import type { Quiet } from './quiet.ts'
import type { Account, Connection, LinkCode, WalletLabel } from './wallet.ts'
import type { WalletList } from './wallet-list.ts'

/** A request that is open in a wallet. Wallets cannot be told to stop, so giving up only marks it. */
export type Flight = {
  walletId: string
  answer: Promise<Account>
  abandonedAt: number | undefined
  connectBy: ConnectBy | undefined
  /** What a linked wallet wants shown. */
  code?: LinkCode
}

/**
 * A shared account that is used although the wallet lists another one first. It holds until the wallet lists another
 * account first: the person has then switched there.
 */
export type PreferredAccount = { walletId: string; address: Address; whileFirst: Address | undefined }

/** What the functions of this folder act through. */
export type Desk = {
  env: WalletEnv
  config: Config
  list: WalletList
  quiet: Quiet
  /** One connector per wallet, made when it is first needed or announced. */
  connectors: Map<string, { found: Found; connector: Connector }>
  flights: Map<string, Flight>
  /** The wallet being restored; another object or none means that the restore was overtaken. */
  restoring: { walletId: string } | undefined
  /** A wallet that connected itself while another request was open. */
  missed: Connector | undefined
  /** The wallet a person clicked last. */
  clicked: string | undefined
  restarted: boolean
  preferred: PreferredAccount | undefined
  requests: OpenRequests
  missing: string | undefined
  listeners: Set<() => void>
  /** The last reading: the same object until it changes. */
  connection: Connection
  changed(): void
}

export function connectorOf(desk: Desk, walletId: string): Connector | undefined {
  const known = desk.connectors.get(walletId)
  if (known) return known.connector
  const found = desk.list.find(walletId)
  if (!found) return undefined
  const { setup, setState } = desk.config._internal.connectors // the only door for connectors that come later
  const connector = setup(connectorFor(found, { mayConnectItself, disconnected, connectBy, codeCame }))
  desk.connectors.set(walletId, { found, connector })
  setState((connectors) => [...connectors, connector])
  return connector

  function mayConnectItself(uid: string): boolean {
    const { status, current } = desk.config.state
    if (current === uid && status === 'connected') return true
    const busy = desk.restoring !== undefined || activeFlight(desk) !== undefined
    if (busy) desk.missed = connector
    return !busy && !desk.quiet.isSet() && status === 'disconnected'
  }

  function disconnected(code: number | undefined) {
    desk.restarted = code === 1011
  }

  function connectBy() {
    return desk.flights.get(walletId)?.connectBy
  }

  function codeCame(code: LinkCode) {
    const flight = desk.flights.get(walletId)
    if (!flight || flight.abandonedAt !== undefined) return
    flight.code = code
    desk.changed()
  }
}

/** The four statuses, read from wagmi; `connected` only with an account (R5). */
export function readConnection(desk: Desk): Connection {
  const flight = activeFlight(desk)
  const current = acceptedConnection(desk)
  if (flight && current?.wallet.id !== flight.walletId) {
    const wallet = labelOf(desk, flight.walletId)
    return { status: 'connecting', wallet, ...(flight.code ? { code: flight.code } : {}) }
  }
  if (desk.restoring) return { status: 'reconnecting', wallet: labelOf(desk, desk.restoring.walletId) }
  if (readState(desk.config).status === 'connected' && current) return { status: 'connected', ...current }
  return desk.restarted ? { status: 'disconnected', restarted: true } : { status: 'disconnected' }
}

/** The request a person is waiting for now. */
export function activeFlight(desk: Desk): Flight | undefined {
  return [...desk.flights.values()].find((flight) => flight.abandonedAt === undefined)
}

export function currentConnector(desk: Desk): Connector | undefined {
  const current = acceptedConnection(desk)
  return current && desk.connectors.get(current.wallet.id)?.connector
}

export function labelOf(desk: Desk, walletId: string): WalletLabel | undefined {
  const found = desk.connectors.get(walletId)?.found ?? desk.list.find(walletId)
  return found && { id: found.id, name: found.name, icon: found.icon, rdns: found.rdns }
}

/** The account in use, among those that a wallet shares. */
export function accountInUse(desk: Desk, walletId: string, shared: readonly Address[]): Address | undefined {
  const { preferred } = desk
  const holds = preferred?.walletId === walletId && preferred.whileFirst === shared[0]
  return holds && shared.includes(preferred.address) ? preferred.address : shared[0]
}

/** A chain id is only a number in the message; a wallet that has none is on Ethereum. */
export function chainNumber(value: number): number {
  return Number.isSafeInteger(value) && value > 0 ? value : 1
}

/** wagmi puts a late answer in front; until it is let go the connection that was there stays the one on show. */
function acceptedConnection(desk: Desk): { wallet: WalletLabel; account: Account } | undefined {
  const { connections, current } = desk.config.state
  const open = [...connections.values()].flatMap((connection) => {
    const wallet = labelOf(desk, connection.connector.id)
    const address = accountInUse(desk, connection.connector.id, connection.accounts)
    const account = address && { address, chainId: chainNumber(connection.chainId) }
    return wallet && account ? [{ wallet, account, uid: connection.connector.uid }] : []
  })
  const wanted = open.filter(({ wallet }) => desk.flights.get(wallet.id)?.abandonedAt === undefined)
  const chosen = wanted.find(({ uid }) => uid === current) ?? wanted[0] ?? open.find(({ uid }) => uid === current)
  return chosen && { wallet: chosen.wallet, account: chosen.account }
}
