import { AppError } from '@countersign/contract/error/errors.ts'
import type { Network } from '@countersign/contract/routes/admin/network.ts'
import type { Context } from '../context.ts'
import { maskUrl } from '../platform/endpoint-url.ts'
import type { ConfiguredNetwork, Networks } from './configured-networks.ts'
import { EndpointFailure } from './rpc/failure.ts'
import type { NodeEndpoint, Nodes } from './rpc/nodes.ts'

export async function listNetworks({ networks }: Context): Promise<{ items: Network[] }> {
  return { items: (await networks.all()).map((network) => presentNetwork(networks.nodes, network)) }
}

export async function testNetwork({ networks }: Context, id: string): Promise<Network> {
  const network = await findNetwork(networks, id)
  await Promise.all(network.endpoints.map((endpoint) => probeEndpoint(networks.nodes, endpoint)))
  return presentNetwork(networks.nodes, network)
}

export async function readNetwork({ networks }: Context, id: string): Promise<Network> {
  return presentNetwork(networks.nodes, await findNetwork(networks, id))
}

async function findNetwork(networks: Networks, id: string): Promise<ConfiguredNetwork> {
  const network = (await networks.all()).find((each) => each.id === id)
  if (!network) throw new AppError('not_found')
  return network
}

function presentNetwork(nodes: Nodes, { endpoints, ...network }: ConfiguredNetwork): Network {
  return { ...network, endpoints: endpoints.map((endpoint) => presentEndpoint(nodes, endpoint)) }
}

function presentEndpoint(nodes: Nodes, endpoint: NodeEndpoint): Network['endpoints'][number] {
  const { state, latencyMs, problem, lastOkAt } = nodes.healthOf(endpoint)
  const lastOk = lastOkAt === null ? null : new Date(lastOkAt).toISOString()
  return { url: maskUrl(endpoint.url), state, latencyMs, problem, lastOkAt: lastOk }
}

export async function probeEndpoint(nodes: Nodes, endpoint: NodeEndpoint): Promise<EndpointFailure | undefined> {
  try {
    await nodes.probe(endpoint)
    return undefined
  } catch (error) {
    if (error instanceof EndpointFailure) return error
    throw error
  }
}
