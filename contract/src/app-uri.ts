/** Which addresses of an app are taken, and why one is not. */

import { APP_URI_MAX } from './limits/app-limits.ts'

export type AppKind = 'web' | 'spa' | 'native'

/** Why an address cannot be a redirect; the page says it beside the field. */
export type UriProblem =
  | 'not_a_url'
  | 'too_long'
  | 'fragment'
  | 'user_info'
  | 'wildcard'
  | 'needs_https'
  | 'private_http'
  | 'scheme'

export type UriOptions = { kind: AppKind /** Whether http is allowed on a private network. */; allowHttp?: boolean }

/** An app gets codes at exactly this address, so it says everything and leaves nothing open. */
export function redirectProblem(value: string, { kind, allowHttp = false }: UriOptions): UriProblem | undefined {
  if (value.length > APP_URI_MAX) return 'too_long'
  if (!URL.canParse(value) || UNSEEN.test(value) || /^https?:(?!\/\/[^/])/i.test(value)) return 'not_a_url'
  const url = new URL(value)
  if (value.includes('#')) return 'fragment'
  if (hasUserInfo(value)) return 'user_info'
  if (value.includes('*')) return 'wildcard'
  // RFC 8252 7.2 and 7.3: an https address is claimed by a domain; this computer is spoken to over http.
  if (url.protocol === 'https:') return kind === 'native' && isThisComputer(url.hostname) ? 'scheme' : undefined
  if (url.protocol === 'http:') {
    if (isThisComputer(url.hostname)) return undefined
    if (kind !== 'web' || !isPrivateHost(url.hostname)) return 'needs_https'
    return allowHttp ? undefined : 'private_http'
  }
  // RFC 8252: a private scheme is a reversed domain name, so that two apps do not share one by chance.
  return kind === 'native' && /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/.test(url.protocol) ? undefined : 'scheme'
}

/** Where people start an app from: followed by a click, and never sent a code. */
export function launchProblem(value: string): UriProblem | undefined {
  if (value.length > APP_URI_MAX) return 'too_long'
  if (!/^https?:\/\/[^/]/i.test(value) || !URL.canParse(value) || UNSEEN.test(value)) return 'not_a_url'
  return hasUserInfo(value) ? 'user_info' : undefined
}

/** A browser takes these out or turns them round: what is read would not be what is meant. */
const UNSEEN = /[\s\\\p{C}]/u

/** Also an empty one, which `URL` forgets. */
function hasUserInfo(value: string): boolean {
  return /^[^/?#]*\/\/[^/?#]*@/.test(value)
}

/** `https://app.example` and `https://app.example/` are one address, and libraries send either. */
export function isRegisteredPostLogout(given: string, registered: readonly string[], kind: AppKind): boolean {
  return isRegistered(given, registered, kind) || registered.some((uri) => withRootPath(uri) === withRootPath(given))
}

function withRootPath(uri: string): string {
  return /^https?:\/\/[^/?#]+$/.test(uri) ? `${uri}/` : uri
}

/** RFC 8252 7.3: a native app on this computer takes whatever port is free. Everything else is the same, letter by letter. */
export function isRegistered(given: string, registered: readonly string[], kind: AppKind): boolean {
  if (registered.includes(given)) return true
  const bare = kind === 'native' ? withoutPort(given) : undefined
  return bare !== undefined && registered.some((uri) => withoutPort(uri) === bare)
}

function withoutPort(uri: string): string | undefined {
  const [, host, rest] = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?([/?].*)?$/.exec(uri) ?? []
  return host === undefined ? undefined : `${host}${rest ?? ''}`
}

export function isThisComputer(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
}

/** Names that no public DNS answers for, and the addresses of private networks (RFC 1918, RFC 4193). */
export function isPrivateHost(hostname: string): boolean {
  if (/^\[f[cd]/.test(hostname)) return true
  const ipv4 = /^(\d+)\.(\d+)\.\d+\.\d+$/.exec(hostname)
  if (!ipv4) return !hostname.startsWith('[') && /^(?:[^.]+|.+\.(?:local|lan|internal|home\.arpa))$/.test(hostname)
  const [first, second] = [Number(ipv4[1]), Number(ipv4[2])]
  return first === 10 || (first === 172 && second >= 16 && second <= 31) || (first === 192 && second === 168)
}

/** RFC 8707 2: an absolute URI without a fragment. */
export function isAudience(value: string): boolean {
  return URL.canParse(value) && !value.includes('#') && !UNSEEN.test(value)
}

/** Where a browser app may call from: scheme, host and port alone. */
export function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false
  const url = new URL(value)
  return (
    url.origin === value && (url.protocol === 'https:' || (url.protocol === 'http:' && isThisComputer(url.hostname)))
  )
}
