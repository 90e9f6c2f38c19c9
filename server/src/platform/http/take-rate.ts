import type { PlatformContext } from '../platform-context.ts'
import type { Bucket, Rate } from '../rate-limiter.ts'
import { siteSubnetOf, subnetOf } from './request/client-ip.ts'

/** A site with a /48 uses a few /64 subnets at once, but could rotate through 65,536. */
const SUBNETS_PER_SITE = 8

export function takeRate({ rates }: PlatformContext, name: string, address: string, rate: Rate): void {
  rates.take(...bucketsOf(name, address, rate))
}

/** For what counts only after it failed. */
export function countFailure({ rates }: PlatformContext, name: string, address: string, rate: Rate): void {
  rates.tryTake(...bucketsOf(name, address, rate))
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
