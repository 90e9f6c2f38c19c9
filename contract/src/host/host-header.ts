export const headerValues = ['id', 'name', 'groups', 'wallet'] as const
export type HeaderValue = (typeof headerValues)[number]
export type HostHeader = { header: string; value: HeaderValue }

/** Sent for every host; a host cannot redefine them. */
export const standardHeaders = [
  { header: 'Remote-User', value: 'id' },
  { header: 'Remote-Name', value: 'name' },
  { header: 'Remote-Groups', value: 'groups' },
  { header: 'X-Countersign-Subject', value: 'id' },
  { header: 'X-Countersign-Wallet', value: 'wallet' },
] as const satisfies HostHeader[]

const RESERVED = new Set([
  ...['connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'http2-settings', 'expect'],
  ...['host', 'cookie', 'set-cookie', 'authorization', 'www-authenticate', 'location', 'origin', 'referer'],
  ...[
    'forwarded',
    'via',
    'x-real-ip',
    'date',
    'server',
    'cache-control',
    'range',
    'accept',
    'vary',
    'etag',
    'age',
    'expires',
  ],
  ...standardHeaders.map(({ header }) => header.toLowerCase()),
])
const RESERVED_PREFIXES =
  /^(?:content|proxy|x-forwarded|x-original|x-rewrite|x-countersign|x-http|x-method|access-control|sec|if)-/

/** PHP, WSGI and others treat underscores as hyphens, so every spelling is removed from requests: at most 32 for five hyphens. */
export function isHeaderName(header: string): boolean {
  const name = header.toLowerCase()
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+){0,5}$/.test(name) || name.length > 64) return false
  return !RESERVED.has(name) && !RESERVED_PREFIXES.test(name)
}
