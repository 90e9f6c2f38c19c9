/** The same proof sent again because its answer was lost. */

import { REPEAT_WINDOW_MS } from '@countersign/contract/limits.ts'
import type { Context } from '../../context.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import { equalBytes } from '../../platform/crypto/keys.ts'
import type { Queries } from '../../platform/store/database.ts'
import { findSpent, type Spent } from './challenge.store.ts'
import { type Claim, proofHash } from './challenge.ts'

type Repeated = {
  claim: Claim
  sessionId: string /** `Idempotency-Key`: the id of the challenge. */
  key: string | undefined
}

/** How the challenge was spent, if it was by this very proof, in this session, and a moment ago. */
export async function findRepeated(
  context: Context,
  queries: Queries,
  { claim, sessionId, key }: Repeated,
): Promise<Spent | undefined> {
  if (key !== claim.challenge.id) return undefined
  const spent = await findSpent(queries, sha256(claim.challenge.nonce))
  if (spent?.sessionId !== sessionId || context.now() - spent.spentAt > REPEAT_WINDOW_MS) return undefined
  return equalBytes(spent.proofHash, proofHash(claim)) ? spent : undefined
}
