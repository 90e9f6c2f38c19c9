import { recordEventLater } from '../audit/record-event.ts'
import type { PlatformContext } from '../platform/platform-context.ts'
import { createNetworks, type Networks, networkFor } from './known-networks.ts'
import type { Chains } from './rpc/chains.ts'
import { createChains } from './rpc/create-chains.ts'
import type { EndpointHealth } from './rpc/endpoint-health.ts'
import { maskUrl } from './rpc/endpoint-url.ts'
import { createNodes, type NodeEndpoint } from './rpc/nodes.ts'

type Options = { deadline?: ((milliseconds: number) => AbortSignal) | undefined }

export function openChains(world: PlatformContext, options: Options = {}): { chains: Chains; networks: Networks } {
  const { now, log, background } = world
  const nodes = createNodes({
    now,
    deadline: options.deadline ?? AbortSignal.timeout,
    onChange: (endpoint, health) => reportChange(world, networks, { endpoint, health }),
  })
  const networks: Networks = createNetworks({ ...world, nodes })
  const endpointsOf = async (chainId: number) => (await networkFor(networks, chainId))?.endpoints
  return { networks, chains: createChains({ nodes, endpointsOf, log, background, now }) }
}

type Change = { endpoint: NodeEndpoint; health: EndpointHealth }

function reportChange(
  world: PlatformContext,
  networks: Networks,
  { endpoint: { chainId, url }, health }: Change,
): void {
  const endpoint = maskUrl(url)
  if (health.state === 'down')
    world.log.warn('RPC endpoint down', { chainId, endpoint, problem: health.problem ?? undefined })
  else world.log.info('RPC endpoint recovered', { chainId, endpoint })
  world.background.run('record an endpoint status change', async () => {
    const network = (await networks.all()).find((each) => each.endpoints.some((one) => one.url === url))
    // It was only probed, and never saved.
    if (!network) return
    const kind = health.state === 'down' ? 'network.down' : 'network.up'
    recordEventLater(world, { kind, by: 'system', data: { chainId, name: network.name, endpoint } })
  })
}
