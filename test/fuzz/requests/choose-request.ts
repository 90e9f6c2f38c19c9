/** Which kind of request is next. */

import type { Random } from '../../support/seeded-random.ts'
import type { World } from '../world/world.ts'
import type { FuzzRequest } from './request.ts'
import { routeRequest } from './route-request.ts'

export async function chooseRequest(world: World, random: Random): Promise<FuzzRequest> {
  return routeRequest(world, random)
}
