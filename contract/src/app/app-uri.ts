import { APP_URI_MAX } from '../limits/app-limits.ts'
import { parseUrl } from '../url/parse-url.ts'

export type AppKind = 'web' | 'spa' | 'native'

export type UriProblem =
  | 'not_a_url'
  | 'too_long'
  | 'fragment'
  | 'user_info'
  | 'wildcard'
  | 'needs_https'
  | 'private_http'
  | 'scheme'

/** `allowHttp`: on a private network. */
export type UriOptions = { kind: AppKind; allowHttp?: boolean }

/** The app receives codes at this URI, so it must be exact. */
export function redirectProblem(value: string, { kind, allowHttp = false }: UriOptions): UriProblem | undefined {
  if (value.length > APP_URI_MAX) return 'too_long'
  const url = parseUrl(value)
  if (!url || UNSAFE_CHARACTERS.test(value) || /^https?:(?!\/\/[^/])/i.test(value)) return 'not_a_url'
  if (value.includes('#')) return 'fragment'
  if (hasUserInfo(value)) return 'user_info'
  if (value.includes('*')) return 'wildcard'
  // RFC 8252 7.2 and 7.3: https needs a claimed domain; loopback redirects use http.
  if (url.protocol === 'https:') return kind === 'native' && isLoopback(url.hostname) ? 'scheme' : undefined
  if (url.protocol === 'http:') {
    if (isLoopback(url.hostname)) return undefined
    if (kind !== 'web' || !isPrivateHost(url.hostname)) return 'needs_https'
    return allowHttp ? undefined : 'private_http'
  }
  // RFC 8252 7.1: a private-use scheme is a reversed domain name, so that two apps do not share one by chance.
  return kind === 'native' && /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/.test(url.protocol) ? undefined : 'scheme'
}

export function launchProblem(value: string): UriProblem | undefined {
  if (value.length > APP_URI_MAX) return 'too_long'
  if (!/^https?:\/\/[^/]/i.test(value) || !parseUrl(value) || UNSAFE_CHARACTERS.test(value)) return 'not_a_url'
  return hasUserInfo(value) ? 'user_info' : undefined
}

/** Browsers strip or convert these characters. */
const UNSAFE_CHARACTERS = /[\s\\\p{C}]/u

/** Also finds an empty one, which `URL` drops. */
function hasUserInfo(value: string): boolean {
  return /^[^/?#]*\/\/[^/?#]*@/.test(value)
}

export function isRegisteredPostLogout(given: string, registered: readonly string[], kind: AppKind): boolean {
  return isRegistered(given, withRootForms(registered), kind)
}

/** `https://app.example` equals `https://app.example/`: libraries send either. */
export function withRootForms(uris: readonly string[]): string[] {
  const forms = uris.flatMap((uri) => {
    const [, root] = /^(https?:\/\/[^/?#]+)\/?$/.exec(uri) ?? []
    return root === undefined ? [uri] : [root, `${root}/`]
  })
  return [...new Set(forms)]
}

/** An exact match, except for the port of a native app's loopback URI (RFC 8252 7.3). */
export function isRegistered(given: string, registered: readonly string[], kind: AppKind): boolean {
  if (registered.includes(given)) return true
  const bare = kind === 'native' ? withoutPort(given) : undefined
  return bare !== undefined && registered.some((uri) => withoutPort(uri) === bare)
}

function withoutPort(uri: string): string | undefined {
  const [, host, rest] = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?([/?].*)?$/.exec(uri) ?? []
  return host === undefined ? undefined : `${host}${rest ?? ''}`
}

export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
}

/** Names without public DNS, and private addresses (RFC 1918, RFC 4193). */
export function isPrivateHost(hostname: string): boolean {
  if (/^\[f[cd]/.test(hostname)) return true
  const ipv4 = /^(\d+)\.(\d+)\.\d+\.\d+$/.exec(hostname)
  if (!ipv4) return !hostname.startsWith('[') && /^(?:[^.]+|.+\.(?:local|lan|internal|home\.arpa))$/.test(hostname)
  const [first, second] = [Number(ipv4[1]), Number(ipv4[2])]
  return first === 10 || (first === 172 && second >= 16 && second <= 31) || (first === 192 && second === 168)
}

/** RFC 8707 2: an absolute URI without a fragment. */
export function isAudience(value: string): boolean {
  return parseUrl(value) !== undefined && !value.includes('#') && !UNSAFE_CHARACTERS.test(value)
}

export function isOrigin(value: string): boolean {
  const url = parseUrl(value)
  if (url?.origin !== value) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}
