import * as z from 'zod/mini'
import { type Action, actions } from '../action.ts'
import { CHALLENGE_TOKEN_MAX } from '../limits.ts'
import { idSchema, timestampSchema } from './id.ts'

export const purposeSchema = z.enum(['sign_in', 'setup', 'link_wallet', 'step_up', 'recover', 'app_proof'])
export type Purpose = z.infer<typeof purposeSchema>

/** Who a proof is for and which of its requests it answers: the app can check both by itself. */
export const proofForSchema = z.strictObject({
  clientId: z.string().check(z.regex(/^[A-Za-z0-9_-]{3,64}$/)),
  /** SHA-256 of the request's nonce, base64url. */
  nonceHash: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
})
export type ProofFor = z.infer<typeof proofForSchema>

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
  /** `step_up`: what is confirmed, `action` or `action:target`. `link_wallet`: the session. `app_proof`: the request. */
  act: z.nullable(z.string().check(z.maxLength(100))),
  /** With `app_proof` alone. */
  proofFor: z.optional(proofForSchema),
})
export type Challenge = z.infer<typeof challengeSchema>

const actionSchema = z.enum(Object.keys(actions) as [Action, ...Action[]]) // the keys of a const object are its key type

export const createChallenge = {
  body: z.strictObject({
    purpose: purposeSchema,
    /** With `step_up`: what will be confirmed, and what it is done to where the action names one. */
    action: z.optional(actionSchema),
    target: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_:]{1,80}$/))),
  }),
  answer: challengeSchema,
}
