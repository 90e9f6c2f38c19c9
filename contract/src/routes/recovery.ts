import { defineRoute } from '../route.ts'
import type * as schemas from '../schemas/recovery.ts'

/** Shown once, here; kept only as hashes. Codes of before are void. */
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

/** A new wallet signs, and a code or an admin's link says whose account it joins. */
export const recover = defineRoute<typeof schemas.recover>()({
  method: 'POST',
  path: '/api/recoveries',
  caller: 'browser',
  status: 201,
  proof: true,
  errors: ['recovery_invalid', 'wallet_in_use', 'wallet_already_yours', 'wallet_limit', 'person_suspended'],
})
