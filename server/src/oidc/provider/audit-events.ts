/** What happens between people and apps, for the books: who signed in where, and what was refused. */

import { RATE_RECORDED } from '@countersign/contract/limits.ts'
import { errors, type KoaContextWithOIDC, type Provider } from 'oidc-provider'
import { findAppRemembered, noteAppSignIn } from '../../apps/app.store.ts'
import { findGrantRemembered, markGrantUsed } from '../../apps/grants/grant.store.ts'
import { recordEvent, recordEventLater } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import { isOwnSession, readGrantId } from '../adapters/grant-id.ts'
import { findItem } from '../adapters/oidc-item.store.ts'
import { appOf } from './client-app.ts'
import { placeOf } from './request-origin.ts'

export function noteEvents(context: Context, provider: Provider): void {
  // An app that goes round in circles shall not fill the books.
  const isDue = (key: string) => context.rates.isDue(`noted:${key}`, RATE_RECORDED)
  provider.on('authorization.success', (ctx) => {
    const { session } = ctx.oidc
    if (session && isDue(`${session.uid}.${appOf(ctx).id}`)) noteAuthorization(context, ctx)
  })
  provider.on('authorization.error', (ctx, error) => {
    const { session, client } = ctx.oidc
    if (!(error instanceof errors.AccessDenied) || !client || !session || !isOwnSession(session.uid)) return
    if (isDue(`${session.uid}.${appOf(ctx).id} ${error.error_description}`)) noteRefusal(context, ctx, error)
  })
  provider.on('grant.error', (ctx, error) => {
    if (REUSED.includes(error.error_detail ?? '')) noteReuse(context, ctx)
  })
}

function noteAuthorization(context: Context, ctx: KoaContextWithOIDC): void {
  const { session } = ctx.oidc
  const personId = session?.accountId
  if (!session || personId === undefined) return
  const app = appOf(ctx)
  const source = placeOf(ctx.req)
  const name = ctx.oidc.client?.clientName ?? ''
  context.background.run('note a sign-in to an app', async () => {
    const now = context.now()
    const before = now - RATE_RECORDED.perMs
    const grant = await findGrantRemembered(context.store, { personId, appId: app.id })
    const known = await findAppRemembered(context.store, app.id)
    await context.store.transaction(async (queries) => {
      if (grant && grant.lastUsedAt < before) await markGrantUsed(queries, grant.id, { now, before })
      if ((known?.lastSignInAt ?? 0) < before) await noteAppSignIn(queries, app.id, { now, before })
      await recordEvent(context, queries, {
        kind: 'oidc.authorized',
        actorId: personId,
        personId,
        sessionId: session.uid,
        source,
        data: { app: name, appId: app.id },
      })
    })
  })
}

function noteRefusal(context: Context, ctx: KoaContextWithOIDC, error: errors.OIDCProviderError): void {
  const { session, client } = ctx.oidc
  if (!client || session?.accountId === undefined) return
  recordEventLater(context, {
    kind: 'oidc.refused',
    outcome: 'refused',
    code: 'access_denied',
    actorId: session.accountId,
    personId: session.accountId,
    sessionId: session.uid,
    source: placeOf(ctx.req),
    data: { app: client.clientName ?? '', appId: appOf(ctx).id, reason: error.error_description ?? '' },
  })
}

/** A code that comes a second time, in the request it came with: oidc-provider says nothing of it but that it did. */
const codes = new WeakMap<KoaContextWithOIDC, { accountId?: string; grantId?: string }>()

/** Before the tokens of a code are ended, and the code with them. */
export async function noteRevoked({ store }: Context, ctx: KoaContextWithOIDC): Promise<void> {
  const { code } = ctx.oidc.params ?? {}
  if (typeof code !== 'string') return
  const item = await findItem(store, { model: 'AuthorizationCode', idHash: sha256(code) })
  if (item) codes.set(ctx, JSON.parse(item.payload))
}

/** In oidc-provider's words. By then it has ended all tokens of that session at that app. */
const REUSED = ['refresh token already used', 'authorization code already consumed']

function noteReuse(context: Context, ctx: KoaContextWithOIDC): void {
  const { client, entities } = ctx.oidc
  const spent = entities.RefreshToken ?? codes.get(ctx)
  const sessionId = spent?.grantId === undefined ? undefined : readGrantId(spent.grantId)?.sessionId
  recordEventLater(context, {
    kind: 'oidc.reuse',
    outcome: 'refused',
    ...(spent?.accountId === undefined ? {} : { personId: spent.accountId }),
    ...(sessionId === undefined ? {} : { sessionId }),
    source: placeOf(ctx.req),
    data: {
      app: client?.clientName ?? '',
      ...(client ? { appId: appOf(ctx).id } : {}),
      of: entities.RefreshToken ? 'refresh_token' : 'code',
    },
  })
}
