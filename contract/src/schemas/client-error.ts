import * as z from 'zod/mini'
import { pages } from '../pages.ts'

/** Wallet problems in the page. Only their counts are reported. */
export const walletCodes = [
  'wallet/none',
  'wallet/not_found',
  'wallet/pending',
  'wallet/no_answer',
  'wallet/no_signature',
  'wallet/unauthorized',
  'wallet/cannot_sign',
  'wallet/offline',
  'wallet/network_down',
  'wallet/limited',
  'wallet/refused',
  'wallet/unreadable',
  'wallet/internal',
  'wallet/restarted',
  'wallet/disconnected',
  'wallet/popup_blocked',
  'wallet/blocked_by_csp',
  'wallet/bad_signature_format',
  'wallet/other_text',
  'wallet/account_missing',
  'wallet/hardware_locked',
  'wallet/hardware_unsupported',
  'wallet/multisig',
  'wallet/insecure_page',
  'wallet/framed',
  'wallet/wrong_address',
  'wallet/code_expired',
  'wallet/relay_down',
  'wallet/relay_refused',
  'wallet/clock_wrong',
  'wallet/not_loaded',
  'wallet/unknown',
] as const
export type WalletCode = (typeof walletCodes)[number]

export const clientErrorCodes = [...walletCodes, 'page/crashed'] as const
export type ClientErrorCode = (typeof clientErrorCodes)[number]

export const reportClientError = {
  body: z.strictObject({ code: z.enum(clientErrorCodes), place: z.optional(z.enum(pages)) }),
}
