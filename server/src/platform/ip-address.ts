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

/** As a number; undefined if it is not four decimal numbers without leading zeros, as `isIPv4` checks it. */
export function parseIpv4(address: string): number | undefined {
  let number = 0
  let part = -1
  let parts = 1
  for (let at = 0; at < address.length; at++) {
    const digit = address.charCodeAt(at) - ZERO
    if (digit >= 0 && digit <= 9) {
      if (part === 0) return undefined
      part = part < 0 ? digit : part * 10 + digit
      if (part > 255) return undefined
    } else {
      if (digit !== DOT - ZERO || part < 0) return undefined
      number = number * 256 + part
      part = -1
      parts++
    }
  }
  return parts === 4 && part >= 0 ? number * 256 + part : undefined
}

const ZERO = '0'.charCodeAt(0)
const DOT = '.'.charCodeAt(0)

/** The first groups of a canonical IPv6 address, for example "2001:db8:0". */
export function ipv6Prefix(address: string, groups: number): string {
  const [head = [], tail = []] = address.split('::').map((part) => (part === '' ? [] : part.split(':')))
  const zeros = Array<string>(8 - head.length - tail.length).fill('0')
  return [...head, ...zeros, ...tail].slice(0, groups).join(':')
}
