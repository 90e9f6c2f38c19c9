import { defineRoute } from '../route.ts'
import type * as schemas from '../schemas/challenge.ts'
import type { Purpose } from '../schemas/challenge.ts'

export type { Challenge, ProofFor, Purpose } from '../schemas/challenge.ts'

/** Where a wallet may write the text itself. A step-up and a recovery say what they are for: theirs is always ours. */
export const oneStepPurposes: readonly Purpose[] = ['sign_in', 'setup', 'link_wallet']

export const createChallenge = defineRoute<typeof schemas.createChallenge>()({
  method: 'POST',
  path: '/api/challenges',
  caller: 'browser',
  status: 201,
  errors: ['purpose_not_allowed', 'unauthenticated', 'session_expired', 'session_revoked'],
})
