/** Lists networks, and tests their endpoints. */

import { AppError } from '@countersign/contract/errors.ts'
import type { Network } from '@countersign/contract/routes/admin/network.ts'
import type { Context } from '../context.ts'
import type { ConfiguredNetwork } from './known-networks.ts'
import { maskUrl } from './rpc/endpoint-url.ts'
import type { NodeEndpoint, Nodes } from './rpc/nodes.ts'
import { tryEndpoint } from './try-endpoints.ts'

export async function listNetworks({ networks }: Context): Promise<{ items: Network[] }> {
  return { items: (await networks.all()).map((network) => presentNetwork(networks.nodes, network)) }
}

/** Probes every endpoint, including those that are down. */
export async function testNetwork(context: Context, id: string): Promise<Network> {
  const { nodes } = context.networks
  const network = (await context.networks.all()).find((each) => each.id === id)
  if (!network) throw new AppError('not_found')
  await Promise.all(network.endpoints.map((endpoint) => tryEndpoint(nodes, endpoint)))
  return presentNetwork(nodes, network)
}

export function presentNetwork(nodes: Nodes, network: ConfiguredNetwork): Network {
  const { id, chainId, name, source, enabled, version } = network
  const endpoints = network.endpoints.map((endpoint) => presentEndpoint(nodes, endpoint))
  return { id, chainId, name, source, enabled, endpoints, version }
}

function presentEndpoint(nodes: Nodes, endpoint: NodeEndpoint): Network['endpoints'][number] {
  const { state, latencyMs, problem, lastOkAt } = nodes.healthOf(endpoint)
  return {
    url: maskUrl(endpoint.url),
    state,
    latencyMs,
    problem,
    lastOkAt: lastOkAt === null ? null : new Date(lastOkAt).toISOString(),
  }
}
