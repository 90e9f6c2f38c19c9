import * as z from 'zod/mini'
import { type Action, actions } from '../action.ts'
import { CHALLENGE_TOKEN_MAX } from '../limits.ts'
import { idSchema, timestampSchema } from './id.ts'
import { instanceNameSchema } from './name.ts'

export const purposeSchema = z.enum(['sign_in', 'setup', 'link_wallet', 'step_up', 'recover', 'app_proof'])
export type Purpose = z.infer<typeof purposeSchema>

/** The app and the request that a proof is for; the app can verify both. */
export const proofForSchema = z.strictObject({
  clientId: z.string().check(z.regex(/^[A-Za-z0-9_-]{3,64}$/)),
  /** SHA-256 of the request's nonce, base64url. */
  nonceHash: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
})
export type ProofFor = z.infer<typeof proofForSchema>

/** What a wallet will sign, except for the account; `token` is its authenticated copy. */
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
  /** `step_up`: `action` or `action:target`. `link_wallet`: the session. `app_proof`: the request. `setup`: the name. */
  boundTo: z.nullable(z.string().check(z.maxLength(160))),
  /** Only with `app_proof`. */
  proofFor: z.optional(proofForSchema),
  /** The request that it was issued for, if the wallet is on another device. */
  phone: z.optional(idSchema('phr')),
})
export type Challenge = z.infer<typeof challengeSchema>

const actionSchema = z.enum(Object.keys(actions) as [Action, ...Action[]]) // the keys of a const object are its key type

/** Only with `step_up`: the action, and its target if it has one. */
export const stepUpActionFields = {
  action: z.optional(actionSchema),
  target: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_:]{1,140}$/))),
}

export const createChallenge = {
  body: z.strictObject({
    purpose: purposeSchema,
    ...stepUpActionFields,
    /** Only with `setup`: the name of the site, which the message states and the setup sets. */
    instanceName: z.optional(instanceNameSchema),
  }),
  answer: challengeSchema,
}
