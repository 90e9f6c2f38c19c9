import { HOST_COOKIE_MS } from '@countersign/contract/limits/app-limits.ts'
import type { Context } from '../context.ts'
import { sha256 } from '../platform/crypto/hash.ts'
import { newToken } from '../platform/crypto/id.ts'
import { equalBytes, hmac } from '../platform/crypto/keys.ts'
import { readCookie, writeCookie } from '../platform/http/request/cookies.ts'
import { isSecureHost } from './hosts/host-name.ts'

const STATE_BYTES = 32

export function writeHostCookie(context: Context, host: string, sessionId: string): string {
  const until = Math.floor((context.now() + HOST_COOKIE_MS) / 1000)
  const mac = macOf(context, host, `${sessionId}.${until}`).toString('base64url')
  return setCookie('cs_fwd', host, `${sessionId}.${until}.${mac}`, HOST_COOKIE_MS)
}

type Verified = { sessionId: string; until: number }

/** Verified cookies by host, since the HMAC is the most expensive part of a check. */
type CookieCache = { hosts: Map<string, HostCookies>; size: number }
type HostCookies = { name: string; verified: Map<string, Verified> }

const caches = new WeakMap<Context, CookieCache>()
/** Of hosts and cookies together. */
const CACHE_MAX = 10_000

export function readHostCookie(context: Context, host: string, cookies: string | undefined): string | undefined {
  if (cookies === undefined) return undefined
  const { name, verified } = cookiesOf(context, host)
  const value = readCookie(cookies, name)
  if (!value) return undefined
  const found = verified.get(value) ?? verifyNew(context, host, { value, verified })
  return found && context.now() < found.until * 1000 ? found.sessionId : undefined
}

function cookiesOf(context: Context, host: string): HostCookies {
  const cached = caches.get(context)?.hosts.get(host)
  if (cached) return cached
  const created: HostCookies = { name: cookieName('cs_fwd', host), verified: new Map() }
  growCache(context).hosts.set(host, created)
  return created
}

/** Counts one more entry, after dropping all if there are too many. */
function growCache(context: Context): CookieCache {
  const current = caches.get(context)
  const cache = current && current.size < CACHE_MAX ? current : { hosts: new Map(), size: 0 }
  cache.size++
  caches.set(context, cache)
  return cache
}

type NewCookie = { value: string; verified: HostCookies['verified'] }

function verifyNew(context: Context, host: string, { value, verified }: NewCookie): Verified | undefined {
  const found = verify(context, host, value)
  if (!found) return undefined
  growCache(context)
  verified.set(value, found)
  return found
}

function verify(context: Context, host: string, value: string): Verified | undefined {
  const parts = /^(ses_[0-9A-HJKMNP-TV-Z]{26})\.(\d{10})\.([A-Za-z0-9_-]{43})$/.exec(value)
  if (!parts) return undefined
  const [, sessionId = '', until = '', mac = ''] = parts
  if (!equalBytes(macOf(context, host, `${sessionId}.${until}`), Buffer.from(mac, 'base64url'))) return undefined
  return { sessionId, until: Number(until) }
}

function macOf({ keys }: Context, host: string, content: string): Buffer {
  return hmac(keys.host, `${host} ${content}`)
}

/** One secret for all tabs of a browser. Only its hash leaves the host. */
export function beginState(context: Context, host: string, cookies: string | undefined) {
  const secret = stateOf(host, cookies) ?? newToken(context, STATE_BYTES)
  return { hash: hashState(secret), cookie: setCookie('cs_fwd_state', host, secret, HOST_COOKIE_MS) }
}

export function readState(host: string, cookies: string | undefined): string | undefined {
  const secret = stateOf(host, cookies)
  return secret && hashState(secret)
}

export function clearCookies(host: string): string[] {
  return [setCookie('cs_fwd', host, '', 0), setCookie('cs_fwd_state', host, '', 0)]
}

function stateOf(host: string, cookies: string | undefined): string | undefined {
  const secret = cookies && readCookie(cookies, cookieName('cs_fwd_state', host))
  return secret && /^[A-Za-z0-9_-]{43}$/.test(secret) ? secret : undefined
}

function hashState(secret: string): string {
  return sha256(secret).toString('base64url')
}

type Name = 'cs_fwd' | 'cs_fwd_state'

/** Browsers share cookies between the ports of a host, so the port is part of the name. */
function cookieName(name: Name, host: string): string {
  const port = host.split(':')[1]
  const fullName = port === undefined ? name : `${name}_${port}`
  return isSecureHost(host) ? `__Host-${fullName}` : fullName
}

function setCookie(name: Name, host: string, value: string, lifeMs: number): string {
  return writeCookie(cookieName(name, host), value, { secure: isSecureHost(host), maxAgeMs: lifeMs })
}
