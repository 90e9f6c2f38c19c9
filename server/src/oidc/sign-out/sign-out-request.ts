/** A logout request of an app, stored until the person confirms it. */

import { isRegisteredPostLogout } from '@countersign/contract/app-uri.ts'
import { AppError } from '@countersign/contract/errors.ts'
import { INTERACTION_TTL_MS } from '@countersign/contract/limits/app-limits.ts'
import type { AnswerOf } from '@countersign/contract/route.ts'
import type { getSignOutRequest } from '@countersign/contract/routes/sign-out.ts'
import { findAppByClientId } from '../../apps/app.ts'
import type { Context } from '../../context.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import { newToken } from '../../platform/crypto/id.ts'
import { logoUrl } from '../../platform/images/logo.ts'
import { findItem, removeItem, saveItem } from '../adapters/oidc-item.store.ts'

const MODEL = 'SignOutRequest'
const ID_BYTES = 16

export type PostLogoutRedirect = { uri: string; state: string | undefined }
type SignOutRequest = PostLogoutRedirect & { clientId: string }

export function redirectUrl({ uri, state }: PostLogoutRedirect): string {
  const url = new URL(uri)
  if (state !== undefined) url.searchParams.set('state', state)
  return url.href
}

export async function saveSignOutRequest(context: Context, request: SignOutRequest): Promise<string> {
  const id = newToken(context, ID_BYTES)
  await saveItem(context.store, {
    model: MODEL,
    idHash: sha256(id),
    payload: JSON.stringify(request),
    grantId: null,
    sessionId: null,
    expiresAt: context.now() + INTERACTION_TTL_MS,
  })
  return id
}

export async function presentSignOutRequest(context: Context, id: string): Promise<AnswerOf<typeof getSignOutRequest>> {
  const { request, app } = await find(context, id)
  return { app: { name: app.name, logo: logoUrl(app.logoId), host: new URL(request.uri).host } }
}

/** Returns the URL to redirect to, once. */
export async function consumeSignOutRequest(context: Context, id: string): Promise<string> {
  const { request } = await find(context, id)
  await removeItem(context.store, { model: MODEL, idHash: sha256(id) })
  return redirectUrl(request)
}

async function find({ store, now }: Context, id: string) {
  const item = await findItem(store, { model: MODEL, idHash: sha256(id) })
  if (!item || item.expiresAt <= now()) throw new AppError('interaction_expired')
  const request: SignOutRequest = JSON.parse(item.payload)
  const app = await findAppByClientId(store, request.clientId)
  // An admin may have removed the URI since.
  if (app?.status !== 'active' || !isRegisteredPostLogout(request.uri, app.postLogoutUris, app.kind))
    throw new AppError('interaction_expired')
  return { request, app }
}
