import type { PlatformContext } from '../platform-context.ts'
import type { Rate } from '../rate-limiter.ts'
import { siteSubnetOf, subnetOf } from './client-ip.ts'

/** A site with a /48 uses a few /64 subnets at once, but could rotate through 65,536. */
const SUBNETS_PER_SITE = 8

export function takeRate({ rates }: PlatformContext, name: string, address: string, rate: Rate): void {
  rates.take(`${name}:${subnetOf(address)}`, rate)
  const site = siteSubnetOf(address)
  if (site) rates.take(`${name}:${site}`, { ...rate, burst: rate.burst * SUBNETS_PER_SITE })
}
