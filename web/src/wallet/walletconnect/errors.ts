import { createProviderError, USER_REJECTED } from '../evm/provider.ts'
import { readMember } from '../untrusted.ts'
import { type KnownProblem, KnownProblemError } from '../wallet-error.ts'

export const UNAUTHORIZED = 4100
export const UNSUPPORTED = 4200
export const METHODS_MISSING = 5101
export const ENDED_BY_WALLET = 6000

/** The relay rejected a message or a connection. */
export class RelayError extends Error {
  override readonly name = 'RelayError'
}

/** The wallet or this browser no longer has the session. */
export function isStale(error: unknown): boolean {
  return STALE.test(messageOf(error))
}

/** Maps the library's codes and messages to problems; other errors are returned as they are. */
export function mapLibraryError(error: unknown): unknown {
  const code = codeOf(error)
  if (code >= 5000 && code <= 5003) return createProviderError(USER_REJECTED, messageOf(error))
  if (code >= 5100 && code <= 5104) return toKnownProblem(error, 'wallet/cannot_sign', 'other_wallet')
  if (code === ENDED_BY_WALLET) return toKnownProblem(error, 'wallet/disconnected', 'connect_again')
  // The library sets code 0 on errors without a code.
  const row = code ? undefined : rows.find(({ pattern }) => pattern.test(messageOf(error)))
  if (row) return toKnownProblem(error, row.code, row.remedy)
  return error instanceof RelayError ? toKnownProblem(error, 'wallet/relay_down', 'try_again') : error
}

export function messageOf(error: unknown): string {
  return String(readMember(error, 'message') ?? error)
}

const STALE = /no matching key|topic doesn't exist/i

/** The first match decides. */
const rows: (KnownProblem & { pattern: RegExp })[] = [
  { pattern: /proposal expired/i, code: 'wallet/code_expired', remedy: 'try_again' },
  { pattern: /not yet valid|\b(?:iat|nbf)\b/i, code: 'wallet/clock_wrong', remedy: 'try_again' },
  {
    pattern: /unauthorized|invalid key|origin not allowed|code: 3000/i,
    code: 'wallet/relay_refused',
    remedy: 'other_wallet',
  },
  { pattern: /request expired/i, code: 'wallet/no_answer', remedy: 'try_again' },
  { pattern: STALE, code: 'wallet/disconnected', remedy: 'connect_again' },
  {
    pattern: /no internet|socket|publish|subscribing|connection interrupted/i,
    code: 'wallet/relay_down',
    remedy: 'try_again',
  },
]

function toKnownProblem(error: unknown, code: KnownProblem['code'], remedy: KnownProblem['remedy']): KnownProblemError {
  return new KnownProblemError({ code, remedy }, error instanceof Error ? error : new Error(messageOf(error)))
}

function codeOf(error: unknown): number {
  return Number(readMember(error, 'code') ?? 0)
}
