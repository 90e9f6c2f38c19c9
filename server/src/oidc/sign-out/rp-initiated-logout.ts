/** RP-initiated logout. Without a valid `id_token_hint` for this person, the browser asks for confirmation. */

import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Context } from '../../context.ts'
import { signOut } from '../../session/end-session.ts'
import { findLiveSession } from '../../session/find-live-session.ts'
import { isSessionId } from '../adapters/grant-id.ts'
import { bindToBrowser } from '../interaction/interaction-cookie.ts'
import { getClientApp } from '../provider/client-app.ts'
import { placeOf } from '../provider/request-origin.ts'
import { subjectOf } from '../tokens/claims.ts'
import { type PostLogoutRedirect, redirectUrl, saveSignOutRequest } from './sign-out-request.ts'

export async function handleEndSession(context: Context, ctx: KoaContextWithOIDC): Promise<void> {
  const { session, client, entities } = ctx.oidc
  const hinted = (entities.IdTokenHint?.payload as { sub?: string } | undefined)?.sub // verified by oidc-provider
  const live = session && isSessionId(session.uid) ? await findLiveSession(context, session.uid) : undefined
  if (!live) return redirectAfterLogout(ctx)
  const app = client && getClientApp(client)
  if (!app || hinted !== subjectOf(context, app, live.person.id)) return redirect(ctx, await askToSignOut(context, ctx))
  await signOut(context, { session: live, source: placeOf(ctx.req), app: { id: app.id, name: app.name } })
  redirectAfterLogout(ctx)
}

/** To the post-logout redirect URI of the app, or to our own page. */
export function redirectAfterLogout(ctx: KoaContextWithOIDC): void {
  const target = postLogoutRedirect(ctx)
  redirect(ctx, target ? redirectUrl(target) : '/sign-out')
}

async function askToSignOut(context: Context, ctx: KoaContextWithOIDC): Promise<string> {
  const target = postLogoutRedirect(ctx)
  const { client } = ctx.oidc
  if (!target || !client) return '/sign-out'
  const id = await saveSignOutRequest(context, { ...target, clientId: client.clientId })
  bindToBrowser(context, ctx, { id, path: `/api/sign-outs/${id}` })
  return `/sign-out?request=${id}`
}

function postLogoutRedirect({ oidc: { params, client } }: KoaContextWithOIDC): PostLogoutRedirect | undefined {
  const uri = params?.post_logout_redirect_uri
  // oidc-provider checks the URI against those of the client.
  if (!client || typeof uri !== 'string') return undefined
  return { uri, state: typeof params?.state === 'string' ? params.state : undefined }
}

function redirect(ctx: KoaContextWithOIDC, to: string): void {
  ctx.body = null
  ctx.status = 303
  ctx.redirect(to)
}
