import * as z from 'zod/mini'
import { pages } from '../pages.ts'
import { defineRoute } from '../route.ts'

/** What can go wrong between the page and a wallet. Only how often each happened leaves the browser. */
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

/** What a page reports: a problem with a wallet, or that the page itself stopped working. */
export const clientErrorCodes = [...walletCodes, 'page/crashed'] as const
export type ClientErrorCode = (typeof clientErrorCodes)[number]

/** Counted by code and page address, as in `pages`, without what stands for a name in it; nothing about the person, the wallet or its words is sent. */
export const reportClientError = defineRoute({
  method: 'POST',
  path: '/api/client-errors',
  caller: 'anyone',
  body: z.strictObject({ code: z.enum(clientErrorCodes), place: z.optional(z.enum(pages)) }),
  answer: z.undefined(),
  status: 204,
  errors: [],
})
