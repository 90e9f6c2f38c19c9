/** Audit events of oidc-provider: sign-ins to apps, refusals, and replayed codes and tokens. */

import { RATE_RECORDED } from '@countersign/contract/limits.ts'
import { errors, type KoaContextWithOIDC, type Provider } from 'oidc-provider'
import { recordAppSignIn } from '../../apps/grants/grant.ts'
import { recordEventLater } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import { isSessionId, readGrantId } from '../adapters/grant-id.ts'
import { findItem } from '../adapters/oidc-item.store.ts'
import { getRequestApp } from './client-app.ts'
import { placeOf } from './request-origin.ts'

export function recordEvents(context: Context, provider: Provider): void {
  // An app in a redirect loop must not fill the audit log.
  const isDue = (key: string) => context.rates.tryTake(`noted:${key}`, RATE_RECORDED)
  provider.on('authorization.success', (ctx) => {
    const { session } = ctx.oidc
    if (session && isDue(`${session.uid}.${getRequestApp(ctx).id}`)) recordAuthorization(context, ctx)
  })
  provider.on('authorization.error', (ctx, error) => {
    const { session, client } = ctx.oidc
    if (!(error instanceof errors.AccessDenied) || !client || !session || !isSessionId(session.uid)) return
    if (isDue(`${session.uid}.${getRequestApp(ctx).id} ${error.error_description}`)) recordRefusal(context, ctx, error)
  })
  provider.on('grant.error', (ctx, error) => {
    if (REPLAYED.includes(error.error_detail ?? '')) recordReplay(context, ctx)
  })
}

function recordAuthorization(context: Context, ctx: KoaContextWithOIDC): void {
  const { session } = ctx.oidc
  const personId = session?.accountId
  if (!session || personId === undefined) return
  const { id: appId, name: appName } = getRequestApp(ctx)
  recordAppSignIn(context, { personId, appId, appName, sessionId: session.uid, source: placeOf(ctx.req) })
}

function recordRefusal(context: Context, ctx: KoaContextWithOIDC, error: errors.OIDCProviderError): void {
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
    data: { app: client.clientName ?? '', appId: getRequestApp(ctx).id, reason: error.error_description ?? '' },
  })
}

/** Codes by the request that replayed them; the error event of oidc-provider does not contain them. */
const replayedCodes = new WeakMap<KoaContextWithOIDC, { accountId?: string; grantId?: string }>()

export async function rememberReplayedCode({ store }: Context, ctx: KoaContextWithOIDC): Promise<void> {
  const { code } = ctx.oidc.params ?? {}
  if (typeof code !== 'string') return
  const item = await findItem(store, { model: 'AuthorizationCode', idHash: sha256(code) })
  if (item) replayedCodes.set(ctx, JSON.parse(item.payload))
}

/** Error details of oidc-provider, which has then revoked all tokens of the grant. */
const REPLAYED = ['refresh token already used', 'authorization code already consumed']

function recordReplay(context: Context, ctx: KoaContextWithOIDC): void {
  const { client, entities } = ctx.oidc
  const replayed = entities.RefreshToken ?? replayedCodes.get(ctx)
  const sessionId = replayed?.grantId === undefined ? undefined : readGrantId(replayed.grantId)?.sessionId
  recordEventLater(context, {
    kind: 'oidc.reuse',
    outcome: 'refused',
    ...(replayed?.accountId === undefined ? {} : { personId: replayed.accountId }),
    ...(sessionId === undefined ? {} : { sessionId }),
    source: placeOf(ctx.req),
    data: {
      app: client?.clientName ?? '',
      ...(client ? { appId: getRequestApp(ctx).id } : {}),
      of: entities.RefreshToken ? 'refresh_token' : 'code',
    },
  })
}
