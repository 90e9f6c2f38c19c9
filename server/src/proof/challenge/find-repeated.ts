/** The same proof sent again because its answer was lost. */

import { REPEAT_WINDOW_MS } from '@countersign/contract/limits.ts'
import type { Context } from '../../context.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import { equalBytes } from '../../platform/crypto/keys.ts'
import type { Queries } from '../../platform/store/database.ts'
import { findSpent, type Spent } from './challenge.store.ts'
import { type Claim, proofHash } from './challenge.ts'

/** How the challenge was spent, if it was by this very proof and a moment ago. */
export async function findSpentByProof(context: Context, queries: Queries, claim: Claim): Promise<Spent | undefined> {
  const spent = await findSpent(queries, sha256(claim.challenge.nonce))
  if (!spent || context.now() - spent.spentAt > REPEAT_WINDOW_MS) return undefined
  return equalBytes(spent.proofHash, proofHash(claim)) ? spent : undefined
}

/** `key` is the `Idempotency-Key` header: the id of the challenge. */
type Repeated = { claim: Claim; sessionId: string; key: string | undefined }

/** The same, if the request asks for a repeated answer in the session that got the first. */
export async function findRepeated(
  context: Context,
  queries: Queries,
  { claim, sessionId, key }: Repeated,
): Promise<Spent | undefined> {
  if (key !== claim.challenge.id) return undefined
  const spent = await findSpentByProof(context, queries, claim)
  return spent?.sessionId === sessionId ? spent : undefined
}
