/** The keys that tokens are signed with. Their private halves never leave the server. */

import * as z from 'zod/mini'
import { adminErrors } from '../../errors.ts'
import { defineRoute } from '../../route.ts'
import { timestampSchema } from '../../schemas/id.ts'
import { tokenAlgorithmSchema } from './app.ts'

/** `next` is published a day before it signs; `retiring` no longer signs but is still trusted. */
export const keyStatusSchema = z.enum(['next', 'active', 'retiring'])

export const keySchema = z.strictObject({
  kid: z.string(),
  alg: tokenAlgorithmSchema,
  status: keyStatusSchema,
  createdAt: timestampSchema,
  /** When it signs, or began to. */
  activeFrom: timestampSchema,
  /** When it stops signing, and when it is no longer published. */
  retireAt: timestampSchema,
  removeAt: timestampSchema,
})
export type SigningKey = z.infer<typeof keySchema>

export const listKeys = defineRoute({
  method: 'GET',
  path: '/api/admin/keys',
  caller: 'session',
  permission: 'keys',
  body: z.undefined(),
  answer: z.strictObject({ items: z.array(keySchema) }),
  status: 200,
  errors: adminErrors,
})

/** The next key of that kind signs from now on, published long enough or not: for an emergency. */
export const rotateKey = defineRoute({
  method: 'POST',
  path: '/api/admin/keys/rotate',
  caller: 'session',
  permission: 'keys',
  stepUp: { action: 'keys.rotate' },
  body: z.strictObject({
    alg: tokenAlgorithmSchema,
    /** True when the old one may be known to others: it is no longer published, and what it signed is refused. */
    distrust: z.boolean(),
  }),
  answer: z.strictObject({ items: z.array(keySchema) }),
  status: 200,
  errors: [...adminErrors, 'step_up_required', 'wallet_too_new'],
})
