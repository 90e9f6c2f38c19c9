import { RATE_RECORDED } from '@countersign/contract/limits.ts'
import { errors, type KoaContextWithOIDC, type Provider } from 'oidc-provider'
import { recordAppSignIn } from '../../apps/grants/grant.ts'
import { type Actor, recordEventLater } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import { presentedToken } from '../adapters/adapter.ts'
import { isSessionId, readGrantId } from '../adapters/grant-id.ts'
import { getRequestApp } from './client-app.ts'
import { sourceOf } from './requests/request-source.ts'

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
    if (isReplay(error)) recordReplay(context, ctx)
  })
}

function actorOf({ oidc: { session }, req }: KoaContextWithOIDC): Actor | undefined {
  if (!session?.accountId) return undefined
  return { actorId: session.accountId, sessionId: session.uid, source: sourceOf(req) }
}

/** By the error details of oidc-provider, which our adapter uses, too. */
function isReplay(error: unknown): boolean {
  return error instanceof errors.OIDCProviderError && REPLAYED.includes(error.error_detail ?? '')
}

const REPLAYED = ['refresh token already used', 'authorization code already consumed']

function recordReplay(context: Context, ctx: KoaContextWithOIDC): void {
  const { client } = ctx.oidc
  const replayed = presentedToken(ctx)
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
      of: replayed?.kind === 'RefreshToken' ? 'refresh_token' : 'code',
    },
  })
}
