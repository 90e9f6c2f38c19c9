import type { Context } from '../context.ts'
import type { Exchange } from '../platform/http/exchange.ts'
import { clearCookies, readState, writeHostCookie } from './host-cookie.ts'
import { originOf } from './hosts/host-name.ts'
import { type ForwardedRequest, isRedirectTarget, RESERVED_PREFIX } from './read-request.ts'
import { sendToVisitor } from './send.ts'
import { redeemTicket } from './ticket.ts'

export async function serveReservedPath(
  context: Context,
  exchange: Exchange,
  forwarded: ForwardedRequest,
): Promise<void> {
  const { path, method, host } = forwarded
  if (method !== 'GET') return sendToVisitor(exchange, 405, { Allow: 'GET' })
  if (path === `${RESERVED_PREFIX}callback`) return finishSignIn(context, exchange, forwarded)
  if (path !== `${RESERVED_PREFIX}out`) return sendToVisitor(exchange, 404, {}, 'Not found.')
  sendToVisitor(exchange, 302, { Location: `${context.config.origin}/sign-out`, 'Set-Cookie': clearCookies(host) })
}

/** An invalid ticket starts the sign-in again, except without cookies, where that would loop. */
async function finishSignIn(
  context: Context,
  exchange: Exchange,
  { host, path, target }: ForwardedRequest,
): Promise<void> {
  const query = new URLSearchParams(target.slice(path.length))
  const to = query.get('to') ?? '/'
  const headers = { Location: originOf(host) + (isRedirectTarget(to) ? to : '/') }
  const state = readState(host, exchange.request.headers.cookie)
  if (state === undefined)
    return sendToVisitor(exchange, 400, {}, 'This browser did not begin to sign in here, or does not accept cookies.')
  const sessionId = await redeemTicket(context, query.get('ticket') ?? '', { host, state })
  if (sessionId === undefined) return sendToVisitor(exchange, 302, headers)
  sendToVisitor(exchange, 302, { ...headers, 'Set-Cookie': writeHostCookie(context, host, sessionId) })
}
