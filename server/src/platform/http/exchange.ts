import type { IncomingMessage, ServerResponse } from 'node:http'
import { newUlid } from '../crypto/id.ts'
import type { PlatformContext } from '../platform-context.ts'
import { clientAddress } from './client-ip.ts'
import { type CookieJar, openCookieJar } from './cookies.ts'
import { deviceLabel } from './user-agent.ts'

export type Exchange = {
  request: IncomingMessage
  response: ServerResponse
  path: string
  search: string
  cookies: CookieJar
  /** The client's address, as far as trusted proxies report it. */
  readonly ip: string
  readonly source: { ip: string; device: string }
  /** Identifies the request in error messages and logs. */
  readonly traceId: string
  header(name: string): string | undefined
}

export function openExchange(context: PlatformContext, request: IncomingMessage, response: ServerResponse): Exchange {
  const target = request.url ?? '/'
  const queryAt = target.indexOf('?')
  let ip: string | undefined
  let traceId: string | undefined
  return {
    request,
    response,
    path: queryAt < 0 ? target : target.slice(0, queryAt),
    search: queryAt < 0 ? '' : target.slice(queryAt),
    cookies: openCookieJar(request.headers.cookie, context.config.secure),
    get ip() {
      ip ??= clientAddress(request, context.config.trustedProxies)
      return ip
    },
    get source() {
      return { ip: this.ip, device: deviceLabel(request.headers['user-agent']) }
    },
    get traceId() {
      traceId ??= newUlid(context)
      return traceId
    },
    header(name) {
      const value = request.headers[name]
      return typeof value === 'string' ? value : undefined
    },
  }
}
