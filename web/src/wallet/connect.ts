import { LATE_ANSWER_WINDOW_MS } from '@countersign/contract/limits.ts'
import { type Connector, connect } from '@wagmi/core'
import { clearConnections } from './config.ts'
import type { ConnectBy } from './one-step.ts'
import { rememberRecent } from './recent.ts'
import type { Account } from './wallet.ts'
import { NoAccountError, WalletNotFoundError } from './wallet-error.ts'
import {
  accountInUse,
  activeFlight,
  chainNumber,
  connectorOf,
  currentConnector,
  type Desk,
  type Flight,
  labelOf,
} from './wallet-store.ts'

/** Asks a wallet for its account. One request per wallet at a time: a second click joins the first (R4). */
export function connectWallet(desk: Desk, walletId: string, connectBy?: ConnectBy): Promise<Account> {
  const connector = connectorOf(desk, walletId)
  if (!connector) return Promise.reject(new WalletNotFoundError())
  overtakeRestore(desk)
  desk.quiet.clear()
  desk.restarted = false
  desk.clicked = walletId

  const open = desk.flights.get(walletId)
  for (const flight of desk.flights.values()) if (flight !== open) giveUp(desk, flight)
  if (open) {
    open.abandonedAt = undefined
    desk.config.setState((state) => ({ ...state, status: 'connecting' }))
    return open.answer
  }
  const flight: Flight = { walletId, abandonedAt: undefined, answer: new Promise(() => {}), connectBy }
  desk.flights.set(walletId, flight) // before asking, so that the status never falls back in between
  flight.answer = settle(desk, flight, connector)
  // The code of a linked wallet is gone with the page: nothing of it waits in the wallet.
  if (!desk.list.find(walletId)?.link) void desk.requests.track(connector, flight.answer)
  flight.answer.catch(() => undefined) // the caller hears of it; an abandoned one has no caller any more
  desk.changed()
  return flight.answer
}

/** Stops waiting. The request stays open in the wallet, and its late answer becomes a connection (R4). */
export function abandonConnect(desk: Desk, walletId: string): void {
  const flight = desk.flights.get(walletId)
  if (!flight || flight.abandonedAt !== undefined) return
  giveUp(desk, flight)
  if (!currentConnector(desk)) clearConnections(desk.config)
  desk.changed()
}

/** Makes the next `connect` a new request: the open one hangs in a window that is gone. */
export function forgetRequest(desk: Desk, walletId: string): void {
  abandonConnect(desk, walletId)
  desk.flights.delete(walletId)
}

/** Lets go of the connection in this tab; the wallet is not told and keeps its permission. */
export async function releaseWallet(desk: Desk): Promise<void> {
  await currentConnector(desk)?.onDisconnect()
  clearConnections(desk.config)
}

export function overtakeRestore(desk: Desk): void {
  if (!desk.restoring) return
  desk.restoring = undefined
  clearConnections(desk.config)
}

export function remember(desk: Desk, walletId: string, away: boolean): void {
  const label = labelOf(desk, walletId)
  if (label) rememberRecent(desk.env.localStorage, { id: walletId, name: label.name, away })
}

async function ask(desk: Desk, connector: Connector): Promise<Account> {
  const present = currentConnector(desk)
  if (present && present !== connector) await releaseWallet(desk) // at most one connection (R6)
  if (present === connector) return known(desk, connector)
  desk.preferred = undefined
  const { accounts, chainId } = await connect(desk.config, { connector })
  const [address] = accounts as readonly Account['address'][] // wagmi's type promises one, wallets do not
  if (address === undefined) throw new NoAccountError()
  return { address, chainId: chainNumber(chainId) }
}

async function settle(desk: Desk, flight: Flight, connector: Connector): Promise<Account> {
  try {
    const account = await ask(desk, connector)
    if (isUnwanted(desk, flight)) await connector.onDisconnect()
    else remember(desk, flight.walletId, false)
    return account
  } catch (error) {
    if (error instanceof NoAccountError) clearConnections(desk.config)
    throw error
  } finally {
    if (desk.flights.get(flight.walletId) === flight) desk.flights.delete(flight.walletId)
    desk.changed()
    replayMissed(desk)
  }
}

/** A late answer is dropped when the person went on with another wallet, or long after it was given up. */
function isUnwanted(desk: Desk, flight: Flight): boolean {
  if (flight.abandonedAt === undefined) return false
  const active = activeFlight(desk)
  if (desk.quiet.isSet() || (active && active.walletId !== flight.walletId)) return true
  if (desk.config.state.connections.size > 1) return true
  return desk.env.timers.now() - flight.abandonedAt > LATE_ANSWER_WINDOW_MS
}

/** wagmi ignores a wallet that connects by itself while a request is open, so it is looked at again afterwards. */
export function replayMissed(desk: Desk): void {
  const missed = desk.missed
  desk.missed = undefined
  if (!missed || activeFlight(desk) || desk.config.state.status !== 'disconnected') return
  missed
    .getChainId()
    .then((chainId) => missed.onConnect?.({ chainId: `0x${chainNumber(chainId).toString(16)}` }))
    .catch(() => undefined) // it is gone again
}

export function giveUp(desk: Desk, flight: Flight): void {
  flight.abandonedAt ??= desk.env.timers.now()
  const link = desk.list.find(flight.walletId)?.link
  if (!link) return
  // Others cannot be told to stop. This one can, so the next click is a new request.
  desk.flights.delete(flight.walletId)
  link.giveUp()
}

function known(desk: Desk, connector: Connector): Account {
  const connection = desk.config.state.connections.get(connector.uid)
  const address = connection && accountInUse(desk, connector.id, connection.accounts)
  if (!connection || !address) throw new NoAccountError()
  return { address, chainId: chainNumber(connection.chainId) }
}

export async function provider(connector: Connector): Promise<Requester> {
  return (await connector.getProvider()) as Requester // the injected connector answers what discovery checked
}

type Requester = { request(args: { method: string; params?: unknown[] }): Promise<unknown> }
