/** Errors that cannot be returned to the app by a redirect are shown by our own page. */

import { AppError } from '@countersign/contract/error/errors.ts'
import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { Context } from '../../../context.ts'
import { getClientApp } from '../client-app.ts'

const PAGE_CODES = [
  'invalid_client',
  'invalid_redirect_uri',
  'invalid_request',
  'invalid_request_uri',
  'unauthorized_client',
  'unsupported_response_type',
  'server_error',
  'temporarily_unavailable',
] as const

/** Endpoints that browsers open. All others are called by programs, whatever their `Accept` header. */
const BROWSER_ROUTES = ['authorization', 'resume', 'end_session', 'end_session_confirm', 'end_session_success']

export function renderError(ctx: KoaContextWithOIDC, out: { error: string }, cause?: Error): void {
  if (!BROWSER_ROUTES.includes(ctx.oidc.route)) {
    ctx.body = out
    return
  }
  ctx.body = null
  ctx.status = 303
  const { client } = ctx.oidc
  const app = client ? `&app=${getClientApp(client).id}` : ''
  ctx.redirect(`/app-problem?code=${codeOf(ctx, out.error, cause)}${app}`)
}

function codeOf({ oidc }: KoaContextWithOIDC, error: string, cause: Error | undefined): string {
  if (cause instanceof errors.SessionNotFound) return 'interaction_expired'
  if (isUnavailable(cause)) return 'temporarily_unavailable'
  const code = PAGE_CODES.find((each) => each === error) ?? 'invalid_request'
  return code === 'invalid_request' && oidc.route.startsWith('end_session') ? 'invalid_sign_out' : code
}

export function handleServerError({ log }: Context, ctx: KoaContextWithOIDC, error: Error): void {
  if (!isUnavailable(error)) return log.error('oidc-provider failed', { reason: String(error) })
  if (!BROWSER_ROUTES.includes(ctx.oidc.route)) sendUnavailable(ctx, error.retryAfter)
}

export function sendUnavailable(ctx: KoaContextWithOIDC, retryAfter = 5): void {
  ctx.status = 503
  ctx.set('Retry-After', String(retryAfter))
  ctx.body = { error: 'temporarily_unavailable' }
}

export function logConnectionError({ log }: Context, error: Error): void {
  const code = 'code' in error ? String(error.code) : ''
  if (/^(?:HPE_|ECONN|EPIPE|ERR_STREAM)/.test(code)) log.info('the connection of an app was closed', { reason: code })
  else log.error('oidc-provider failed', { reason: String(error) })
}

function isUnavailable(error: Error | undefined): error is AppError {
  return error instanceof AppError && error.status === 503
}
