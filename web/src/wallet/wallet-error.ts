import type { WalletCode } from '@countersign/contract/routes/client-error.ts'

/** The wallet is not in this browser. */
export class WalletNotFoundError extends Error {
  override readonly name = 'WalletNotFoundError'
}

/** The wallet answered, and shared no account. */
export class NoAccountError extends Error {
  override readonly name = 'NoAccountError'
}

/** There is no connection to ask. */
export class WalletGoneError extends Error {
  override readonly name = 'WalletGoneError'
}

/** A problem that one of our own adapters has already recognized from its library's error. */
export class KnownProblemError extends Error {
  override readonly name = 'KnownProblemError'
  readonly problem: KnownProblem

  constructor(problem: KnownProblem, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.problem = problem
  }
}

export type KnownProblem = { code: WalletCode; remedy: 'try_again' | 'other_wallet' | 'connect_again' }
