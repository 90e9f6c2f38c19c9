import type { Queries } from '../platform/store/database.ts'
import { removeExpiredItems } from './adapters/oidc-item.store.ts'
import { removeOldKeys } from './keys/key.store.ts'

export async function purgeOidc(queries: Queries, now: number): Promise<void> {
  await removeExpiredItems(queries, now)
  await removeOldKeys(queries, now)
}
