import { defineRoute } from '../route.ts'
import type * as schemas from '../schemas/recovery.ts'

/** The codes are shown once and stored as hashes; older codes become invalid. */
export const createRecoveryCodes = defineRoute<typeof schemas.createRecoveryCodes>()('POST /api/me/recovery-codes', {
  stepUp: { action: 'recovery.create' },
  status: 201,
})

export const dropRecoveryCodes = defineRoute()('DELETE /api/me/recovery-codes', {
  stepUp: { action: 'recovery.drop' },
  status: 204,
})

/** A new wallet signs, and a recovery code or link identifies the account. */
export const recover = defineRoute<typeof schemas.recover>()('POST /api/recoveries', {
  caller: 'browser',
  status: 201,
  proof: true,
  phone: true,
  errors: [
    'setup_required',
    'recovery_invalid',
    'wallet_in_use',
    'wallet_already_yours',
    'wallet_limit',
    'person_suspended',
    'deletion_not_yours',
  ],
})
