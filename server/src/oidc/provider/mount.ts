/**
 * Hands a request to oidc-provider as if it had come straight to our one address: what the request says of host and
 * scheme is never used, so that no answer can name another.
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { discoveryPaths } from '@countersign/contract/endpoints.ts'
import { RATE_AUTHORIZE_PER_ADDRESS, RATE_TOKENS_PER_ADDRESS } from '@countersign/contract/limits/app-limits.ts'
import type { Provider } from 'oidc-provider'
import type { Context } from '../../context.ts'
import type { Exchange } from '../../platform/http/exchange.ts'
import { readForm } from '../../platform/http/read-body.ts'
import { takeRate } from '../../platform/http/take-rate.ts'
import type { Oidc } from './provider.ts'
import { rememberPlace } from './request-origin.ts'

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
  const { request, response, path, search } = exchange
  takeRateOf(context, exchange)
  if (request.method === 'POST' && FORMS.includes(nameOf(path))) return askAgain(exchange, headers)
  const inner = DISCOVERY.includes(path) ? '/.well-known/openid-configuration' : path.slice(MOUNT.length)
  const provider = await oidc.provider()
  rememberPlace(request, () => exchange.source)
  pin(context, request, `${inner}${search}`)
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  await answerBy(provider, request, response)
}

export async function answerBy(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let answer = answers.get(provider)
  if (!answer) {
    answer = provider.callback() as Answer // koa's own
    answers.set(provider, answer)
  }
  await answer(request, response)
}

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Put together once for each provider: it is made of some twenty parts. */
const answers = new WeakMap<Provider, Answer>()

const FORMS = ['/authorize', '/end-session']
/** It goes on as an address, and those are not longer with us. */
const FORM_MAX = 8192

/** A form from another site comes without our cookie. As a link it comes with it, so it is asked for as one. */
async function askAgain({ request, response, path, search }: Exchange, headers: Record<string, string>): Promise<void> {
  const fields = await readForm(request, FORM_MAX)
  const location = `${path}${search === '' ? '?' : `${search}&`}${fields}`
  response.writeHead(303, { ...headers, 'Cache-Control': 'no-store', Location: location }).end()
}

/** `inner` is the address as oidc-provider knows it, without ours in front. */
export function pin({ config }: Context, request: IncomingMessage, inner: string): void {
  const { headers } = request
  for (const name in headers) if (name === 'forwarded' || name.startsWith('x-forwarded-')) headers[name] = undefined
  headers.host = config.domain
  headers['x-forwarded-proto'] = config.secure ? 'https' : 'http'
  Object.assign(request, { originalUrl: `${MOUNT}${inner}` })
  request.url = inner
}

function takeRateOf(context: Context, { path, ip: address }: Exchange): void {
  const name = nameOf(path)
  if (name.startsWith('/authorize') || name === '/par' || name.startsWith('/end-session'))
    takeRate(context, 'authorize', address, RATE_AUTHORIZE_PER_ADDRESS)
  else if (name === '/userinfo') takeRate(context, 'userinfo', address, RATE_TOKENS_PER_ADDRESS)
  else if (name === '/token' || name === '/revoke' || name === '/introspect')
    takeRate(context, 'token', address, RATE_TOKENS_PER_ADDRESS)
}

/** oidc-provider's router knows neither case nor a slash at the end. */
function nameOf(path: string): string {
  return path.slice(MOUNT.length).toLowerCase().replace(/\/$/, '')
}
