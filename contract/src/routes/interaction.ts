import { defineRoute } from '../route.ts'
import type * as schemas from '../schemas/interaction.ts'

export type { Interaction } from '../schemas/interaction.ts'

export const getInteraction = defineRoute<typeof schemas.getInteraction>()('GET /api/interactions/:id', {
  caller: 'browser',
  errors: ['interaction_expired'],
})

/** With `allow`, `seen` must match the current state; otherwise the person is asked again. */
export const answerInteraction = defineRoute<typeof schemas.answerInteraction>()('POST /api/interactions/:id', {
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

export const createProofChallenge = defineRoute<typeof schemas.createProofChallenge>()(
  'POST /api/interactions/:id/challenges',
  { status: 201, errors: ['interaction_expired', 'purpose_not_allowed'] },
)

/** The proof goes into the ID token of this request only. */
export const proveToApp = defineRoute<typeof schemas.proveToApp>()('POST /api/interactions/:id/proof', {
  proof: true,
  errors: ['interaction_expired', 'wallet_not_yours'],
})

/** RP-initiated logout without a valid ID token hint: the person confirms and returns to the app. */
export const getSignOutRequest = defineRoute<typeof schemas.getSignOutRequest>()('GET /api/sign-outs/:id', {
  caller: 'browser',
  errors: ['interaction_expired'],
})

/** The post-logout redirect URI, once. */
export const leaveToApp = defineRoute<typeof schemas.leaveToApp>()('POST /api/sign-outs/:id', {
  caller: 'browser',
  errors: ['interaction_expired'],
})
