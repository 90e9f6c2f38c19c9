import { isIPv6 } from 'node:net'

/** Canonical form (RFC 5952), without a zone, IPv4-mapped as IPv4: rate limits count all spellings as one. */
export function normalizeIp(address: string): string {
  if (!address.includes(':')) return address
  const bare = address.replace(/%.*$/, '')
  if (!isIPv6(bare)) return bare
  const canonical = new URL(`http://[${bare}]/`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical) ?? []
  if (high === undefined || low === undefined) return canonical
  const [a, b] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return [a >> 8, a & 255, b >> 8, b & 255].join('.')
}

/** The first groups of a canonical IPv6 address, for example "2001:db8:0". */
export function ipv6Prefix(address: string, groups: number): string {
  const [head = [], tail = []] = address.split('::').map((part) => (part === '' ? [] : part.split(':')))
  const zeros = Array<string>(8 - head.length - tail.length).fill('0')
  return [...head, ...zeros, ...tail].slice(0, groups).join(':')
}
