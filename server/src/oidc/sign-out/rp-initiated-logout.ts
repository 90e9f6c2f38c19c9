/** RP-initiated logout. Without a valid `id_token_hint` for this person, the browser asks for confirmation. */

import { isRegisteredPostLogout } from '@countersign/contract/app/app-uri.ts'
import { AppError } from '@countersign/contract/error/errors.ts'
import { INTERACTION_TTL_MS } from '@countersign/contract/limits/app-limits.ts'
import type { AnswerOf } from '@countersign/contract/route.ts'
import type { getSignOutRequest } from '@countersign/contract/routes/interaction.ts'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { findAppByClientId } from '../../apps/app.ts'
import type { Context } from '../../context.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import { newToken } from '../../platform/crypto/id.ts'
import { logoUrl } from '../../platform/images/logo.ts'
import { signOut } from '../../session/end-session.ts'
import { findLiveSession } from '../../session/find-live-session.ts'
import { isSessionId } from '../adapters/grant-id.ts'
import { findItem, removeItem, saveItem } from '../adapters/oidc-item.store.ts'
import { bindToBrowser } from '../interaction/interaction-cookie.ts'
import { getClientApp } from '../provider/client-app.ts'
import { sourceOf } from '../provider/requests/request-source.ts'
import { subjectOf } from '../tokens/claims.ts'

const MODEL = 'SignOutRequest'
const ID_BYTES = 16

type PostLogoutRedirect = { uri: string; state: string | undefined }
type SignOutRequest = PostLogoutRedirect & { clientId: string }

export async function handleEndSession(context: Context, ctx: KoaContextWithOIDC): Promise<void> {
  const { session, client, entities } = ctx.oidc
  const hinted = (entities.IdTokenHint?.payload as { sub?: string } | undefined)?.sub // verified by oidc-provider
  const live = session && isSessionId(session.uid) ? await findLiveSession(context, session.uid) : undefined
  if (!live) return redirectAfterLogout(ctx)
  const app = client && getClientApp(client)
  if (!app || hinted !== subjectOf(context, app, live.person.id))
    return redirect(ctx, await requestConfirmation(context, ctx))
  await signOut(context, { session: live, source: sourceOf(ctx.req), app: { id: app.id, name: app.name } })
  redirectAfterLogout(ctx)
}

export function redirectAfterLogout(ctx: KoaContextWithOIDC): void {
  const target = postLogoutRedirect(ctx)
  redirect(ctx, target ? redirectUrl(target) : '/sign-out')
}

async function requestConfirmation(context: Context, ctx: KoaContextWithOIDC): Promise<string> {
  const target = postLogoutRedirect(ctx)
  const { client } = ctx.oidc
  if (!target || !client) return '/sign-out'
  const id = newToken(context, ID_BYTES)
  const request: SignOutRequest = { ...target, clientId: client.clientId }
  await saveItem(context.store, {
    model: MODEL,
    idHash: sha256(id),
    payload: JSON.stringify(request),
    expiresAt: context.now() + INTERACTION_TTL_MS,
  })
  bindToBrowser(context, ctx, { id, path: `/api/sign-outs/${id}` })
  return `/sign-out?request=${id}`
}

function postLogoutRedirect({ oidc: { params, client } }: KoaContextWithOIDC): PostLogoutRedirect | undefined {
  const uri = params?.post_logout_redirect_uri
  // oidc-provider checks the URI against those of the client.
  if (!client || typeof uri !== 'string') return undefined
  return { uri, state: typeof params?.state === 'string' ? params.state : undefined }
}

function redirectUrl({ uri, state }: PostLogoutRedirect): string {
  const url = new URL(uri)
  if (state !== undefined) url.searchParams.set('state', state)
  return url.href
}

function redirect(ctx: KoaContextWithOIDC, to: string): void {
  ctx.body = null
  ctx.status = 303
  ctx.redirect(to)
}

export async function presentSignOutRequest(context: Context, id: string): Promise<AnswerOf<typeof getSignOutRequest>> {
  const { request, app } = await findSignOutRequest(context, id)
  return { app: { name: app.name, logo: logoUrl(app.logoId), host: new URL(request.uri).host } }
}

/** Returns the URL to redirect to, once. */
export async function consumeSignOutRequest(context: Context, id: string): Promise<string> {
  const { request } = await findSignOutRequest(context, id)
  await removeItem(context.store, { model: MODEL, idHash: sha256(id) })
  return redirectUrl(request)
}

async function findSignOutRequest({ store, now }: Context, id: string) {
  const item = await findItem(store, { model: MODEL, idHash: sha256(id) })
  if (!item || item.expiresAt <= now()) throw new AppError('interaction_expired')
  const request: SignOutRequest = JSON.parse(item.payload)
  const app = await findAppByClientId(store, request.clientId)
  // An admin may have removed the URI since.
  if (app?.status !== 'active' || !isRegisteredPostLogout(request.uri, app.postLogoutUris, app.kind))
    throw new AppError('interaction_expired')
  return { request, app }
}
