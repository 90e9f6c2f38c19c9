import * as z from 'zod/mini'
import { actionSchema } from './action.ts'
import { idSchema, timestampSchema } from './id.ts'
import { CHALLENGE_TOKEN_MAX } from './limits.ts'
import { defineRoute } from './route.ts'

export const purposeSchema = z.enum(['sign_in', 'setup', 'link_wallet', 'step_up', 'recover'])
export type Purpose = z.infer<typeof purposeSchema>

/** Where a wallet may write the text itself. A step-up and a recovery say what they are for: theirs is always ours. */
export const oneStepPurposes: readonly Purpose[] = ['sign_in', 'setup', 'link_wallet']

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
  /** For `step_up`: what is confirmed, `action` or `action:target`. For `link_wallet`: the session it is for. */
  act: z.nullable(z.string().check(z.maxLength(100))),
})
export type Challenge = z.infer<typeof challengeSchema>

export const createChallenge = defineRoute({
  method: 'POST',
  path: '/api/challenges',
  caller: 'browser',
  body: z.strictObject({
    purpose: purposeSchema,
    /** With `step_up`: what will be confirmed, and the id of what it is done to where the act names one. */
    action: z.optional(actionSchema),
    target: z.optional(z.string().check(z.regex(/^[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}$/))),
  }),
  answer: challengeSchema,
  status: 201,
  errors: ['purpose_not_allowed', 'unauthenticated', 'session_expired', 'session_revoked'],
})
