/** Codes of EIP-1193 and of WalletConnect, which the classifier knows. */
export const REJECTED = 4001
export const UNAUTHORIZED = 4100
export const UNSUPPORTED = 4200
export const METHODS_MISSING = 5101
export const ENDED_BY_WALLET = 6000

export function failure(code: number, message: string): Error & { code: number } {
  return Object.assign(new Error(message), { code })
}

/** The relay did not take what we sent it, or said why it will not. */
export class RelayError extends Error {
  override readonly name = 'RelayError'
}

/** The wallet forgot this link, or this browser did. */
export function isStale(error: unknown): boolean {
  return error instanceof Error && /no matching key|topic doesn't exist/i.test(error.message)
}
