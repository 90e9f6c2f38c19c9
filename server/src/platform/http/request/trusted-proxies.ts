import { BlockList, isIPv6 } from 'node:net'
import { normalizeIp, parseIpv4 } from '../../ip-address.ts'

export type ProxyRange = { address: string; bits: number; family: 'ipv4' | 'ipv6' }

type Range = { first: number; last: number }

/** Whose forwarded headers are believed. */
export type TrustedProxies = { readonly isEmpty: boolean; has(address: string): boolean }

/** The prefix of IPv4-mapped addresses, `::ffff:0:0/96`. */
const MAPPED_BITS = 96

/** IPv4 ranges are compared as numbers: `BlockList` creates an object for every check. */
export function trustProxies(ranges: readonly ProxyRange[]): TrustedProxies {
  const ipv6 = new BlockList()
  const ipv4: Range[] = []
  const checked = new Map<string, boolean>()
  // Requests come from the same proxy, one after the other.
  let lastTrusted: string | undefined
  for (const { address, bits, family } of ranges) {
    if (family === 'ipv6') ipv6.addSubnet(address, bits, family)
    const covered = family === 'ipv4' ? rangeOf(address, bits) : mappedRange(address, bits)
    if (covered) ipv4.push(covered)
  }
  return {
    isEmpty: ranges.length === 0,
    has(address) {
      if (address === lastTrusted) return true
      const isTrusted = hasAddress(address)
      if (isTrusted) lastTrusted = address
      return isTrusted
    },
  }

  function hasAddress(address: string): boolean {
    const number = parseIpv4(address)
    return number === undefined ? hasIpv6(address) : ipv4.some(({ first, last }) => number >= first && number <= last)
  }

  function hasIpv6(address: string): boolean {
    const known = checked.get(address)
    if (known !== undefined) return known
    const result = isIPv6(address) && ipv6.check(address, 'ipv6')
    if (checked.size >= CHECKED_MAX) checked.clear()
    checked.set(address, result)
    return result
  }
}

const CHECKED_MAX = 1000

/** The IPv4 addresses in an IPv6 range: `::/0` contains all of them, as IPv4-mapped addresses. */
function mappedRange(address: string, bits: number): Range | undefined {
  if (bits > MAPPED_BITS) {
    const ipv4 = normalizeIp(address)
    return parseIpv4(ipv4) === undefined ? undefined : rangeOf(ipv4, bits - MAPPED_BITS)
  }
  const range = new BlockList()
  range.addSubnet(address, bits, 'ipv6')
  return range.check('::ffff:0:0', 'ipv6') ? rangeOf('0.0.0.0', 0) : undefined
}

function rangeOf(ipv4: string, bits: number): Range {
  const size = 2 ** (32 - bits)
  const first = Math.floor((parseIpv4(ipv4) ?? 0) / size) * size
  return { first, last: first + size - 1 }
}
