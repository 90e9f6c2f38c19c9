import { RATE_RECORDED } from '@countersign/contract/limits.ts'
import { errors, type KoaContextWithOIDC, type Provider } from 'oidc-provider'
import { recordAppSignIn } from '../../apps/grants/grant.ts'
import { type Actor, recordEventLater } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import { isSessionId, readGrantId } from '../adapters/grant-id.ts'
import { findItem } from '../adapters/oidc-item.store.ts'
import { getRequestApp } from './client-app.ts'
import { sourceOf } from './request-source.ts'

export function recordEvents(context: Context, provider: Provider): void {
  // An app in a redirect loop must not fill the audit log.
  const isDue = (key: string) => context.rates.tryTake(`recorded:${key}`, RATE_RECORDED)
  provider.on('authorization.success', (ctx) => {
    const by = actorOf(ctx)
    if (!by) return
    const { id: appId, name: appName } = getRequestApp(ctx)
    if (isDue(`${by.sessionId}.${appId}`)) recordAppSignIn(context, { by, appId, appName })
  })
  provider.on('authorization.error', (ctx, error) => {
    const by = actorOf(ctx)
    if (!(error instanceof errors.AccessDenied) || !ctx.oidc.client || !by || !isSessionId(by.sessionId)) return
    const { id: appId, name: app } = getRequestApp(ctx)
    const { error_description: reason = '' } = error
    if (!isDue(`${by.sessionId}.${appId} ${reason}`)) return
    const refusal = { kind: 'oidc.refused', outcome: 'refused', code: 'access_denied' } as const
    recordEventLater(context, { ...refusal, ...by, personId: by.actorId, data: { app, appId, reason } })
  })
  provider.on('grant.error', (ctx, error) => {
    if (REPLAYED.includes(error.error_detail ?? '')) recordReplay(context, ctx)
  })
}

function actorOf({ oidc: { session }, req }: KoaContextWithOIDC): Actor | undefined {
  if (!session?.accountId) return undefined
  return { actorId: session.accountId, sessionId: session.uid, source: sourceOf(req) }
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
    source: sourceOf(ctx.req),
    data: {
      app: client?.clientName ?? '',
      ...(client ? { appId: getRequestApp(ctx).id } : {}),
      of: entities.RefreshToken ? 'refresh_token' : 'code',
    },
  })
}
