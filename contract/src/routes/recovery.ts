import { defineRoute } from '../route.ts'
import type * as schemas from '../schemas/recovery.ts'

/** The codes are shown once and stored as hashes; older codes become invalid. */
export const createRecoveryCodes = defineRoute<typeof schemas.createRecoveryCodes>()({
  method: 'POST',
  path: '/api/me/recovery-codes',
  stepUp: { action: 'recovery.create' },
  status: 201,
})

export const dropRecoveryCodes = defineRoute<typeof schemas.dropRecoveryCodes>()({
  method: 'DELETE',
  path: '/api/me/recovery-codes',
  stepUp: { action: 'recovery.drop' },
  status: 204,
})

/** A new wallet signs, and a recovery code or link identifies the account. */
export const recover = defineRoute<typeof schemas.recover>()({
  method: 'POST',
  path: '/api/recoveries',
  caller: 'browser',
  status: 201,
  proof: true,
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
