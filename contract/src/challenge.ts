import * as z from 'zod/mini'
import { idSchema, timestampSchema } from './id.ts'
import { CHALLENGE_TOKEN_MAX } from './limits.ts'
import { defineRoute } from './route.ts'

export const purposeSchema = z.enum(['sign_in', 'setup'])
export type Purpose = z.infer<typeof purposeSchema>

/** What a wallet will be asked to sign, all but the account; `token` is its authenticated copy. */
export const challengeSchema = z.strictObject({
  id: idSchema('chl'),
  token: z.string().check(z.maxLength(CHALLENGE_TOKEN_MAX)),
  purpose: purposeSchema,
  nonce: z.string(),
  domain: z.string(),
  uri: z.string(),
  statement: z.string(),
  issuedAt: timestampSchema,
  expiresAt: timestampSchema,
})
export type Challenge = z.infer<typeof challengeSchema>

export const createChallenge = defineRoute({
  method: 'POST',
  path: '/api/challenges',
  caller: 'browser',
  body: z.strictObject({ purpose: purposeSchema }),
  answer: challengeSchema,
  status: 201,
  errors: ['purpose_not_allowed'],
})
