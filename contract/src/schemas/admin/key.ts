import * as z from 'zod/mini'
import { timestampSchema } from '../id.ts'
import { tokenAlgorithmSchema } from './app.ts'

/** `next` is published a day before it signs; `retiring` no longer signs but is still trusted. */
export const keyStatusSchema = z.enum(['next', 'active', 'retiring'])

export const keySchema = z.strictObject({
  kid: z.string(),
  alg: tokenAlgorithmSchema,
  status: keyStatusSchema,
  createdAt: timestampSchema,
  /** When it starts signing. */
  activeFrom: timestampSchema,
  /** When it stops signing, and when it is no longer published. */
  retireAt: timestampSchema,
  removeAt: timestampSchema,
})
export type SigningKey = z.infer<typeof keySchema>

export const listKeys = { answer: z.strictObject({ items: z.array(keySchema) }) }

export const rotateKey = {
  body: z.strictObject({
    alg: tokenAlgorithmSchema,
    /** The old key is compromised: it is no longer published, and its tokens are rejected. */
    distrust: z.boolean(),
  }),
  answer: z.strictObject({ items: z.array(keySchema) }),
}
