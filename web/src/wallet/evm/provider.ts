import { errorCode } from '../wallet-error.ts'
import { checksumAddress } from './checksum-address.ts'

/** EIP-1193. */
export type Provider = {
  request(args: { method: string; params?: unknown }): Promise<unknown>
  on?(event: string, listener: (value: unknown) => void): unknown
}

export const USER_REJECTED = 4001
const ALREADY_PENDING = -32002

/** `wallet_requestPermissions` lets people choose again; wallets without it support `eth_requestAccounts`. */
export async function requestAccounts(provider: Provider): Promise<string[]> {
  try {
    await requestPermissions(provider)
    const accounts = await readAccounts(provider)
    if (accounts.length > 0) return accounts
  } catch (error) {
    const code = errorCode(error)
    if (code === USER_REJECTED || code === ALREADY_PENDING) throw error
  }
  return toAddresses(await provider.request({ method: 'eth_requestAccounts' }))
}

const PERMISSIONS = [{ eth_accounts: {} }]

export async function requestPermissions(provider: Provider): Promise<void> {
  await provider.request({ method: 'wallet_requestPermissions', params: PERMISSIONS })
}

export async function revokePermissions(provider: Provider): Promise<void> {
  await provider.request({ method: 'wallet_revokePermissions', params: PERMISSIONS })
}

export async function readAccounts(provider: Provider): Promise<string[]> {
  return toAddresses(await provider.request({ method: 'eth_accounts' }))
}

export async function readChain(provider: Provider): Promise<string> {
  return toChain(await provider.request({ method: 'eth_chainId' }))
}

/** In EIP-55 form. */
export function toAddresses(accounts: unknown): string[] {
  return Array.isArray(accounts) ? accounts.map((account) => checksumAddress(String(account))) : []
}

/** The chain is only written into the message, so an invalid one is replaced by Ethereum's. */
export function toChain(value: unknown): string {
  const chainId = Number(value)
  return String(Number.isSafeInteger(chainId) && chainId > 0 ? chainId : 1)
}

export function createProviderError(code: number, message: string): Error & { code: number } {
  return Object.assign(new Error(message), { code })
}
