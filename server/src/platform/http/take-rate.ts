import type { PlatformContext } from '../platform-context.ts'
import type { Rate } from '../rate-limiter.ts'
import { siteSubnetOf, subnetOf } from './client-ip.ts'

/** A site uses some /64 networks at once, and could make up 65,536. */
const SUBNETS_PER_SITE = 8

/** Counts by /64 or IPv4 address, and for IPv6 by /48 as well. */
export function takeRate({ rates }: PlatformContext, name: string, address: string, rate: Rate): void {
  rates.take(`${name}:${subnetOf(address)}`, rate)
  const site = siteSubnetOf(address)
  if (site) rates.take(`${name}:${site}`, { ...rate, burst: rate.burst * SUBNETS_PER_SITE })
}
