/** Challenges that this process has just issued: their tokens need not be authenticated and parsed again. */

import type { Context } from '../../context.ts'
import type { Keys } from '../../platform/crypto/keys.ts'
import { createRecent, type Recent } from '../../platform/recent.ts'
import type { BoundChallenge } from './challenge-token.ts'

const ISSUED_MAX = 1024

/** By the keys of the server, since a token is valid only there. */
const issued = new WeakMap<Keys, Recent<BoundChallenge>>()

export function rememberIssued({ keys }: Pick<Context, 'keys'>, challenge: BoundChallenge): void {
  const known = issued.get(keys) ?? createRecent(ISSUED_MAX)
  issued.set(keys, known)
  known.add(challenge.token, challenge)
}

/** Undefined for a token that was read before, or issued by another process or too long ago. */
export function takeIssued({ keys }: Pick<Context, 'keys'>, token: string): BoundChallenge | undefined {
  return issued.get(keys)?.take(token)
}
