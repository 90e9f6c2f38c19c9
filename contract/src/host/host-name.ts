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

export function wildcardFor(host: string): string {
  return host.replace(/^[^.:]*/, '*')
}

/** Browsers require no certificate for these; every other host uses https. */
export function isLoopbackHost(host: string): boolean {
  return /^(?:localhost|[*a-z0-9.-]+\.localhost|127\.\d+\.\d+\.\d+)(?::\d+)?$/.test(host)
}

/** Any other `Authorization` header is meant for the site. */
export const HOST_TOKEN_PREFIX = 'cs_host_'

/** The site receives `token:<name>` in a header. */
export function isTokenName(name: string): boolean {
  return /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,30}[A-Za-z0-9])?$/.test(name)
}
