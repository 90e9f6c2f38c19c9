import type { IncomingMessage } from 'node:http'
import { AppError } from '@countersign/contract/error/errors.ts'
import type { RequiredAccess } from '@countersign/contract/host/host-rule.ts'
import { RATE_RECORDED, RETURN_TO_MAX } from '@countersign/contract/limits.ts'
import { recordEventLater } from '../audit/record-event.ts'
import type { Context } from '../context.ts'
import type { Exchange } from '../platform/http/exchange.ts'
import { peerOf } from '../platform/http/request/client-ip.ts'
import { send } from '../platform/http/send-response.ts'
import { type Awaitable, mapAwaitable } from '../platform/store/database.ts'
import { checkAllAccess, requireKnown, UNKNOWN_RETRY_SECONDS } from '../rules/membership.ts'
import { useSessionByApp } from '../session/find-live-session.ts'
import type { SessionRecord } from '../session/session-record.ts'
import { readInstance } from '../settings/read-settings.ts'
import { readBearer, serveBearer } from './bearer.ts'
import { isCheckPath } from './check-path.ts'
import { beginState, readHostCookie } from './host-cookie.ts'
import { findHostKey } from './hosts/find-host.ts'
import { findCachedHost, type HostRecord } from './hosts/host.store.ts'
import { personHeaders, visitorHeaders } from './identity.ts'
import { type ForwardedRequest, RESERVED_PREFIX, readRequest } from './read-request.ts'
import { REFUSAL, REFUSAL_HEADERS, refusalPage, unknownAccessPage } from './refusal-page.ts'
import { isPublic, requiredAccess } from './required-access.ts'
import { serveReservedPath } from './reserved-paths.ts'
import { sendToVisitor } from './send.ts'

type Target = { host: HostRecord; forwarded: ForwardedRequest }

/** Not async: what is in memory is answered without a promise. */
export function serveCheck(context: Context, exchange: Exchange): Awaitable<void> {
  const { request, path } = exchange
  const forwarded = readRequest(request.headers)
  return mapAwaitable(forwarded && findHostKey(context, forwarded.host), (key) => {
    const isTrusted = context.config.trustedProxies.has(peerOf(request))
    if (key ? !isCheckPath(context.keys, key.checkSalt, path) : !isTrusted) throw new AppError('not_found')
    if (!isTrusted) return rejectUntrusted(context, exchange)
    if (!forwarded) return sendToVisitor(exchange, 400, {}, 'The forwarded headers are missing or ambiguous.')
    return mapAwaitable(key && findCachedHost(context.store, key.id), (host) => {
      if (!host?.enabled) return sendToVisitor(exchange, 403, {}, 'This host is not configured or is disabled.')
      return checkHost(context, exchange, { host, forwarded })
    })
  })
}

function checkHost(context: Context, exchange: Exchange, { host, forwarded }: Target): Awaitable<void> {
  const { request } = exchange
  if (forwarded.path.startsWith(RESERVED_PREFIX)) return serveReservedPath(context, exchange, forwarded)
  const token = readBearer(request.headers.authorization)
  if (token !== undefined) return serveBearer(context, exchange, { host, forwarded, token })
  const needed = accessFor(host, forwarded, request)
  const isOpen = isPublic(needed)
  return mapAwaitable(findSession(context, exchange, { host: forwarded.host, isOpen }), (session) => {
    if (!session && isOpen) return send(exchange, 200, { headers: visitorHeaders(host.headers) })
    if (!session) return requireSignIn(context, exchange, forwarded)
    return mapAwaitable(checkAllAccess(context, needed, session.person.id), ({ outcome, membership }) => {
      // Neither 401 nor 403: proxies answer with an error.
      if (outcome === 'unknown' && acceptsPage(request)) return sendUnknown(context, exchange, forwarded.host)
      if (!requireKnown(outcome)) return denyAccess(context, exchange, { host, name: forwarded.host, session })
      send(exchange, 200, { headers: personHeaders(session, membership, host.headers) })
    })
  })
}

function accessFor(host: HostRecord, forwarded: ForwardedRequest, request: IncomingMessage): RequiredAccess[] {
  if (host.rules.length === 0) return [host]
  return requiredAccess(host, { ...forwarded, overrides: readOverrides(request) })
}

/** PHP and WSGI read an underscore as a hyphen, others every character that is not a letter or digit. */
const METHOD_OVERRIDE = /^x[^a-z0-9](?:http[^a-z0-9]method(?:[^a-z0-9]override)?|method[^a-z0-9]override)$/

/** Methods that the site may take the request for. Node joins repeated headers with commas. */
function readOverrides({ headers }: IncomingMessage): string[] {
  return Object.keys(headers)
    .filter((name) => METHOD_OVERRIDE.test(name))
    .flatMap((name) => String(headers[name]).split(','))
    .map((method) => method.trim().toUpperCase())
    .filter((method) => method !== '')
}

/** While a contract wallet cannot be verified, its owner is a visitor on public paths. */
function findSession(
  context: Context,
  exchange: Exchange,
  { host, isOpen }: { host: string; isOpen: boolean },
): Awaitable<SessionRecord | undefined> {
  const sessionId = readHostCookie(context, host, exchange.request.headers.cookie)
  if (sessionId === undefined) return undefined
  const use = () => useSessionByApp(context, sessionId, { from: exchange })
  return isOpen ? Promise.try(use).catch(ifRefused) : use()
}

function ifRefused(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error
}

function rejectUntrusted(context: Context, exchange: Exchange): void {
  const peer = peerOf(exchange.request)
  if (isDue(context, peer))
    context.log.warn('forward-auth request from a peer that is not in TRUSTED_PROXIES', { peer })
  sendToVisitor(exchange, 403)
}

function requireSignIn(context: Context, exchange: Exchange, forwarded: ForwardedRequest): void {
  const { request } = exchange
  const { method, host, viaNginx } = forwarded
  const challenge = { 'WWW-Authenticate': 'Countersign' }
  const isPage = (method === 'GET' || method === 'HEAD') && acceptsPage(request)
  if (!isPage) return sendToVisitor(exchange, 401, challenge, 'Sign-in required.')
  const { hash, cookie } = beginState(context, host, request.headers.cookie)
  const headers = { Location: `${context.config.origin}${startPath(forwarded, hash)}`, 'Set-Cookie': cookie }
  if (viaNginx) return sendToVisitor(exchange, 401, { ...challenge, ...headers })
  sendToVisitor(exchange, 302, headers)
}

function startPath({ host, target }: ForwardedRequest, state: string): string {
  const startAt = (to: string) => `/forward-auth/start?${new URLSearchParams({ host, to, state })}`
  const path = startAt(target)
  // The sign-in page rejects a longer return path.
  return path.length > RETURN_TO_MAX ? startAt('/') : path
}

type Denied = { host: HostRecord; name: string; session: SessionRecord }

async function denyAccess(context: Context, exchange: Exchange, { host, name, session }: Denied): Promise<void> {
  if (isDue(context, `${host.id} ${session.id}`))
    recordEventLater(context, {
      kind: 'forward_auth.refused',
      outcome: 'refused',
      code: 'access_denied',
      actorId: session.person.id,
      personId: session.person.id,
      sessionId: session.id,
      source: exchange.source,
      data: { hostId: host.id, host: name },
    })
  if (!acceptsPage(exchange.request)) return sendToVisitor(exchange, 403, {}, REFUSAL)
  const { contact } = await readInstance(context)
  const page = refusalPage({ origin: context.config.origin, host: name, contact })
  sendToVisitor(exchange, 403, REFUSAL_HEADERS, page)
}

async function sendUnknown(context: Context, exchange: Exchange, host: string): Promise<void> {
  const { contact } = await readInstance(context)
  const page = unknownAccessPage({ origin: context.config.origin, host, contact })
  sendToVisitor(exchange, 503, { ...REFUSAL_HEADERS, 'Retry-After': String(UNKNOWN_RETRY_SECONDS) }, page)
}

function acceptsPage({ headers }: IncomingMessage): boolean {
  return (headers.accept ?? '').includes('text/html')
}

/** A page causes dozens of requests at once; one of them is recorded. */
function isDue({ rates }: Context, key: string): boolean {
  return rates.tryTake(`forward:${key}`, RATE_RECORDED)
}
