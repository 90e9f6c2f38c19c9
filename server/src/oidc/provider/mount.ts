/** Passes requests to oidc-provider with our own origin, so that no request header can change the URLs in its responses. */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { discoveryPaths } from '@countersign/contract/endpoints.ts'
import { AppError } from '@countersign/contract/error/errors.ts'
import {
  OIDC_BODY_MAX_BYTES,
  RATE_AUTHORIZE_PER_ADDRESS,
  RATE_TOKENS_PER_ADDRESS,
} from '@countersign/contract/limits/app-limits.ts'
import type { Provider } from 'oidc-provider'
import type { Context } from '../../context.ts'
import type { Exchange } from '../../platform/http/exchange.ts'
import { takeRate } from '../../platform/http/request/client-ip.ts'
import { readBytes, readForm } from '../../platform/http/request/read-body.ts'
import { send } from '../../platform/http/send-response.ts'
import { memoize } from '../../platform/memoize.ts'
import type { Oidc } from './provider.ts'
import { createRequest } from './requests/provider-request.ts'
import { rememberSource } from './requests/request-source.ts'

const MOUNT = '/oidc'
const DISCOVERY: readonly string[] = discoveryPaths

export function isOidcPath(path: string): boolean {
  return path.startsWith(`${MOUNT}/`) || DISCOVERY.includes(path)
}

export async function serveOidc(
  context: Context,
  oidc: Oidc,
  exchange: Exchange,
  headers: Record<string, string>,
): Promise<void> {
  const { response, path, search } = exchange
  takeRequestRate(context, exchange)
  if (exchange.request.method === 'POST' && FORMS.includes(endpointOf(path))) return redirectAsGet(exchange, headers)
  const request = await readRequest(exchange)
  const inner = DISCOVERY.includes(path) ? '/.well-known/openid-configuration' : path.slice(MOUNT.length)
  const provider = await oidc.provider().catch((error: unknown) => refuseUnavailable(exchange, error, headers))
  if (!provider) return
  rememberSource(request, () => exchange.source)
  pinOrigin(context, request, `${inner}${search}`)
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  await handleByProvider(provider, request, response)
}

/**
 * oidc-provider would leave the rest of a body that is too long on the connection. And what is checked before it gets
 * the request cannot change while an app sends the body.
 */
async function readRequest({ request }: Exchange): Promise<IncomingMessage> {
  if (request.method !== 'POST') return request
  const body = await readBytes(request, OIDC_BODY_MAX_BYTES)
  const { socket, method, headers } = request
  return createRequest({ socket, method, headers, body })
}

/** As oidc-provider answers if the database becomes unavailable later in a request. */
function refuseUnavailable(exchange: Exchange, error: unknown, headers: Record<string, string>): void {
  if (!(error instanceof AppError) || error.code !== 'db_unavailable') throw error
  if (isOpenedByBrowsers(endpointOf(exchange.path)))
    return send(exchange, 303, { headers, more: { Location: '/app-problem?code=temporarily_unavailable' } })
  const { retryAfter = 5 } = error
  const more = { 'Content-Type': 'application/json', 'Retry-After': String(retryAfter) }
  send(exchange, 503, { headers, more, body: JSON.stringify({ error: 'temporarily_unavailable' }) })
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Koa composes its middleware with every call of `callback`. */
const handlerOf = memoize((provider: Provider) => provider.callback() as Handler) // koa returns a promise

export async function handleByProvider(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  await handlerOf(provider)(request, response)
}

const FORMS = ['/authorize', '/end-session']
/** The longest URL that the server accepts. */
const FORM_MAX = 8192

/** `SameSite=Lax` cookies are not sent with a form from another site, but with the redirect to a GET request. */
async function redirectAsGet(exchange: Exchange, headers: Record<string, string>): Promise<void> {
  const { request, path, search } = exchange
  const fields = await readForm(request, FORM_MAX)
  const location = `${path}${search === '' ? '?' : `${search}&`}${fields}`
  send(exchange, 303, { headers, more: { 'Cache-Control': 'no-store', Location: location } })
}

export function pinOrigin({ config }: Context, request: IncomingMessage, inner: string): void {
  const { headers } = request
  for (const name in headers) if (name === 'forwarded' || name.startsWith('x-forwarded-')) headers[name] = undefined
  headers.host = config.domain
  headers['x-forwarded-proto'] = config.secure ? 'https' : 'http'
  Object.assign(request, { originalUrl: `${MOUNT}${inner}` })
  request.url = inner
}

function takeRequestRate(context: Context, { path, ip }: Exchange): void {
  const name = endpointOf(path)
  if (isOpenedByBrowsers(name) || name === '/par') takeRate(context, 'authorize', ip, RATE_AUTHORIZE_PER_ADDRESS)
  else if (name === '/userinfo') takeRate(context, 'userinfo', ip, RATE_TOKENS_PER_ADDRESS)
  else if (name === '/token' || name === '/revoke' || name === '/introspect')
    takeRate(context, 'token', ip, RATE_TOKENS_PER_ADDRESS)
}

function isOpenedByBrowsers(name: string): boolean {
  return name.startsWith('/authorize') || name.startsWith('/end-session')
}

/** oidc-provider's router ignores case and a trailing slash. */
function endpointOf(path: string): string {
  return path.slice(MOUNT.length).toLowerCase().replace(/\/$/, '')
}
