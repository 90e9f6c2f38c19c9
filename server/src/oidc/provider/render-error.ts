/** What went wrong between an app and us, where it cannot be sent back to the app: our own page says it. */

import { AppError } from '@countersign/contract/errors.ts'
import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { Context } from '../../context.ts'
import { appOfClient } from './client-app.ts'

const KNOWN = [
  'invalid_client',
  'invalid_redirect_uri',
  'invalid_request',
  'invalid_request_uri',
  'unauthorized_client',
  'unsupported_response_type',
  'server_error',
  'temporarily_unavailable',
] as const

/** Where a browser stands. Everything else is called by programs, whatever they say they accept. */
const PAGES = ['authorization', 'resume', 'end_session', 'end_session_confirm', 'end_session_success']

export function showProblem(ctx: KoaContextWithOIDC, out: { error: string }, cause?: Error): void {
  if (!PAGES.includes(ctx.oidc.route)) {
    ctx.body = out
    return
  }
  ctx.body = null
  ctx.status = 303
  const { client } = ctx.oidc
  // Admins find the app by it; to everyone else it says nothing.
  const app = client ? `&app=${appOfClient(client).id}` : ''
  ctx.redirect(`/app-problem?code=${codeOf(ctx, out.error, cause)}${app}`)
}

function codeOf({ oidc }: KoaContextWithOIDC, error: string, cause: Error | undefined): string {
  if (cause instanceof errors.SessionNotFound) return 'interaction_expired'
  if (isAway(cause)) return 'temporarily_unavailable'
  const known = KNOWN.find((each) => each === error) ?? 'invalid_request'
  return known === 'invalid_request' && oidc.route.startsWith('end_session') ? 'invalid_sign_out' : known
}

/** Our own faults. A database that is away is no fault of the app, and it may come again. */
export function answerUnavailable({ log }: Context, ctx: KoaContextWithOIDC, error: Error): void {
  if (!isAway(error)) return log.error('oidc-provider failed', { reason: String(error) })
  if (PAGES.includes(ctx.oidc.route)) return
  ctx.status = 503
  ctx.set('Retry-After', String(error.retryAfter ?? 5))
  ctx.body = { error: 'temporarily_unavailable' }
}

/** What koa would print itself: mostly a caller who went away or does not speak HTTP. */
export function noteBroken({ log }: Context, error: Error): void {
  const code = 'code' in error ? String(error.code) : ''
  if (/^(?:HPE_|ECONN|EPIPE|ERR_STREAM)/.test(code)) log.info('a call of an app broke off', { reason: code })
  else log.error('oidc-provider failed', { reason: String(error) })
}

function isAway(error: Error | undefined): error is AppError {
  return error instanceof AppError && error.status === 503
}
