/** An app asks to sign somebody out. Only a token we gave it for this very person spares the question. */

import type { KoaContextWithOIDC } from 'oidc-provider'
import { findApp } from '../../apps/app.store.ts'
import type { Context } from '../../context.ts'
import { signOut } from '../../session/end-session.ts'
import { findLiveSession } from '../../session/find-live-session.ts'
import { isOwnSession } from '../adapters/grant-id.ts'
import { bindToBrowser } from '../interaction/interaction-cookie.ts'
import { appOfClient } from '../provider/client-app.ts'
import { placeOf } from '../provider/request-origin.ts'
import { subjectOf } from '../tokens/claims.ts'
import { addressOf, keepSignOutRequest, type WayBack } from './sign-out-request.ts'

export async function endByApp(context: Context, ctx: KoaContextWithOIDC): Promise<void> {
  const { session, client, entities } = ctx.oidc
  const hinted = (entities.IdTokenHint?.payload as { sub?: string } | undefined)?.sub // checked by the step before
  const live = session && isOwnSession(session.uid) ? await findLiveSession(context, session.uid) : undefined
  if (!live) return leaveTo(ctx)
  const app = client && appOfClient(client)
  const own = client && app && subjectOf(context, { appId: app.id, ...client }, live.person.id)
  if (!app || hinted === undefined || hinted !== own) return redirect(ctx, await ask(context, ctx))
  const name = (await findApp(context.store, app.id))?.name ?? ''
  await signOut(context, { session: live, source: placeOf(ctx.req), app: { id: app.id, name } })
  leaveTo(ctx)
}

/** Back to the app, where it has said so and may; otherwise our own page says that it is done. */
export function leaveTo(ctx: KoaContextWithOIDC): void {
  const back = wayBack(ctx)
  redirect(ctx, back ? addressOf(back) : '/sign-out')
}

/** Our own page asks, and knows the way back where there is one. */
async function ask(context: Context, ctx: KoaContextWithOIDC): Promise<string> {
  const back = wayBack(ctx)
  const { client } = ctx.oidc
  if (!back || !client) return '/sign-out'
  const id = await keepSignOutRequest(context, { ...back, clientId: client.clientId })
  bindToBrowser(context, ctx, { id, path: `/api/sign-outs/${id}` })
  return `/sign-out?request=${id}`
}

function wayBack({ oidc: { params, client } }: KoaContextWithOIDC): WayBack | undefined {
  const uri = params?.post_logout_redirect_uri
  // Without a client nobody has checked the address: the step before has then taken it away.
  if (!client || typeof uri !== 'string') return undefined
  return { uri, state: typeof params?.state === 'string' ? params.state : undefined }
}

function redirect(ctx: KoaContextWithOIDC, to: string): void {
  ctx.body = null
  ctx.status = 303
  ctx.redirect(to)
}
