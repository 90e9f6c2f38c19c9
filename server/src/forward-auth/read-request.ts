/** Parses the forwarded headers of a proxy into one canonical request. Ambiguous ones are rejected. */

import type { IncomingHttpHeaders } from 'node:http'

export type ForwardedRequest = {
  method: string
  /** Lower case, without default port and trailing dot. */
  host: string
  path: string
  target: string
  /** nginx accepts only 200, 401 and 403, and redirects by the `Location` header of a 401 itself. */
  viaNginx: boolean
}

export function readRequest(headers: IncomingHttpHeaders): ForwardedRequest | undefined {
  const viaNginx = headers['x-original-url'] !== undefined
  const source = viaNginx ? readOriginal(headers) : readForwarded(headers)
  if (!source || !METHOD.test(source.method)) return undefined
  const host = readHost(source.host, source.scheme)
  const path = readPath(source.target)
  if (host === undefined || path === undefined) return undefined
  return { method: source.method, host, path, target: source.target, viaNginx }
}

const METHOD = /^[A-Z-]{1,20}$/

type Source = { method: string; scheme: string; host: string; target: string }

function readForwarded(headers: IncomingHttpHeaders): Source | undefined {
  const method = headers['x-forwarded-method']
  const scheme = headers['x-forwarded-proto']
  const host = headers['x-forwarded-host']
  const target = headers['x-forwarded-uri']
  if (headers['x-original-method'] !== undefined) return undefined
  if (typeof method !== 'string' || typeof scheme !== 'string') return undefined
  if (typeof host !== 'string' || typeof target !== 'string') return undefined
  return { method, scheme, host, target }
}

function readOriginal(headers: IncomingHttpHeaders): Source | undefined {
  const { 'x-original-url': url, 'x-original-method': method } = headers
  const other = headers['x-forwarded-host'] ?? headers['x-forwarded-uri'] ?? headers['x-forwarded-method']
  if (typeof url !== 'string' || typeof method !== 'string' || other !== undefined) return undefined
  const schemeEnd = url.indexOf('://')
  const pathAt = url.indexOf('/', schemeEnd + 3)
  if (schemeEnd < 0 || pathAt < 0) return undefined
  return { method, scheme: url.slice(0, schemeEnd), host: url.slice(schemeEnd + 3, pathAt), target: url.slice(pathAt) }
}

const DEFAULT_PORTS: Record<string, string> = { http: ':80', ws: ':80', https: ':443', wss: ':443' }
const HOST = /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*(?::[1-9][0-9]{0,4})?$/

function readHost(given: string, scheme: string): string | undefined {
  const port = DEFAULT_PORTS[scheme]
  if (port === undefined || given.length > 262) return undefined
  const lower = given.toLowerCase()
  const name = lower.endsWith(port) ? lower.slice(0, -port.length) : lower
  const host = name.endsWith('.') ? name.slice(0, -1) : name.replace('.:', ':')
  return HOST.test(host) ? host : undefined
}

/** Encoded slashes, backslashes, percent signs and control characters, overlong UTF-8 (RFC 3629 3), and dot segments, with spaces too. */
const AMBIGUOUS =
  /\\|%(?:[01][0-9a-f]|2f|5c|7f|25(?:[0-9a-f]|%3[0-9]|%[46][1-6]){2}|c[01]|e0%[89]|f0%8|(?![0-9a-f]{2}))|\/(?:%20)*(?:\.|%2e){1,2}(?:%20)*(?:[/;]|%3b|$)/i

function readPath(target: string): string | undefined {
  // Sites that resolve it as a URL take what follows two slashes for a host.
  if (!target.startsWith('/') || target.startsWith('//') || !/^[\x21\x22\x24-\x7e]+$/.test(target)) return undefined
  const queryAt = target.indexOf('?')
  const path = queryAt < 0 ? target : target.slice(0, queryAt)
  return AMBIGUOUS.test(path) || isDisguisedReservedPath(path) ? undefined : path
}

/** Paths of a protected host that we serve. The site must not see another spelling of them. */
export const RESERVED_PREFIX = '/.countersign/'

function isDisguisedReservedPath(path: string): boolean {
  return path.includes('%') && !path.startsWith(RESERVED_PREFIX) && `${decode(path)}/`.startsWith(RESERVED_PREFIX)
}

function decode(path: string): string {
  return path.replace(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** A path on the protected host to redirect to: not another host, and not reserved. */
export function isRedirectTarget(target: string): boolean {
  return readPath(target) !== undefined && !target.startsWith(RESERVED_PREFIX)
}
