import { RESTORE_PROBE_MS } from '@countersign/contract/limits.ts'
import type { Connector } from '@wagmi/core'
import type { Address } from 'viem'
import { provider } from './connect.ts'
import { withLimit } from './time-limit.ts'
import type { Account } from './wallet.ts'
import { WalletGoneError } from './wallet-error.ts'
import { accountInUse, chainNumber, currentConnector, type Desk, readConnection } from './wallet-store.ts'

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
  await followAccounts(desk, connector, accounts)
  return { address: accountInUse(desk, connector.id, accounts) ?? account.address, chainId: chainNumber(chainId) }
}

/** Takes over a list of accounts that the wallet did not announce. */
export async function followAccounts(desk: Desk, connector: Connector, accounts: readonly Address[]): Promise<void> {
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

export function connected(desk: Desk): { connector: Connector; account: Account } {
  const connection = readConnection(desk)
  const connector = currentConnector(desk)
  if (connection.status !== 'connected' || !connector) throw new WalletGoneError()
  return { connector, account: connection.account }
}

function toHex(text: string): string {
  return `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
