import * as z from 'zod/mini'
import { signedInErrors } from '../errors.ts'
import { PROOF_BODY_MAX_BYTES } from '../limits.ts'
import { proofSchema } from '../proof.ts'
import { defineRoute } from '../route.ts'
import { linkTokenSchema, timestampSchema } from '../schemas/id.ts'
import { proofErrors, startedSessionSchema } from './session.ts'

/** Shown once, here; kept only as hashes. Codes of before are void. */
export const createRecoveryCodes = defineRoute({
  method: 'POST',
  path: '/api/me/recovery-codes',
  caller: 'session',
  stepUp: { action: 'recovery.create' },
  body: z.undefined(),
  answer: z.strictObject({ codes: z.array(z.string()), createdAt: timestampSchema }),
  status: 201,
  errors: [...signedInErrors, 'step_up_required', 'wallet_too_new'],
})

export const dropRecoveryCodes = defineRoute({
  method: 'DELETE',
  path: '/api/me/recovery-codes',
  caller: 'session',
  stepUp: { action: 'recovery.drop' },
  body: z.undefined(),
  answer: z.undefined(),
  status: 204,
  errors: [...signedInErrors, 'step_up_required', 'wallet_too_new'],
})

/** A new wallet signs, and a code or an admin's link says whose account it joins. */
export const recover = defineRoute({
  method: 'POST',
  path: '/api/recoveries',
  caller: 'browser',
  body: z.strictObject({
    proof: proofSchema,
    keep: z.boolean(),
    code: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
    link: z.optional(linkTokenSchema),
  }),
  answer: startedSessionSchema,
  status: 201,
  errors: [
    ...proofErrors,
    'recovery_invalid',
    'wallet_in_use',
    'wallet_already_yours',
    'wallet_limit',
    'person_suspended',
  ],
  maxBody: PROOF_BODY_MAX_BYTES,
})
