import { type KnownProblem, KnownProblemError } from '../wallet-error.ts'

/** Codes of EIP-1193 and of WalletConnect. */
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

/** What the library's own codes and words mean (section 3.5 of the wallet research); anything else stays as it is. */
export function explain(error: unknown): unknown {
  const code = codeOf(error)
  if (code >= 5000 && code <= 5003) return failure(REJECTED, textOf(error))
  if (code >= 5100 && code <= 5104) return known(error, 'wallet/cannot_sign', 'other_wallet')
  if (code === ENDED_BY_WALLET) return known(error, 'wallet/disconnected', 'connect_again')
  // Zero is what the library gives to an error without a code.
  const row = code ? undefined : rows.find(({ words }) => words.test(textOf(error)))
  if (row) return known(error, row.code, row.remedy)
  return error instanceof RelayError ? known(error, 'wallet/relay_down', 'try_again') : error
}

export function textOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error)
}

const STALE = /no matching key|topic doesn't exist/i

/** The first that fits decides. */
const rows: (KnownProblem & { words: RegExp })[] = [
  { words: /proposal expired/i, code: 'wallet/code_expired', remedy: 'try_again' },
  { words: /not yet valid|\b(?:iat|nbf)\b/i, code: 'wallet/clock_wrong', remedy: 'try_again' },
  {
    words: /unauthorized|invalid key|origin not allowed|code: 3000/i,
    code: 'wallet/relay_refused',
    remedy: 'other_wallet',
  },
  { words: /request expired/i, code: 'wallet/no_answer', remedy: 'try_again' },
  { words: STALE, code: 'wallet/disconnected', remedy: 'connect_again' },
  {
    words: /no internet|socket|publish|subscribing|connection interrupted/i,
    code: 'wallet/relay_down',
    remedy: 'try_again',
  },
]

function known(error: unknown, code: KnownProblem['code'], remedy: KnownProblem['remedy']): KnownProblemError {
  return new KnownProblemError({ code, remedy }, error instanceof Error ? error : new Error(textOf(error)))
}

function codeOf(error: unknown): number {
  return typeof error === 'object' && error !== null && 'code' in error ? Number(error.code) : 0
}
