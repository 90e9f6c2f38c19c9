import { isLoopbackHost, isWildcard } from '@countersign/contract/host/host-name.ts'

export function originOf(host: string): string {
  return `${isLoopbackHost(host) ? 'http' : 'https'}://${host}`
}

export function isSecureHost(host: string): boolean {
  return !isLoopbackHost(host)
}

/** As a browser serializes it: no default port, no alternative notation of an address. */
export function isCanonicalHost(host: string): boolean {
  const origin = originOf(isWildcard(host) ? `x${host.slice(1)}` : host)
  return URL.canParse(origin) && new URL(origin).origin === origin
}

/** At any port, since cookies ignore ports and a site there would receive ours. Loopback is exempt for development. */
export function isOwnHost(host: string, domain: string): boolean {
  return host === domain || (nameOf(host) === nameOf(domain) && !isLoopbackHost(host))
}

function nameOf(host: string): string {
  return host.replace(/:\d+$/, '')
}
