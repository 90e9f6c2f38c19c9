import type { ProblemCode } from '@countersign/contract/error/problem-code.ts'
import { readMember } from './untrusted.ts'

export class WalletNotFoundError extends Error {
  override readonly name = 'WalletNotFoundError'
}

export class NoAccountError extends Error {
  override readonly name = 'NoAccountError'
}

export class WalletNotConnectedError extends Error {
  override readonly name = 'WalletNotConnectedError'
}

export class InvalidAddressError extends Error {
  override readonly name = 'InvalidAddressError'
}

/** A library's error that one of our adapters has already classified. */
export class KnownProblemError extends Error {
  override readonly name = 'KnownProblemError'
  readonly problem: KnownProblem

  constructor(problem: KnownProblem, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.problem = problem
  }
}

export function errorCode(error: unknown): number | undefined {
  const code = readMember(error, 'code')
  return typeof code === 'number' ? code : undefined
}

export type KnownProblem = { code: ProblemCode; remedy: 'try_again' | 'other_wallet' | 'connect_again' }
