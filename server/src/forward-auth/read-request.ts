/** What a proxy asks about, from one source and in one spelling. What could be read two ways is not read at all. */

import type { IncomingHttpHeaders } from 'node:http'

export type Asked = {
  method: string
  /** Lower case, without the usual port and without the dot at its end. */
  host: string
  path: string
  /** The path and what follows it, as it was asked for. */
  target: string
  /** nginx takes only 200, 401 and 403 for an answer, so it is not sent anywhere but told where. */
  viaNginx: boolean
}

export function readAsked(headers: IncomingHttpHeaders): Asked | undefined {
  const viaNginx = headers['x-original-url'] !== undefined
  const source = viaNginx ? readOriginal(headers) : readForwarded(headers)
  if (!source || !/^[A-Z-]{1,20}$/.test(source.method)) return undefined
  const host = canonicalHost(source.host, source.scheme)
  const path = readPath(source.target)
  if (host === undefined || path === undefined) return undefined
  return { method: source.method, host, path, target: source.target, viaNginx }
}

type Source = { method: string; scheme: string; host: string; target: string }

/** Caddy and Traefik. */
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

/** nginx, as its `auth_request` is commonly set up. */
function readOriginal(headers: IncomingHttpHeaders): Source | undefined {
  const { 'x-original-url': url, 'x-original-method': method } = headers
  const other = headers['x-forwarded-host'] ?? headers['x-forwarded-uri'] ?? headers['x-forwarded-method']
  if (typeof url !== 'string' || typeof method !== 'string' || other !== undefined) return undefined
  const schemeEnd = url.indexOf('://')
  const pathAt = url.indexOf('/', schemeEnd + 3)
  if (schemeEnd < 0 || pathAt < 0) return undefined
  return { method, scheme: url.slice(0, schemeEnd), host: url.slice(schemeEnd + 3, pathAt), target: url.slice(pathAt) }
}

const USUAL_PORT: Record<string, string> = { http: ':80', ws: ':80', https: ':443', wss: ':443' }
const HOST = /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*(?::[1-9][0-9]{0,4})?$/

export function canonicalHost(given: string, scheme: string): string | undefined {
  const usual = USUAL_PORT[scheme]
  if (usual === undefined || given.length > 262) return undefined
  const lower = given.toLowerCase()
  const named = lower.endsWith(usual) ? lower.slice(0, -usual.length) : lower
  const host = named.endsWith('.') ? named.slice(0, -1) : named.replace('.:', ':')
  return HOST.test(host) ? host : undefined
}

/**
 * Encoded slashes and backslashes, encoded percent signs, control characters, bytes that are a longer spelling of one of
 * these (RFC 3629 3), and steps up or to nowhere.
 */
const AMBIGUOUS =
  /\\|%(?:[01][0-9a-f]|2f|5c|7f|25[0-9a-f]{2}|c[01]|e0%[89]|f0%8|(?![0-9a-f]{2}))|\/(?:\.|%2e){1,2}(?:[/;]|%3b|$)/i

function readPath(target: string): string | undefined {
  if (!target.startsWith('/') || !/^[\x21\x22\x24-\x7e]+$/.test(target)) return undefined
  const queryAt = target.indexOf('?')
  const path = queryAt < 0 ? target : target.slice(0, queryAt)
  return AMBIGUOUS.test(path) || isOursInDisguise(path) ? undefined : path
}

/** Where a proxy hands over to us what begins with this, other spellings of it must not mean something else here. */
export const OWN = '/.countersign/'

function isOursInDisguise(path: string): boolean {
  if (!path.includes('%') && !path.includes('//')) return false
  return !path.startsWith(OWN) && `${decode(path)}/`.replace(/\/+/g, '/').startsWith(OWN)
}

function decode(path: string): string {
  return path.replace(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** A page of that host somebody may be sent to: never another host, never one of ours. */
export function isPageOf(target: string): boolean {
  return readPath(target) !== undefined && !target.startsWith('//') && !target.startsWith(OWN)
}
