/** Names of protected hosts: one spelling each. */

import { isLoopbackHost, isWildcard } from '@countersign/contract/host-name.ts'

export function originOf(host: string): string {
  return `${isLoopbackHost(host) ? 'http' : 'https'}://${host}`
}

export function isSecureHost(host: string): boolean {
  return !isLoopbackHost(host)
}

/** As a browser would write it: no usual port, no address in another base, no name that is not one. */
export function isCanonicalHost(host: string): boolean {
  // A wildcard is as canonical as what it covers.
  const origin = originOf(isWildcard(host) ? `x${host.slice(1)}` : host)
  return URL.canParse(origin) && new URL(origin).origin === origin
}

/**
 * The one people sign in at. Whoever is not signed in could not reach it to do so; and at another port of it a site
 * would be sent everybody's session, since cookies know no ports. On this computer that is how things are tried out.
 */
export function isOwnHost(host: string, domain: string): boolean {
  return host === domain || (nameOf(host) === nameOf(domain) && !isLoopbackHost(host))
}

function nameOf(host: string): string {
  return host.replace(/:\d+$/, '')
}
