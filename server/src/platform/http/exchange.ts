import type { IncomingMessage, ServerResponse } from 'node:http'
import { newUlid } from '../crypto/id.ts'
import type { PlatformContext } from '../platform-context.ts'
import { clientAddress } from './request/client-ip.ts'
import { CookieJar } from './request/cookies.ts'
import { deviceLabel } from './request/user-agent.ts'

export type Exchange = {
  request: IncomingMessage
  response: ServerResponse
  path: string
  search: string
  readonly cookies: CookieJar
  /** The client's address, as far as trusted proxies report it. */
  readonly ip: string
  readonly source: { ip: string; device: string }
  /** Identifies the request in error messages and logs. */
  readonly traceId: string
  header(name: string): string | undefined
}

export function openExchange(context: PlatformContext, request: IncomingMessage, response: ServerResponse): Exchange {
  return new RequestExchange(context, request, response)
}

/** A class, since one is opened for every request: what few requests need is computed when it is read. */
class RequestExchange implements Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly path: string
  readonly search: string
  readonly #context: PlatformContext
  #cookies: CookieJar | undefined
  #ip: string | undefined
  #traceId: string | undefined

  constructor(context: PlatformContext, request: IncomingMessage, response: ServerResponse) {
    const target = request.url ?? '/'
    const queryAt = target.indexOf('?')
    this.#context = context
    this.request = request
    this.response = response
    this.path = queryAt < 0 ? target : target.slice(0, queryAt)
    this.search = queryAt < 0 ? '' : target.slice(queryAt)
  }

  get cookies(): CookieJar {
    this.#cookies ??= new CookieJar(this.request.headers.cookie, this.#context.config.secure)
    return this.#cookies
  }

  get ip(): string {
    this.#ip ??= clientAddress(this.request, this.#context.config.trustedProxies)
    return this.#ip
  }

  get source(): { ip: string; device: string } {
    return { ip: this.ip, device: deviceLabel(this.request.headers['user-agent']) }
  }

  get traceId(): string {
    this.#traceId ??= newUlid(this.#context)
    return this.#traceId
  }

  header(name: string): string | undefined {
    const value = this.request.headers[name]
    return typeof value === 'string' ? value : undefined
  }
}
