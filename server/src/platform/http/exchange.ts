import type { IncomingMessage, ServerResponse } from 'node:http'
import { BROWSER_COOKIE_MS } from '@countersign/contract/limits.ts'
import { copyString } from '../copy-string.ts'
import { newToken, newUlid } from '../crypto/id.ts'
import type { PlatformContext } from '../platform-context.ts'
import { clientAddress } from './request/client-ip.ts'
import { CookieJar } from './request/cookies.ts'

/** A class, since one is opened for every request: what few requests need is computed when it is read. */
export class Exchange {
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

  /** The client's address, as far as trusted proxies report it. */
  get ip(): string {
    this.#ip ??= clientAddress(this.request, this.#context.config.trustedProxies)
    return this.#ip
  }

  get source(): { ip: string; device: string } {
    return { ip: this.ip, device: deviceLabel(this.request.headers['user-agent']) }
  }

  /** Identifies the request in error messages and logs. */
  get traceId(): string {
    this.#traceId ??= newUlid(this.#context)
    return this.#traceId
  }

  header(name: string): string | undefined {
    const value = this.request.headers[name]
    return typeof value === 'string' ? value : undefined
  }
}

export function browserOf(exchange: Exchange): string | undefined {
  const value = exchange.cookies.get('browser')
  return value !== undefined && /^[A-Za-z0-9_-]{22}$/.test(value) ? value : undefined
}

export function bindBrowser(context: PlatformContext, exchange: Exchange): string {
  const existing = browserOf(exchange)
  if (existing) return existing
  const created = newToken(context, 16)
  exchange.cookies.set('browser', created, BROWSER_COOKIE_MS)
  return created
}

const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]

const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const labels = new Map<string, string>()
const LABELS_MAX = 200

/** For example "Chrome on Windows". Copies nothing from the header. */
export function deviceLabel(userAgent: string | undefined): string {
  const agent = (userAgent ?? '').slice(0, 512)
  const known = labels.get(agent)
  if (known !== undefined) return known
  const label = describeAgent(agent)
  if (labels.size >= LABELS_MAX) labels.clear()
  labels.set(copyString(agent), label)
  return label
}

function describeAgent(agent: string): string {
  const browser = BROWSERS.find(([pattern]) => pattern.test(agent))?.[1]
  const system = SYSTEMS.find(([pattern]) => pattern.test(agent))?.[1]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown browser'
}
