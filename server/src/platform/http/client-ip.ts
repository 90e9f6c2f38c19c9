import type { IncomingMessage } from 'node:http'
import { type BlockList, isIP, isIPv4, isIPv6 } from 'node:net'
import { ipv6Prefix, normalizeIp } from '../ip-address.ts'

/** The nearest address that is not a trusted proxy. Without trusted proxies, forwarded headers are ignored. */
export function clientAddress(request: IncomingMessage, trusted: BlockList): string {
  const peer = peerOf(request)
  if (!isTrusted(peer, trusted)) return peer
  const header = request.headers['x-forwarded-for']
  const hops = (Array.isArray(header) ? header.join(',') : (header ?? ''))
    .split(',')
    .map((hop) => normalizeIp(hop.trim()))
  for (const hop of hops.reverse()) {
    if (isIP(hop) === 0) return peer
    if (!isTrusted(hop, trusted)) return hop
  }
  return peer
}

export function isFromProxy(request: IncomingMessage, trusted: BlockList): boolean {
  return isTrusted(peerOf(request), trusted)
}

export function peerOf(request: IncomingMessage): string {
  return normalizeIp(request.socket.remoteAddress ?? '')
}

/** IPv6 customers have a /64, so rate limits count that. */
export function subnetOf(address: string): string {
  return isIPv6(address) ? `${ipv6Prefix(address, 4)}::/64` : address
}

/** The /48 of a site or small provider; undefined for IPv4. */
export function siteSubnetOf(address: string): string | undefined {
  return isIPv6(address) ? `${ipv6Prefix(address, 3)}::/48` : undefined
}

const trustCache = new WeakMap<BlockList, Map<string, boolean>>()
const TRUST_CACHE_MAX = 1000

export function isTrusted(address: string, trusted: BlockList): boolean {
  const cache = trustCache.get(trusted) ?? new Map<string, boolean>()
  const cached = cache.get(address)
  if (cached !== undefined) return cached
  const result = isIPv4(address) ? trusted.check(address, 'ipv4') : isIPv6(address) && trusted.check(address, 'ipv6')
  if (cache.size >= TRUST_CACHE_MAX) cache.clear()
  trustCache.set(trusted, cache.set(address, result))
  return result
}
