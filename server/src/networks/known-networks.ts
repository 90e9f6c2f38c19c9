/** The networks of the environment and of the database, cached for a moment. */

import { NETWORKS_KEPT_MS, NETWORKS_MAX } from '@countersign/contract/limits.ts'
import { recordEventLater } from '../audit/record-event.ts'
import { open, seal } from '../platform/crypto/seal.ts'
import type { PlatformContext } from '../platform/platform-context.ts'
import { chainName } from './chain-name.ts'
import { findNetworks, type NetworkRecord } from './network.store.ts'
import { type Chains, createChains } from './rpc/chains.ts'
import { maskUrl } from './rpc/endpoint-url.ts'
import { createNodes, type NodeEndpoint, type Nodes } from './rpc/nodes.ts'
import type { EndpointHealth } from './rpc/watched-endpoint.ts'

export type ConfiguredNetwork = {
  id: string
  chainId: number
  name: string
  source: 'environment' | 'admin'
  enabled: boolean
  endpoints: NodeEndpoint[]
  version: number
}

export type Networks = {
  /** By chain. Of two for one chain the environment's comes first and is used. */
  all(): Promise<ConfiguredNetwork[]>
  forget(): void
  nodes: Nodes
}

type World = Pick<PlatformContext, 'config' | 'store' | 'keys' | 'log' | 'now'> & { nodes: Nodes }

export function createNetworks(world: World): Networks {
  const { config, store, now, nodes } = world
  const ofEnvironment = config.networks.map(({ chainId, urls }) => fromEnvironment(chainId, urls))
  const opened = new Map<string, ConfiguredNetwork>()
  let known: ConfiguredNetwork[] | undefined
  let readAt = 0
  let reading = 0

  async function read(): Promise<ConfiguredNetwork[]> {
    const turn = ++reading
    const at = now()
    const records = await findNetworks(store, NETWORKS_MAX)
    const networks = [...ofEnvironment, ...records.map((record) => openOnce(world, opened, record))]
    const sorted = networks.toSorted((one, other) => one.chainId - other.chainId)
    // Networks changed while they were read.
    if (turn !== reading) return sorted
    known = sorted
    readAt = at
    const current = new Set(records.map(keyOf))
    for (const key of opened.keys()) if (!current.has(key)) opened.delete(key)
    nodes.keepOnly(sorted.flatMap(({ endpoints }) => endpoints))
    return sorted
  }

  return {
    all: async () => (known && now() - readAt < NETWORKS_KEPT_MS ? known : read()),
    forget() {
      reading += 1
      known = undefined
    },
    nodes,
  }
}

/** The enabled network of a chain. */
export async function networkFor(networks: Networks, chainId: number): Promise<ConfiguredNetwork | undefined> {
  const found = (await networks.all()).find((network) => network.chainId === chainId)
  return found?.enabled ? found : undefined
}

function fromEnvironment(chainId: number, urls: string[]): ConfiguredNetwork {
  const endpoints = urls.map((url) => ({ chainId, url }))
  const name = chainName(chainId)
  return { id: `env_${chainId}`, chainId, name, source: 'environment', enabled: true, endpoints, version: 1 }
}

const keyOf = ({ id, version }: { id: string; version: number }) => `${id} ${version}`

function openOnce(world: World, opened: Map<string, ConfiguredNetwork>, record: NetworkRecord): ConfiguredNetwork {
  const before = opened.get(keyOf(record))
  if (before) return before
  const { id, chainId, name, enabled, version } = record
  const urls = openUrls(world, record)
  if (!urls)
    world.log.error('network endpoints cannot be decrypted; SECRET_KEY may have changed, enter them again', {
      network: id,
      chainId,
    })
  const endpoints = (urls ?? []).map((url) => ({ chainId, url }))
  const network: ConfiguredNetwork = { id, chainId, name, source: 'admin', enabled, endpoints, version }
  opened.set(keyOf(record), network)
  return network
}

type Sealed = { id: string; urls: Uint8Array }

export function sealUrls(context: Pick<PlatformContext, 'random' | 'keys'>, id: string, urls: string[]): Uint8Array {
  const content = Buffer.from(JSON.stringify(urls))
  return seal(context, { key: context.keys.network, aad: aboutOf(id), content })
}

/** Undefined if they were sealed with another secret. */
export function openUrls({ keys }: Pick<PlatformContext, 'keys'>, { id, urls }: Sealed): string[] | undefined {
  const content = open(urls, { key: keys.network, aad: aboutOf(id) })
  return content && (JSON.parse(content.toString('utf8')) as string[]) // we sealed it, and it is authenticated
}

const aboutOf = (id: string) => `network ${id}`

type Options = { deadline?: ((milliseconds: number) => AbortSignal) | undefined }

export function openNetworks(world: PlatformContext, options: Options = {}): { chains: Chains; networks: Networks } {
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
