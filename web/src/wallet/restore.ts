import {
  ANNOUNCE_WAIT_IN_APP_MS,
  ANNOUNCE_WAIT_MS,
  NO_WALLET_AFTER_MS,
  RESTORE_LINKED_MS,
  RESTORE_PROBE_MS,
} from '@countersign/contract/limits.ts'
import { reconnect } from '@wagmi/core'
import { clearConnections } from './config.ts'
import { replayMissed } from './connect.ts'
import { BROWSER_WALLET_ID, DEMO_RDNS, LINKED } from './discovery.ts'
import type { WalletEnv } from './env.ts'
import { readRecent } from './recent.ts'
import { withLimit } from './time-limit.ts'
import { connectorOf, type Desk } from './wallet-store.ts'

/** Brings back the wallet used last, and asks no other: `eth_accounts` with a limit, then `reconnect` (R2, R3). */
export async function restoreRecent(desk: Desk): Promise<void> {
  clearConnections(desk.config)
  const [recent] = readRecent(desk.env.localStorage)
  if (!recent || recent.away || desk.quiet.isSet()) return
  const restoring = { walletId: recent.id }
  desk.restoring = restoring
  desk.changed()
  const restored = await tryRestore(desk, restoring).catch(() => false)
  if (desk.restoring !== restoring) return
  desk.restoring = undefined
  if (!restored) clearConnections(desk.config)
  if (!desk.list.find(recent.id)) desk.missing = recent.name
  desk.changed()
  replayMissed(desk)
}

async function tryRestore(desk: Desk, restoring: { walletId: string }): Promise<boolean> {
  const { timers } = desk.env
  const overtaken = () => desk.restoring !== restoring
  if (!(await isHere(desk, restoring.walletId)) || overtaken()) return false
  const connector = connectorOf(desk, restoring.walletId)
  if (!connector) return false
  const limit = isLinked(restoring.walletId) ? RESTORE_LINKED_MS : RESTORE_PROBE_MS
  const accounts = await withLimit(timers, limit, connector.getAccounts())
  if (!accounts?.[0] || overtaken()) return false
  // `reconnecting` is wagmi's word only while it believes in a current connection.
  desk.config.setState((state) => ({ ...state, current: connector.uid }))
  const late = reconnect(desk.config, { connectors: [connector] })
  const connections = await withLimit(timers, RESTORE_PROBE_MS, late)
  if (connections === undefined || overtaken()) {
    if (desk.clicked !== restoring.walletId) late.then(() => connector.onDisconnect()).catch(() => undefined)
    return false
  }
  return connections.length > 0
}

function isHere(desk: Desk, walletId: string): Promise<boolean> {
  const { env, list } = desk
  if (list.findAlone(walletId)) return Promise.resolve(true)
  return new Promise((resolve) => {
    const done = (here: boolean) => {
      cancel()
      desk.listeners.delete(look)
      resolve(here)
    }
    const look = () => {
      if (list.findAlone(walletId)) done(true)
      else if (isLinked(walletId) && list.settled()) done(false)
    }
    const wait = patienceFor(walletId, env)
    const cancel = env.timers.after(wait, () => done(list.findAlone(walletId) !== undefined))
    desk.listeners.add(look)
  })
}

/** Wallets that answer do so within a tick, a bare `window.ethereum` later by design, and others when they are loaded. */
function patienceFor(walletId: string, { announcesLate, loadDemo }: WalletEnv): number {
  if (isLinked(walletId) || (loadDemo && walletId === DEMO_RDNS)) return RESTORE_LINKED_MS
  const wait = announcesLate ? ANNOUNCE_WAIT_IN_APP_MS : ANNOUNCE_WAIT_MS
  return walletId === BROWSER_WALLET_ID ? Math.max(wait, NO_WALLET_AFTER_MS) : wait
}

function isLinked(walletId: string): boolean {
  return walletId.startsWith(LINKED)
}
