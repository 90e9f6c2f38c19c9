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
  return STALE.test(textOf(error))
}

/** Names for what the library only says in words; what has a code keeps it. */
export function named(error: unknown): unknown {
  const row = hasCode(error) ? undefined : rows.find(([words]) => words.test(textOf(error)))
  const name = row?.[1] ?? (error instanceof RelayError ? 'RelayDownError' : undefined)
  return name ? Object.assign(new Error(textOf(error), { cause: error }), { name }) : error
}

export function textOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error)
}

const STALE = /no matching key|topic doesn't exist/i

/** The first that fits decides. */
const rows: [words: RegExp, name: string][] = [
  [/proposal expired/i, 'CodeExpiredError'],
  [/not yet valid|\b(?:iat|nbf)\b/i, 'ClockError'],
  [/unauthorized|invalid key|origin not allowed|code: 3000/i, 'RelayRefusedError'],
  [/request expired/i, 'TimeoutError'],
  [STALE, 'WalletGoneError'],
  [/no internet|socket|publish|subscribing|connection interrupted/i, 'RelayDownError'],
]

/** Zero is what the library gives to an error without one. */
function hasCode(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code !== 0
}
