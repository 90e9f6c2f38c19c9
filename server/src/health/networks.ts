/** Whether contract wallets can be checked, and by more than one word. */

import type { Finding } from '@countersign/contract/health.ts'
import { maskUrl } from '../chain/endpoint-url.ts'
import type { Context } from '../context.ts'
import { bad, good, note } from './finding.ts'

/** Where the contracts of Base Account are asked. */
const BASE = 8453

export async function checkNetworks({ networks, config }: Context): Promise<Finding> {
  const enabled = (await networks.all()).filter((network) => network.enabled)
  if (config.baseAccount && !enabled.some(({ chainId }) => chainId === BASE))
    return bad(
      'networks',
      `Base Account is offered, but Base (chain ${BASE}) is not set: nobody can sign in with it.`,
      `Set RPC_${BASE} or add Base under Networks, or stop offering it with BASE_ACCOUNT=off.`,
    )
  if (enabled.length === 0) return good('networks', 'No network is set: smart accounts cannot sign in, all others can.')
  const silent = enabled.find(({ endpoints }) => endpoints.length === 0)
  if (silent)
    return bad(
      'networks',
      `The endpoints of ${silent.name} cannot be decrypted: SECRET_KEY is another one than when they were entered.`,
      'Set the SECRET_KEY of then, or enter them again under Networks.',
    )
  const down = enabled
    .flatMap(({ endpoints }) => endpoints)
    .filter((endpoint) => networks.nodes.healthOf(endpoint).state === 'down')
  if (down.length > 0)
    return bad(
      'networks',
      `Endpoints that do not answer: ${down.map(({ url }) => maskUrl(url)).join(', ')}.`,
      'Try them under Networks, which says what is wrong with each, and mend or replace them.',
    )
  const single = enabled.filter(({ endpoints }) => endpoints.length === 1).map(({ name }) => name)
  if (single.length > 0)
    return note(
      'networks',
      `One endpoint alone decides who owns a smart account on ${single.join(', ')}.`,
      'Add a second endpoint of somebody else: then both must say the same. A node of your own may stay alone.',
    )
  return good(
    'networks',
    `${enabled.length === 1 ? 'One network is' : `${enabled.length} networks are`} set, each with two endpoints or more.`,
  )
}
