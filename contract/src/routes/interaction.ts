/** What stands between an app's request and its answer: a person who sees it. */

import * as z from 'zod/mini'
import { signedInErrors } from '../errors.ts'
import { PROOF_BODY_MAX_BYTES } from '../limits.ts'
import { proofSchema } from '../proof.ts'
import { defineRoute } from '../route.ts'
import { logoSchema } from '../schemas/logo.ts'
import { scopeSchema } from '../scope.ts'
import { clientIdSchema } from './admin/app.ts'
import { challengeSchema } from './challenge.ts'
import { proofErrors } from './session.ts'

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

export const getInteraction = defineRoute({
  method: 'GET',
  path: '/api/interactions/:id',
  caller: 'browser',
  body: z.undefined(),
  answer: interactionSchema,
  status: 200,
  errors: ['interaction_expired'],
})

/**
 * `continue`: as the person who is signed in. `allow`: consent to all it asks for. `deny`: back to the app with a no.
 * Nobody allows what they have not seen: with `allow`, `seen` says what that was. Whoever is somebody else by now, or
 * would tell more by now, is asked again.
 */
export const answerInteraction = defineRoute({
  method: 'POST',
  path: '/api/interactions/:id',
  caller: 'browser',
  body: z.strictObject({ decision: z.enum(['continue', 'allow', 'deny']), seen: z.optional(seenSchema) }),
  answer: z.strictObject({ redirectTo: z.string() }),
  status: 200,
  errors: [...signedInErrors, 'interaction_expired', 'consent_required', 'access_denied'],
})

/** What a wallet signs for the app that asked for `wallet_proof`. */
export const createProofChallenge = defineRoute({
  method: 'POST',
  path: '/api/interactions/:id/challenges',
  caller: 'session',
  body: z.undefined(),
  answer: challengeSchema,
  status: 201,
  errors: [...signedInErrors, 'interaction_expired', 'purpose_not_allowed'],
})

/** The wallet of this session signed: the proof goes to the app, in the ID token of this request alone. */
export const proveToApp = defineRoute({
  method: 'POST',
  path: '/api/interactions/:id/proof',
  caller: 'session',
  body: z.strictObject({ proof: proofSchema }),
  answer: z.strictObject({ redirectTo: z.string() }),
  status: 200,
  errors: [...signedInErrors, 'interaction_expired', ...proofErrors, 'wallet_not_yours'],
  maxBody: PROOF_BODY_MAX_BYTES,
})
