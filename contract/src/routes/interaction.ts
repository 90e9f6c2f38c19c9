/** What stands between an app's request and its answer: a person who sees it. */

import { defineRoute } from '../route.ts'
import type * as schemas from '../schemas/interaction.ts'

export type { Interaction } from '../schemas/interaction.ts'

export const getInteraction = defineRoute<typeof schemas.getInteraction>()({
  method: 'GET',
  path: '/api/interactions/:id',
  caller: 'browser',
  errors: ['interaction_expired'],
})

/**
 * `continue`: as the person who is signed in. `allow`: consent to all it asks for. `deny`: back to the app with a no.
 * Nobody allows what they have not seen: with `allow`, `seen` says what that was. Whoever is somebody else by now, or
 * would tell more by now, is asked again.
 */
export const answerInteraction = defineRoute<typeof schemas.answerInteraction>()({
  method: 'POST',
  path: '/api/interactions/:id',
  caller: 'browser',
  errors: [
    'unauthenticated',
    'session_expired',
    'session_revoked',
    'interaction_expired',
    'consent_required',
    'access_denied',
  ],
})

/** What a wallet signs for the app that asked for `wallet_proof`. */
export const createProofChallenge = defineRoute<typeof schemas.createProofChallenge>()({
  method: 'POST',
  path: '/api/interactions/:id/challenges',
  status: 201,
  errors: ['interaction_expired', 'purpose_not_allowed'],
})

/** The wallet of this session signed: the proof goes to the app, in the ID token of this request alone. */
export const proveToApp = defineRoute<typeof schemas.proveToApp>()({
  method: 'POST',
  path: '/api/interactions/:id/proof',
  proof: true,
  errors: ['interaction_expired', 'wallet_not_yours'],
})
