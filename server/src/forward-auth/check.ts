/** May this request pass? Asked by a proxy before it lets anything through to a protected host. */

import type { IncomingMessage } from 'node:http'
import { AppError } from '@countersign/contract/errors.ts'
import { RATE_RECORDED, RETURN_TO_MAX } from '@countersign/contract/limits.ts'
import { findMembership, mayEnter } from '../accounts/group/membership.ts'
import { recordEventLater } from '../audit/record-event.ts'
import type { Context } from '../context.ts'
import { isFromProxy, peerOf } from '../platform/http/client-ip.ts'
import type { Exchange } from '../platform/http/exchange.ts'
import { useSessionByApp } from '../session/extend-by-app.ts'
import type { SessionRecord } from '../session/session-record.ts'
import { readInstance } from '../settings/read-settings.ts'
import { readBearer, serveBearer } from './bearer.ts'
import { beginState, readHostCookie } from './host-cookie.ts'
import { findHostFor } from './hosts/find-host.ts'
import type { HostRecord } from './hosts/host.store.ts'
import { identityHeaders, visitorHeaders } from './identity.ts'
import { type Asked, isPageOf, OWN, readAsked } from './read-request.ts'
import { REFUSAL, REFUSAL_HEADERS, refusalPage } from './refusal-page.ts'
import { isPublic, requiredAccess } from './required-access.ts'
import { serveOwn } from './reserved-paths.ts'
import { send } from './send.ts'

export async function serveCheck(context: Context, exchange: Exchange): Promise<void> {
  const { request, response } = exchange
  if (!isFromProxy(request, context.config.trustedProxies)) return refuseStranger(context, exchange)
  const asked = readAsked(request.headers)
  if (!asked) return send(response, 400, {}, 'This request cannot be understood.')
  const host = await findHostFor(context, asked.host)
  if (!host?.enabled) return send(response, 403, {}, 'This site is not known here.')
  if (asked.path.startsWith(OWN)) return serveOwn(context, exchange, asked)
  const token = readBearer(request.headers.authorization)
  if (token !== undefined) return serveBearer(context, exchange, { host, asked, token })
  const needed = requiredAccess(host, { ...asked, methodOverridden: isMethodOverridden(request) })
  const open = isPublic(needed)
  const session = await findSession(context, exchange, { asked, open })
  if (!session && open) return void response.writeHead(200, visitorHeaders(host.headers)).end()
  if (!session) return askToSignIn(context, exchange, asked)
  const membership = await findMembership(context.store, session.person.id)
  const allowed = needed.every(
    ({ access, groupIds }) => access === 'public' || mayEnter({ access, groupIds }, membership.ids),
  )
  if (!allowed) return refuse(context, exchange, { host, asked, session })
  response.writeHead(200, identityHeaders(session, membership, host.headers)).end()
}

const METHOD_OVERRIDES = ['x-http-method-override', 'x-http-method', 'x-method-override']

function isMethodOverridden({ headers }: Exchange['request']): boolean {
  return METHOD_OVERRIDES.some((name) => headers[name] !== undefined)
}

type Finding = { asked: Asked; open: boolean }

/** What is open to the public stays open while a contract wallet cannot be checked: its owner is then a visitor there. */
async function findSession(
  context: Context,
  exchange: Exchange,
  { asked, open }: Finding,
): Promise<SessionRecord | undefined> {
  const sessionId = readHostCookie(context, asked.host, exchange.request.headers.cookie)
  if (sessionId === undefined) return undefined
  try {
    return await useSessionByApp(context, sessionId, { from: exchange })
  } catch (error) {
    if (open && error instanceof AppError) return undefined
    throw error
  }
}

/** The answer says nothing: only the operator learns why. */
function refuseStranger(context: Context, { request, response }: Exchange): void {
  const peer = peerOf(request)
  if (isFirst(context, peer)) context.log.warn('asked about a host by one who is not in TRUSTED_PROXIES', { peer })
  send(response, 403)
}

/** A page is sent to sign in and comes back; anything else is told that nobody is signed in. */
function askToSignIn(context: Context, { request, response }: Exchange, asked: Asked): void {
  const { method, host, viaNginx } = asked
  const unknown = { 'WWW-Authenticate': 'Countersign' }
  const isPage = (method === 'GET' || method === 'HEAD') && acceptsPage(request)
  if (!isPage) return send(response, 401, unknown, 'Nobody is signed in.')
  const { hash, cookie } = beginState(context, host, request.headers.cookie)
  const headers = { Location: `${context.config.origin}${startPath(asked, hash)}`, 'Set-Cookie': cookie }
  if (viaNginx) return send(response, 401, { ...unknown, ...headers })
  send(response, 302, headers)
}

function startPath({ host, target }: Asked, state: string): string {
  const begin = (to: string) => `/forward-auth/start?${new URLSearchParams({ host, to, state })}`
  const path = begin(isPageOf(target) ? target : '/')
  // The sign-in page takes no longer one to return to.
  return path.length > RETURN_TO_MAX ? begin('/') : path
}

type Refused = { host: HostRecord; asked: Asked; session: SessionRecord }

async function refuse(context: Context, exchange: Exchange, { host, asked, session }: Refused): Promise<void> {
  if (isFirst(context, `${host.id} ${session.id}`))
    recordEventLater(context, {
      kind: 'forward_auth.refused',
      outcome: 'refused',
      code: 'access_denied',
      actorId: session.person.id,
      personId: session.person.id,
      sessionId: session.id,
      source: exchange.source,
      data: { hostId: host.id, host: asked.host },
    })
  if (!acceptsPage(exchange.request)) return send(exchange.response, 403, {}, REFUSAL)
  const { contact } = await readInstance(context)
  const page = refusalPage({ origin: context.config.origin, host: asked.host, contact })
  send(exchange.response, 403, REFUSAL_HEADERS, page)
}

function acceptsPage({ headers }: IncomingMessage): boolean {
  return (headers.accept ?? '').includes('text/html')
}

/** A page asks for dozens of things at once: one refusal of them is enough. */
function isFirst({ rates }: Context, key: string): boolean {
  return rates.isDue(`forward:${key}`, RATE_RECORDED)
}
