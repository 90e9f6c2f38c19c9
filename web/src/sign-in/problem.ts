import type { ErrorCode, RequestNote } from '@countersign/contract/errors.ts'
import type { Proof } from '@countersign/contract/proof.ts'
import type { WalletCode } from '@countersign/contract/routes/client-error.ts'
import type { ConnectionCode } from '../api/connection-error.ts'

export type ProblemCode = WalletCode | ConnectionCode | ErrorCode

/** Our own names for them; the server's have no slash. */
export function isWalletCode(code: ProblemCode): code is WalletCode {
  return code.startsWith('wallet/')
}

/** The one button that helps. */
export type Remedy =
  | 'try_again'
  | 'other_wallet'
  | 'connect_again'
  | 'reload'
  | 'new_tab'
  | 'wait'
  | 'get_wallet'
  | 'none'

export type Problem = {
  code: ProblemCode
  wallet: string | undefined
  remedy: Remedy
  /** Where the account lives, for what has to do with that. */
  chainId?: number | undefined
  /** Seconds to wait before the remedy works. */
  retryAfter: number | undefined
  /** For "Details": cleaned, at most 500 characters. */
  detail: string | undefined
  traceId: string | undefined
  at: number
  /** With `invite_required`: the proof that was refused, which can ask for access, and what became of an earlier request. */
  signUp?: { proof: Proof; request: RequestNote | undefined } | undefined
}
