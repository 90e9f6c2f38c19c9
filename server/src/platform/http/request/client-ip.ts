import type { IncomingMessage } from 'node:http'
import { isIP, isIPv6 } from 'node:net'
import { ipv6Prefix, normalizeIp, parseIpv4 } from '../../ip-address.ts'
import type { PlatformContext } from '../../platform-context.ts'
import type { Bucket, Rate } from '../../rate-limiter.ts'
import type { TrustedProxies } from './trusted-proxies.ts'

/** The nearest address that is not a trusted proxy. Without trusted proxies, forwarded headers are ignored. */
export function clientAddress(request: IncomingMessage, trusted: TrustedProxies): string {
  const peer = peerOf(request)
  if (!trusted.has(peer)) return peer
  const header = request.headers['x-forwarded-for']
  const hops = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',')
  for (let index = hops.length - 1; index >= 0; index--) {
    const hop = normalizeIp(hops[index]?.trim() ?? '')
    if (parseIpv4(hop) === undefined && isIP(hop) === 0) return peer
    if (!trusted.has(hop)) return hop
  }
  return peer
}

export function peerOf(request: IncomingMessage): string {
  return normalizeIp(request.socket.remoteAddress ?? '')
}

/** IPv6 customers have a /64, so rate limits count that. */
export function subnetOf(address: string): string {
  return address.includes(':') && isIPv6(address) ? `${ipv6Prefix(address, 4)}::/64` : address
}

/** The /48 of a site or small provider; undefined for IPv4. */
export function siteSubnetOf(address: string): string | undefined {
  return address.includes(':') && isIPv6(address) ? `${ipv6Prefix(address, 3)}::/48` : undefined
}

/** A site with a /48 uses a few /64 subnets at once, but could rotate through 65,536. */
const SUBNETS_PER_SITE = 8

export function takeRate({ rates }: PlatformContext, name: string, address: string, rate: Rate): void {
  rates.take(...bucketsOf(name, address, rate))
}

/** False without a token left. */
export function tryTakeRate({ rates }: PlatformContext, name: string, address: string, rate: Rate): boolean {
  return rates.tryTake(...bucketsOf(name, address, rate))
}

/** For what turned out not to count. */
export function giveBackRate({ rates }: PlatformContext, name: string, address: string, rate: Rate): void {
  rates.giveBack(...bucketsOf(name, address, rate))
}

export function isOverRate({ rates }: PlatformContext, name: string, address: string, rate: Rate): boolean {
  return rates.isEmpty(...bucketsOf(name, address, rate))
}

function bucketsOf(name: string, address: string, rate: Rate): [key: string, rate: Rate, within?: Bucket] {
  const key = `${name}:${subnetOf(address)}`
  const site = siteSubnetOf(address)
  if (!site) return [key, rate]
  return [key, rate, { key: `${name}:${site}`, rate: { ...rate, burst: rate.burst * SUBNETS_PER_SITE } }]
}
