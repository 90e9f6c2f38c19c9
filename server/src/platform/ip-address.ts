import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

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

/** The same IPv4 address, or the same /56, which one household has. */
export function isSameNetwork(a: string, b: string): boolean {
  if (!isIPv6(a) || !isIPv6(b)) return isIPv4(a) && a === b
  return householdOf(a) === householdOf(b)
}

function householdOf(address: string): string {
  const [group = '0', ...before] = ipv6Prefix(address, 4).split(':').reverse()
  return [...before.reverse(), Number.parseInt(group, 16) >> 8].join(':')
}

/** "203.0.113.x", "2001:db8:1::x". Loopback addresses stay. */
export function maskIp(ip: string): string {
  return shortenIp(ip, { ipv4: '.x', ipv6: '::x' })
}

/** The /24 or /48 that is stored once the full address is erased. */
export function truncateIp(ip: string): string {
  return shortenIp(ip, { ipv4: '.0/24', ipv6: '::/48' })
}

function shortenIp(ip: string, suffix: { ipv4: string; ipv6: string }): string {
  const slash = ip.indexOf('/')
  const address = normalizeIp(slash < 0 ? ip : ip.slice(0, slash))
  if (isIPv4(address))
    return address.startsWith('127.') ? address : address.slice(0, address.lastIndexOf('.')) + suffix.ipv4
  if (address === '::1') return address
  return isIPv6(address) ? ipv6Prefix(address, 3) + suffix.ipv6 : ''
}

// Link-local addresses are left out: cloud metadata services are there.
const privateRanges = new BlockList()
for (const [address, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  privateRanges.addSubnet(address, bits, 'ipv4')
privateRanges.addAddress('::1', 'ipv6')
privateRanges.addSubnet('fc00::', 7, 'ipv6')

/** Loopback and private addresses, where plain http is acceptable. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address)
  return family > 0 && privateRanges.check(address, family === 4 ? 'ipv4' : 'ipv6')
}
