/** Cross-device sign-in: the wallet on a phone signs the challenge of a computer. */

import type { ErrorCode } from '../error/errors.ts'
import { defineRoute } from '../route.ts'
import type * as schemas from '../schemas/phone.ts'

export type {
  OpenedPhoneRequest,
  PhonePurpose,
  PhoneRequest,
  PhoneState,
  RedeemedPhoneRequest,
} from '../schemas/phone.ts'

/** Why a request can no longer be used. */
const ended = ['phone_expired', 'phone_ended', 'phone_used', 'phone_locked', 'phone_networks_exceeded'] as const
const ofPhone = ['phone_off', 'phone_code_unknown', ...ended] as const satisfies readonly ErrorCode[]

/** By the computer, which shows `code` and `number`. */
export const createPhoneRequest = defineRoute<typeof schemas.createPhoneRequest>()('POST /api/phone-requests', {
  caller: 'browser',
  status: 201,
  errors: [
    ...['phone_off', 'phone_not_allowed', 'purpose_not_allowed'],
    ...['unauthenticated', 'session_expired', 'session_revoked'],
  ] as const,
})

/** For the browser that created it, and for the phone that typed its number. */
export const getPhoneRequest = defineRoute<typeof schemas.getPhoneRequest>()('GET /api/phone-requests/:id', {
  caller: 'browser',
})

/** A server-sent event for each change of state; its data is the answer of `getPhoneRequest`. */
export const listenToPhoneRequest = defineRoute<typeof schemas.listenToPhoneRequest>()(
  'GET /api/phone-requests/:id/events',
  { caller: 'browser', media: 'text/event-stream' },
)

/** Gives the computer the proof, for the route that its challenge is for. `digits` unless `direct`. */
export const redeemPhoneRequest = defineRoute<typeof schemas.redeemPhoneRequest>()(
  'POST /api/phone-requests/:id/redeem',
  {
    caller: 'browser',
    errors: [
      ...['phone_off', 'phone_not_allowed', 'phone_device_unknown', 'phone_not_approved', 'phone_digits_wrong'],
      ...ended,
    ] as const,
  },
)

export const cancelPhoneRequest = defineRoute()('DELETE /api/phone-requests/:id', { caller: 'browser', status: 204 })

/** By the phone: what the code is for. */
export const openPhoneRequest = defineRoute<typeof schemas.openPhoneRequest>()('POST /api/phone/open', {
  caller: 'browser',
  errors: ofPhone,
})

/** The number that the computer shows. A wrong one declines the request. */
export const matchPhoneRequest = defineRoute<typeof schemas.matchPhoneRequest>()('POST /api/phone/match', {
  caller: 'browser',
  errors: [...ofPhone, 'phone_not_approved', 'phone_number_wrong'],
})

/** The proof of the computer's challenge, signed by a wallet of the phone. */
export const approvePhoneRequest = defineRoute<typeof schemas.approvePhoneRequest>()('POST /api/phone/approve', {
  caller: 'browser',
  proof: true,
  errors: [
    ...ofPhone,
    ...[
      'phone_not_approved',
      'phone_not_allowed',
      'phone_device_unknown',
      'person_suspended',
      'wallet_not_yours',
      'wallet_too_new',
    ],
    ...['wallet_in_use', 'wallet_already_yours'],
  ] as const,
})

export const declinePhoneRequest = defineRoute<typeof schemas.declinePhoneRequest>()('POST /api/phone/decline', {
  caller: 'browser',
  status: 204,
  errors: ['phone_code_unknown', 'phone_used'],
})
