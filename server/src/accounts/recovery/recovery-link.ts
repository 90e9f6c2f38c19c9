import { LINK_TOKEN_BYTES, RECOVERY_LINK_MS } from '@countersign/contract/limits.ts'
import type { Context } from '../../context.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import { newToken } from '../../platform/crypto/id.ts'
import type { Queries } from '../../platform/store/database.ts'
import { replaceLink } from './recovery.store.ts'

/** A single-use link (`/recover#link=<token>`), valid for an hour. The caller has locked the person and records it. */
export async function createRecoveryLinkFor(
  context: Context,
  queries: Queries,
  { personId, createdBy }: { personId: string; createdBy: string },
): Promise<{ token: string; expiresAt: number }> {
  const token = newToken(context, LINK_TOKEN_BYTES)
  const now = context.now()
  const expiresAt = now + RECOVERY_LINK_MS
  await replaceLink(queries, { personId, hash: sha256(token), createdBy, now, expiresAt })
  return { token, expiresAt }
}
