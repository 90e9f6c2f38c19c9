/** Names of protected hosts, and of the tokens that let programs through to them. */

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'

const HOST_PATTERN = new RegExp(
  `^(?:(?:${LABEL}\\.)*${LABEL}|\\*\\.(?:localhost|(?:${LABEL}\\.)+${LABEL}))(?::[1-9][0-9]{0,4})?$`,
)

export function isHostPattern(host: string): boolean {
  return HOST_PATTERN.test(host)
}

export function isWildcard(host: string): boolean {
  return host.startsWith('*.')
}

/** The wildcard that covers a host, whether or not it is protected. */
export function wildcardFor(host: string): string {
  return host.replace(/^[^.:]*/, '*')
}

/** On this computer, where browsers ask for no certificate; every other host is reached by https. */
export function isLoopbackHost(host: string): boolean {
  return /^(?:localhost|[*a-z0-9.-]+\.localhost|127\.\d+\.\d+\.\d+)(?::\d+)?$/.test(host)
}

/** Prefix of every token; any other `Authorization` header belongs to the site. */
export const HOST_TOKEN_PREFIX = 'cs_host_'

/** The site gets `token:<name>` in a header, so the name has to fit one. */
export function isTokenName(name: string): boolean {
  return /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,30}[A-Za-z0-9])?$/.test(name)
}
