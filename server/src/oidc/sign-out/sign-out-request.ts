/** An app's wish that somebody be signed out, kept until they have said so: then it tells the way back. */

import { isRegisteredPostLogout } from '@countersign/contract/app-uri.ts'
import { AppError } from '@countersign/contract/errors.ts'
import { INTERACTION_TTL_MS } from '@countersign/contract/limits/app-limits.ts'
import type { AnswerOf } from '@countersign/contract/route.ts'
import type { getSignOutRequest } from '@countersign/contract/routes/sign-out.ts'
import { findAppByClientId } from '../../apps/app.store.ts'
import type { Context } from '../../context.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import { newToken } from '../../platform/crypto/id.ts'
import { logoAddress } from '../../platform/images/logo.ts'
import { findItem, removeItem, saveItem } from '../adapters/oidc-item.store.ts'

const MODEL = 'SignOutRequest'
const ID_BYTES = 16

/** Where the app wants the person back; the address is one it registered. */
export type WayBack = { uri: string; state: string | undefined }
type Wish = WayBack & { clientId: string }

export function addressOf({ uri, state }: WayBack): string {
  const url = new URL(uri)
  if (state !== undefined) url.searchParams.set('state', state)
  return url.href
}

/** Returns the id the browser is sent to. */
export async function keepSignOutRequest(context: Context, wish: Wish): Promise<string> {
  const id = newToken(context, ID_BYTES)
  await saveItem(context.store, {
    model: MODEL,
    idHash: sha256(id),
    payload: JSON.stringify(wish),
    grantId: null,
    sessionId: null,
    expiresAt: context.now() + INTERACTION_TTL_MS,
  })
  return id
}

export async function showSignOutRequest(context: Context, id: string): Promise<AnswerOf<typeof getSignOutRequest>> {
  const { wish, app } = await find(context, id)
  return { app: { name: app.name, logo: logoAddress(app.logoId), host: new URL(wish.uri).host } }
}

/** Once: whoever comes back to it later begins at the app again. */
export async function takeWayBack(context: Context, id: string): Promise<string> {
  const { wish } = await find(context, id)
  await removeItem(context.store, { model: MODEL, idHash: sha256(id) })
  return addressOf(wish)
}

async function find({ store, now }: Context, id: string) {
  const item = await findItem(store, { model: MODEL, idHash: sha256(id) })
  if (!item || item.expiresAt <= now()) throw new AppError('interaction_expired')
  const wish: Wish = JSON.parse(item.payload)
  const app = await findAppByClientId(store, wish.clientId)
  // What an admin has taken away since is no way back any more.
  if (app?.status !== 'active' || !isRegisteredPostLogout(wish.uri, app.postLogoutUris, app.kind))
    throw new AppError('interaction_expired')
  return { wish, app }
}
