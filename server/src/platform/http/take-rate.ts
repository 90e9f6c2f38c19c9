import type { PlatformContext } from '../platform-context.ts'
import type { Rate } from '../rate-limiter.ts'
import { siteSubnetOf, subnetOf } from './client-ip.ts'

/** A site has some networks that are in use at the same time, and 65,536 that could be made up. */
const NETWORKS_PER_SITE = 8

/** Counts a call by its /64 or IPv4 address, and for IPv6 by its /48 as well. */
export function takeRate({ rates }: PlatformContext, name: string, address: string, rate: Rate): void {
  rates.take(`${name}:${subnetOf(address)}`, rate)
  const site = siteSubnetOf(address)
  if (site) rates.take(`${name}:${site}`, { ...rate, burst: rate.burst * NETWORKS_PER_SITE })
}
