import type { Queries } from '../platform/store/database.ts'
import { removeExpiredItems } from './adapters/oidc-item.store.ts'
import { removeOldKeys } from './keys/key.store.ts'

/** Expired codes, tokens and interactions, and signing keys that are no longer published. */
export async function purgeOidc(queries: Queries, now: number): Promise<void> {
  await removeExpiredItems(queries, now)
  await removeOldKeys(queries, now)
}
