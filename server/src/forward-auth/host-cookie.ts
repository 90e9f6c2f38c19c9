/** The cookies of a protected host: who is signed in there, and which browser began to. */

import { HOST_COOKIE_MS } from '@countersign/contract/limits/app-limits.ts'
import type { Context } from '../context.ts'
import { sha256 } from '../platform/crypto/hash.ts'
import { newToken } from '../platform/crypto/id.ts'
import { authenticate, equalBytes } from '../platform/crypto/keys.ts'
import { readCookie } from '../platform/http/cookies.ts'
import { isSecureHost } from './hosts/host-name.ts'

const STATE_BYTES = 32

/** Names the session, for this host alone and for an hour. */
export function writeHostCookie(context: Context, host: string, sessionId: string): string {
  const until = Math.floor((context.now() + HOST_COOKIE_MS) / 1000)
  const mac = seal(context, host, `${sessionId}.${until}`).toString('base64url')
  return line('cs_fwd', host, `${sessionId}.${until}.${mac}`, HOST_COOKIE_MS)
}

type Opened = { sessionId: string; until: number }

/** Cookies that were found genuine: checking one again costs more than everything else here. */
const genuine = new WeakMap<Context, Map<string, Opened>>()
const GENUINE_MAX = 10_000

/** The id of the session a browser's cookies name. */
export function readHostCookie(context: Context, host: string, cookies: string | undefined): string | undefined {
  const value = cookies && readCookie(cookies, nameOf('cs_fwd', host))
  if (!value) return undefined
  const known = genuine.get(context) ?? new Map<string, Opened>()
  const key = `${host} ${value}`
  const opened = known.get(key) ?? open(context, host, value)
  if (!opened || context.now() >= opened.until * 1000) return undefined
  if (known.size >= GENUINE_MAX) known.clear()
  genuine.set(context, known.set(key, opened))
  return opened.sessionId
}

function open(context: Context, host: string, value: string): Opened | undefined {
  const parts = /^(ses_[0-9A-HJKMNP-TV-Z]{26})\.(\d{10})\.([A-Za-z0-9_-]{43})$/.exec(value)
  if (!parts) return undefined
  const [, sessionId = '', until = '', mac = ''] = parts
  if (!equalBytes(seal(context, host, `${sessionId}.${until}`), Buffer.from(mac, 'base64url'))) return undefined
  return { sessionId, until: Number(until) }
}

function seal({ keys }: Context, host: string, content: string): Buffer {
  return authenticate(keys.host, `${host} ${content}`)
}

/** The secret of the browser that began at this host: one for all its tabs. Only its hash leaves the host. */
export function beginState(context: Context, host: string, cookies: string | undefined) {
  const secret = stateOf(host, cookies) ?? newToken(context, STATE_BYTES)
  return { hash: hashState(secret), cookie: line('cs_fwd_state', host, secret, HOST_COOKIE_MS) }
}

/** What `beginState` gave this browser. */
export function readState(host: string, cookies: string | undefined): string | undefined {
  const secret = stateOf(host, cookies)
  return secret && hashState(secret)
}

export function clearCookies(host: string): string[] {
  return [line('cs_fwd', host, '', 0), line('cs_fwd_state', host, '', 0)]
}

function stateOf(host: string, cookies: string | undefined): string | undefined {
  const secret = cookies && readCookie(cookies, nameOf('cs_fwd_state', host))
  return secret && /^[A-Za-z0-9_-]{43}$/.test(secret) ? secret : undefined
}

function hashState(secret: string): string {
  return sha256(secret).toString('base64url')
}

type Name = 'cs_fwd' | 'cs_fwd_state'

/**
 * No other host can set a cookie whose name begins with `__Host-`. Browsers share cookies between the ports of a host, so
 * a port is part of the name: signing in at one does not sign out of another.
 */
function nameOf(name: Name, host: string): string {
  const port = host.split(':')[1]
  const named = port === undefined ? name : `${name}_${port}`
  return isSecureHost(host) ? `__Host-${named}` : named
}

function line(name: Name, host: string, value: string, lifeMs: number): string {
  const secure = isSecureHost(host) ? '; Secure' : ''
  return `${nameOf(name, host)}=${value}; Path=/; HttpOnly; SameSite=Lax${secure}; Max-Age=${lifeMs / 1000}`
}
