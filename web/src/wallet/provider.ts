import { getAddress } from 'viem'
import type { SharedAccounts } from './connection.ts'
import type { Address } from './wallet.ts'

export type Provider = {
  request(args: { method: string; params?: unknown }): Promise<unknown>
  on?(event: string, listener: (value: unknown) => void): unknown
}

/** An alternative to `eth_requestAccounts`; undefined when the wallet does not support it. */
export type ConnectMethod = (provider: Provider) => Promise<unknown[] | undefined>

export const USER_REJECTED = 4001
const ALREADY_PENDING = -32002

/** Sends its first request in the caller's task, while the click still allows the wallet to open a window. */
export async function requestAccounts(provider: Provider, method: ConnectMethod | undefined): Promise<Address[]> {
  const accounts = method && (await method(provider))
  if (!accounts) return requestPermission(provider)
  return accounts.length > 0 ? toAddresses(accounts) : readAccounts(provider)
}

/** `wallet_requestPermissions` lets people choose again; wallets without it support `eth_requestAccounts`. */
async function requestPermission(provider: Provider): Promise<Address[]> {
  try {
    await provider.request({ method: 'wallet_requestPermissions', params: [{ eth_accounts: {} }] })
    const accounts = await readAccounts(provider)
    if (accounts.length > 0) return accounts
  } catch (error) {
    const code = errorCode(error)
    if (code === USER_REJECTED || code === ALREADY_PENDING) throw error
  }
  return toAddresses(await provider.request({ method: 'eth_requestAccounts' }))
}

export async function readAccounts(provider: Provider): Promise<Address[]> {
  return toAddresses(await provider.request({ method: 'eth_accounts' }))
}

export async function readChainId(provider: Provider): Promise<number> {
  return toChainId(await provider.request({ method: 'eth_chainId' }))
}

export function toAddresses(accounts: unknown): Address[] {
  return Array.isArray(accounts) ? accounts.map((account) => getAddress(String(account))) : []
}

/** The chain id is only written into the message, so an invalid one is replaced by Ethereum's. */
export function toChainId(value: unknown): number {
  const chainId = Number(value)
  return Number.isSafeInteger(chainId) && chainId > 0 ? chainId : 1
}

export function hasAccount(accounts: readonly Address[] | undefined): accounts is SharedAccounts {
  return accounts?.[0] !== undefined
}

export function createProviderError(code: number, message: string): Error & { code: number } {
  return Object.assign(new Error(message), { code })
}

export function errorCode(error: unknown): number | undefined {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'number'
    ? error.code
    : undefined
}
