import type { Context } from '../context.ts'
import type { Exchange } from '../platform/http/exchange.ts'
import { clearCookies, readState, writeHostCookie } from './host-cookie.ts'
import { originOf } from './hosts/host-name.ts'
import { type ForwardedRequest, isRedirectTarget, RESERVED_PREFIX } from './read-request.ts'
import { send } from './send.ts'
import { redeemTicket } from './ticket.ts'

export async function serveReservedPath(
  context: Context,
  { request, response }: Exchange,
  forwarded: ForwardedRequest,
): Promise<void> {
  const { path, method, host } = forwarded
  if (method !== 'GET') return send(response, 405, { Allow: 'GET' })
  if (path === `${RESERVED_PREFIX}land`) {
    const { status, headers, text } = await land(context, forwarded, request.headers.cookie)
    return send(response, status, headers, text)
  }
  if (path !== `${RESERVED_PREFIX}out`) return send(response, 404, {}, 'Not found.')
  send(response, 302, { Location: `${context.config.origin}/sign-out`, 'Set-Cookie': clearCookies(host) })
}

type Answer = { status: number; headers: Record<string, string | string[]>; text?: string }

/** An invalid ticket starts the sign-in again, except without cookies, where that would loop. */
async function land(
  context: Context,
  { host, path, target }: ForwardedRequest,
  cookies: string | undefined,
): Promise<Answer> {
  const query = new URLSearchParams(target.slice(path.length))
  const to = query.get('to') ?? '/'
  const headers = { Location: originOf(host) + (isRedirectTarget(to) ? to : '/') }
  const state = readState(host, cookies)
  if (state === undefined)
    return { status: 400, headers: {}, text: 'This browser did not begin to sign in here, or does not accept cookies.' }
  const sessionId = await redeemTicket(context, query.get('ticket') ?? '', { host, state })
  if (sessionId === undefined) return { status: 302, headers }
  return { status: 302, headers: { ...headers, 'Set-Cookie': writeHostCookie(context, host, sessionId) } }
}
