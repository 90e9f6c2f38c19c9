/** Which kind of request is next. */

import type { Random } from '../../support/seeded-random.ts'
import type { World } from '../world/world.ts'
import { forwardAuthRequest } from './forward-auth-request.ts'
import { oidcRequest } from './oidc-request.ts'
import { pageRequest } from './page-request.ts'
import { type RawRequest, rawRequest } from './raw-request.ts'
import type { FuzzRequest } from './request.ts'
import { routeRequest } from './route-request.ts'

/** Most of them to routes of the contract, of which there are the most. */
export async function chooseRequest(world: World, random: Random): Promise<FuzzRequest | RawRequest> {
  const share = random.below(100)
  if (share < 2) return rawRequest(random)
  if (share < 9) return pageRequest(world, random)
  if (share < 17) return forwardAuthRequest(world, random)
  if (share < 32) return oidcRequest(world, random)
  return routeRequest(world, random)
}
