import type { ErrorCode } from '@countersign/contract/errors.ts'
import type { ConnectionCode } from '../api/connection-error.ts'

/** What can go wrong between the page and a wallet. These codes never leave the browser. */
export type WalletCode =
  | 'wallet/none'
  | 'wallet/not_found'
  | 'wallet/pending'
  | 'wallet/no_answer'
  | 'wallet/no_signature'
  | 'wallet/unauthorized'
  | 'wallet/cannot_sign'
  | 'wallet/offline'
  | 'wallet/network_down'
  | 'wallet/limited'
  | 'wallet/refused'
  | 'wallet/unreadable'
  | 'wallet/internal'
  | 'wallet/restarted'
  | 'wallet/disconnected'
  | 'wallet/popup_blocked'
  | 'wallet/blocked_by_csp'
  | 'wallet/bad_signature_format'
  | 'wallet/account_missing'
  | 'wallet/hardware_locked'
  | 'wallet/hardware_unsupported'
  | 'wallet/multisig'
  | 'wallet/insecure_page'
  | 'wallet/framed'
  | 'wallet/wrong_address'
  | 'wallet/unknown'

export type ProblemCode = WalletCode | ConnectionCode | ErrorCode

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
  /** Seconds to wait before the remedy works. */
  retryAfter: number | undefined
  /** For "Details": cleaned, at most 500 characters. */
  detail: string | undefined
  traceId: string | undefined
  at: number
}
