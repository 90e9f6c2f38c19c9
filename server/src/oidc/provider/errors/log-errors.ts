/** Logs every rejected request of an app, and adds an event to the app's activity. */

import type { EventEmitter } from 'node:events'
import { RATE_APP_ERRORS_RECORDED } from '@countersign/contract/limits/app-limits.ts'
import { RATE_RECORDED, RATE_REFUSALS_LOGGED } from '@countersign/contract/limits.ts'
import { clientIdSchema } from '@countersign/contract/schemas/admin/app.ts'
import { errors, type KoaContextWithOIDC, type Provider } from 'oidc-provider'
import { recordEventLater } from '../../../audit/record-event.ts'
import type { Context } from '../../../context.ts'
import { getClientApp, getRequestApp } from '../client-app.ts'
import { sourceOf } from '../requests/request-source.ts'
import { type Explanation, explainError } from './explain-error.ts'

const EVENTS = [
  'authorization.error',
  'pushed_authorization_request.error',
  'grant.error',
  'userinfo.error',
  'introspection.error',
  'revocation.error',
  'end_session.error',
] as const

const EXPECTED = [
  'login_required',
  'consent_required',
  'interaction_required',
  'access_denied',
  'temporarily_unavailable',
]

export function logErrors(context: Context, provider: Provider): void {
  const events = provider as unknown as EventEmitter // its types have an overload for each event
  for (const event of EVENTS)
    events.on(event, (ctx: KoaContextWithOIDC, error: Error) => {
      if (error instanceof errors.OIDCProviderError) logError(context, ctx, error)
    })
}

function logError(context: Context, ctx: KoaContextWithOIDC, error: errors.OIDCProviderError): void {
  const { client, params, route } = ctx.oidc
  const explanation = explainError(error, {
    origin: context.config.origin,
    authMethod: client?.clientAuthMethod,
    responseType: params?.response_type,
    redirectUri: params?.redirect_uri,
    postLogoutUri: params?.post_logout_redirect_uri,
  })
  // Only a well-formed client id is logged.
  const clientId = client?.clientId ?? clientIdSchema.safeParse(params?.client_id).data
  const appId = client ? getClientApp(client).id : 'unknown'
  if (context.rates.tryTake(`log:oidc:${appId}`, RATE_REFUSALS_LOGGED))
    context.log.info('OpenID Connect request refused', { route, clientId, error: error.error, ...explanation })
  if (client && !EXPECTED.includes(error.error)) recordError(context, ctx, { error: error.error, ...explanation })
}

type Failure = Explanation & { error: string }

/** Rate-limited by app and reason, and by app: a misconfigured app must not fill the audit log. */
function recordError(context: Context, ctx: KoaContextWithOIDC, { error, reason, fix }: Failure): void {
  const { route } = ctx.oidc
  const { id, name } = getRequestApp(ctx)
  const ofApp = { key: `recorded:${id}`, rate: RATE_APP_ERRORS_RECORDED }
  if (!context.rates.tryTake(`recorded:${id} ${route} ${error} ${reason}`, RATE_RECORDED, ofApp)) return
  recordEventLater(context, {
    kind: 'oidc.failed',
    outcome: 'refused',
    source: sourceOf(ctx.req),
    data: { app: name, appId: id, route, error, reason, fix },
  })
}
