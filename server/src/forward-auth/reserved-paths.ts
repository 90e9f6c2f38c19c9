/** What a protected host answers for us: where a sign-in lands, and where it ends. The site itself never sees these. */

import type { Context } from '../context.ts'
import type { Exchange } from '../platform/http/exchange.ts'
import { clearCookies, readState, writeHostCookie } from './host-cookie.ts'
import { originOf } from './hosts/host-name.ts'
import { type Asked, isPageOf, OWN } from './read-request.ts'
import { send } from './send.ts'
import { redeemTicket } from './ticket.ts'

export async function serveOwn(context: Context, { request, response }: Exchange, asked: Asked): Promise<void> {
  const { path, method, host } = asked
  if (method !== 'GET') return send(response, 405, { Allow: 'GET' })
  if (path === `${OWN}land`) {
    const { status, headers, words } = await land(context, asked, request.headers.cookie)
    return send(response, status, headers, words)
  }
  if (path !== `${OWN}out`) return send(response, 404, {}, 'There is nothing here.')
  send(response, 302, { Location: `${context.config.origin}/sign-out`, 'Set-Cookie': clearCookies(host) })
}

type Answer = { status: number; headers: Record<string, string | string[]>; words?: string }

/** Whose ticket cannot be used begins again; only a browser that keeps no cookies would do so for ever. */
async function land(context: Context, { host, path, target }: Asked, cookies: string | undefined): Promise<Answer> {
  const query = new URLSearchParams(target.slice(path.length))
  const wanted = query.get('to') ?? '/'
  const headers = { Location: originOf(host) + (isPageOf(wanted) ? wanted : '/') }
  const state = readState(host, cookies)
  if (state === undefined)
    return { status: 400, headers: {}, words: 'This browser did not begin to sign in here, or keeps no cookies.' }
  const sessionId = await redeemTicket(context, query.get('ticket') ?? '', { host, state })
  if (sessionId === undefined) return { status: 302, headers }
  return { status: 302, headers: { ...headers, 'Set-Cookie': writeHostCookie(context, host, sessionId) } }
}
