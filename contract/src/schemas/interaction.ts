import * as z from 'zod/mini'
import { clientIdSchema } from './admin/app.ts'
import { challengeSchema } from './challenge.ts'
import { scopeSchema } from './grant.ts'
import { logoSchema } from './logo.ts'
import { proofSchema } from './proof.ts'

export const interactionIdSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{21,43}$/))

/** `sign_in`: nobody is signed in, or must sign anew. `access`: this person may not enter. `prove`: a signature for the app. */
export const interactionStepSchema = z.enum(['sign_in', 'select_account', 'consent', 'access', 'prove'])

/** A fingerprint of what was on the screen, and for whom. */
const seenSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

export const interactionSchema = z.strictObject({
  id: interactionIdSchema,
  step: interactionStepSchema,
  app: z.strictObject({
    name: z.string(),
    logo: logoSchema,
    clientId: clientIdSchema,
    /** Where the answer will be sent: shown, so that an imitation is visible. */
    host: z.string(),
  }),
  /** All it asks for, and what of it this person has not allowed before. */
  scopes: z.array(scopeSchema),
  newScopes: z.array(scopeSchema),
  /** What it will be told, as it would be now; null while nobody is signed in. */
  claims: z.nullable(z.record(z.string(), z.unknown())),
  /** An account the app asks for: preselects, never decides. */
  loginHint: z.nullable(z.string()),
  /** Goes with the answer; null while nobody is signed in. */
  seen: z.nullable(seenSchema),
})
export type Interaction = z.infer<typeof interactionSchema>

export const getInteraction = { answer: interactionSchema }

export const answerInteraction = {
  body: z.strictObject({ decision: z.enum(['continue', 'allow', 'deny']), seen: z.optional(seenSchema) }),
  answer: z.strictObject({ redirectTo: z.string() }),
}

export const createProofChallenge = { answer: challengeSchema }

export const proveToApp = {
  body: z.strictObject({ proof: proofSchema }),
  answer: z.strictObject({ redirectTo: z.string() }),
}
