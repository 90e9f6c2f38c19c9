import { defineRoute } from '../route.ts'
import type * as schemas from '../schemas/challenge.ts'
import type { Purpose } from '../schemas/challenge.ts'

export type { Challenge, ProofFor, Purpose } from '../schemas/challenge.ts'

/** Purposes for which a wallet may build the message itself; the others must name their action. */
export const oneStepPurposes: readonly Purpose[] = ['sign_in', 'setup', 'link_wallet']

export const createChallenge = defineRoute<typeof schemas.createChallenge>()('POST /api/challenges', {
  caller: 'browser',
  status: 201,
  errors: ['purpose_not_allowed', 'unauthenticated', 'session_expired', 'session_revoked'],
})
