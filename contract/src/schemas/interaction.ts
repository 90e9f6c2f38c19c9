import * as z from 'zod/mini'
import { clientIdSchema } from './admin/app.ts'
import { challengeSchema } from './challenge.ts'
import { claimsSchema, scopeSchema } from './grant.ts'
import { logoSchema } from './logo.ts'
import { proofSchema } from './proof.ts'

export const interactionIdSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{21,43}$/))

/** `sign_in`: no session, or a new signature is required. `access`: the person has no access. `prove`: a proof for the app. */
export const interactionStepSchema = z.enum(['sign_in', 'select_account', 'consent', 'access', 'prove'])

/** A hash of the scopes, claims and person that the screen shows. */
const seenSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

export const interactionSchema = z.strictObject({
  id: interactionIdSchema,
  step: interactionStepSchema,
  app: z.strictObject({
    name: z.string(),
    logo: logoSchema,
    clientId: clientIdSchema,
    /** The host of the redirect URI: shown to reveal impostors. */
    host: z.string(),
  }),
  /** False if the app refuses sign-ins with a phone, by its `acr_values`. */
  phone: z.boolean(),
  /** All requested scopes, and those not granted before. */
  scopes: z.array(scopeSchema),
  newScopes: z.array(scopeSchema),
  /** The claims that the app will receive; null without a session. */
  claims: z.nullable(claimsSchema),
  /** Preselects an account. */
  loginHint: z.nullable(z.string()),
  /** Sent back with the decision; null without a session. */
  seen: z.nullable(seenSchema),
})
export type Interaction = z.infer<typeof interactionSchema>

const redirectSchema = z.strictObject({ redirectTo: z.string() })

export const getInteraction = { answer: interactionSchema }

export const answerInteraction = {
  body: z.strictObject({ decision: z.enum(['continue', 'allow', 'deny']), seen: z.optional(seenSchema) }),
  answer: redirectSchema,
}

export const createProofChallenge = { answer: challengeSchema }

export const proveToApp = { body: z.strictObject({ proof: proofSchema }), answer: redirectSchema }

export const getSignOutRequest = {
  answer: z.strictObject({ app: z.strictObject({ name: z.string(), logo: logoSchema, host: z.string() }) }),
}

export const leaveToApp = { answer: redirectSchema }
