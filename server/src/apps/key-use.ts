/** When each key of an app was last used, so that admins see which ones can be removed. */

import type { Context } from '../context.ts'
import type { Queries } from '../platform/store/database.ts'
import { keysOf, thumbprintOf } from './key-set.ts'
import { findKeyUse, findKeyUses, type KeyOfApp, markKeyUsed, removeKeyUse } from './key-use.store.ts'
import { RECORD_USE_EVERY_MS } from './secret.ts'

export type { KeyOfApp } from './key-use.store.ts'

export function recordKeyUse(context: Context, key: KeyOfApp): void {
  context.background.run('record the use of an app key', async () => {
    const now = context.now()
    const before = now - RECORD_USE_EVERY_MS
    if (((await findKeyUse(context.store, key)) ?? 0) < before) await markKeyUsed(context.store, key, { now, before })
  })
}

export async function removeStaleKeyUses(queries: Queries, appId: string, jwks: string | null): Promise<void> {
  const current = jwks === null ? [] : keysOf(jwks).map(thumbprintOf)
  for (const thumbprint of (await findKeyUses(queries, appId)).keys())
    if (!current.includes(thumbprint)) await removeKeyUse(queries, { appId, thumbprint })
}
