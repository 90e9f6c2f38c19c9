/** When each key of an app was last used, so that it can be seen which one nobody needs any more. */

import type { Context } from '../context.ts'
import type { Queries } from '../platform/store/database.ts'
import { thumbprintsOf } from './key-set.ts'
import { findKeyUse, findKeyUses, type KeyOfApp, markKeyUsed, removeKeyUse } from './key-use.store.ts'
import { NOTE_EVERY_MS } from './secret.ts'

/** After the answer, and once a minute: an app asks for everybody. */
export function noteKeyUse(context: Context, key: KeyOfApp): void {
  context.background.run('note that a key is in use', async () => {
    const now = context.now()
    const last = (await findKeyUse(context.store, key)) ?? 0
    if (now - last > NOTE_EVERY_MS) await markKeyUsed(context.store, key, { now, before: now - NOTE_EVERY_MS })
  })
}

/** Of keys it no longer has nothing is known. */
export async function forgetOtherKeys(queries: Queries, appId: string, jwks: string | null): Promise<void> {
  const held = jwks === null ? [] : thumbprintsOf(jwks)
  for (const thumbprint of (await findKeyUses(queries, appId)).keys())
    if (!held.includes(thumbprint)) await removeKeyUse(queries, { appId, thumbprint })
}
