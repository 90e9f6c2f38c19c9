import type { Context } from '../context.ts'
import type { Exchange } from '../platform/http/exchange.ts'
import { clearCookies, readState, writeHostCookie } from './host-cookie.ts'
import { originOf } from './hosts/host-name.ts'
import { type ForwardedRequest, isRedirectTarget, RESERVED_PREFIX } from './read-request.ts'
import { send } from './send.ts'
import { redeemTicket } from './ticket.ts'

export async function serveReservedPath(
  context: Context,
  exchange: Exchange,
  forwarded: ForwardedRequest,
): Promise<void> {
  const { path, method, host } = forwarded
  const { response } = exchange
  if (method !== 'GET') return send(response, 405, { Allow: 'GET' })
  if (path === `${RESERVED_PREFIX}callback`) return finishSignIn(context, exchange, forwarded)
  if (path !== `${RESERVED_PREFIX}out`) return send(response, 404, {}, 'Not found.')
  send(response, 302, { Location: `${context.config.origin}/sign-out`, 'Set-Cookie': clearCookies(host) })
}

/** An invalid ticket starts the sign-in again, except without cookies, where that would loop. */
async function finishSignIn(
  context: Context,
  { request, response }: Exchange,
  { host, path, target }: ForwardedRequest,
): Promise<void> {
  const query = new URLSearchParams(target.slice(path.length))
  const to = query.get('to') ?? '/'
  const headers = { Location: originOf(host) + (isRedirectTarget(to) ? to : '/') }
  const state = readState(host, request.headers.cookie)
  if (state === undefined)
    return send(response, 400, {}, 'This browser did not begin to sign in here, or does not accept cookies.')
  const sessionId = await redeemTicket(context, query.get('ticket') ?? '', { host, state })
  if (sessionId === undefined) return send(response, 302, headers)
  send(response, 302, { ...headers, 'Set-Cookie': writeHostCookie(context, host, sessionId) })
}
