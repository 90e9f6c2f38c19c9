import type { RequestNote } from '@countersign/contract/error/errors.ts'
import type { ProblemCode } from '@countersign/contract/error/problem-code.ts'
import type { Proof } from '@countersign/contract/proof.ts'
import type { WalletCode } from '@countersign/contract/routes/client-error.ts'
import type { Requirement } from '@countersign/contract/rule/rule.ts'

export function isWalletCode(code: ProblemCode): code is WalletCode {
  return code.startsWith('wallet/')
}

export type Remedy = 'try_again' | 'other_wallet' | 'connect_again' | 'reload' | 'new_tab' | 'wait' | 'none'

export type Problem = {
  code: ProblemCode
  wallet?: string | undefined
  remedy: Remedy
  chainId?: number | undefined
  /** Seconds to wait before the remedy works. */
  retryAfter?: number | undefined
  detail?: string | undefined
  traceId?: string | undefined
  at: number
  /** With `invite_required` and `requirements_not_met`: the rejected proof, which can request access, and the state of an earlier request. */
  signUp?: { proof: Proof; request: RequestNote | undefined } | undefined
  /** With `requirements_not_met` and `access_unknown`: what a new account needs. */
  requirements?: Requirement[] | undefined
}
