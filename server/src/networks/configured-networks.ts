import { chainNames } from '@countersign/contract/chain-name.ts'
import { NETWORKS_KEPT_MS, NETWORKS_MAX } from '@countersign/contract/limits.ts'
import { recordEventLater } from '../audit/record-event.ts'
import { open, seal } from '../platform/crypto/seal.ts'
import { maskUrl } from '../platform/endpoint-url.ts'
import type { PlatformContext } from '../platform/platform-context.ts'
import { findNetworks, type NetworkRecord } from './network.store.ts'
import { type Chains, createChains } from './rpc/chains.ts'
import { createNodes, type NodeEndpoint, type Nodes } from './rpc/nodes.ts'
import type { EndpointHealth } from './rpc/watched-endpoint.ts'

export type ConfiguredNetwork = Omit<NetworkRecord, 'urls'> & {
  source: 'environment' | 'admin'
  endpoints: NodeEndpoint[]
}

export type Networks = ReturnType<typeof createNetworks>

type Options = { deadline?: ((milliseconds: number) => AbortSignal) | undefined }

export function openNetworks(context: PlatformContext, options: Options = {}): { chains: Chains; networks: Networks } {
  const { now, log, background } = context
  const nodes = createNodes({
    now,
    deadline: options.deadline ?? AbortSignal.timeout,
    onChange: (endpoint, health) => reportChange(context, networks, { endpoint, health }),
  })
  const networks = createNetworks(context, nodes)
  const endpointsOf = async (chainId: number) => {
    const network = (await networks.all()).find((each) => each.chainId === chainId)
    return network?.enabled ? network.endpoints : undefined
  }
  return { networks, chains: createChains({ nodes, endpointsOf, log, background, now }) }
}

function createNetworks(context: PlatformContext, nodes: Nodes) {
  const { config, store, now } = context
  const fromEnvironment = config.networks.map(readEnvironment)
  const decrypted = new Map<string, ConfiguredNetwork>()
  let cached: ConfiguredNetwork[] | undefined
  let cachedAt = 0
  let generation = 0

  async function read(): Promise<ConfiguredNetwork[]> {
    const started = ++generation
    const at = now()
    const records = await findNetworks(store, NETWORKS_MAX)
    const networks = [...fromEnvironment, ...records.map((record) => decryptOnce(context, decrypted, record))]
    const sorted = networks.toSorted((a, b) => a.chainId - b.chainId)
    // Networks changed while they were read.
    if (started !== generation) return sorted
    cached = sorted
    cachedAt = at
    const current = new Set(records.map(keyOf))
    for (const key of decrypted.keys()) if (!current.has(key)) decrypted.delete(key)
    nodes.keepOnly(sorted.flatMap(({ endpoints }) => endpoints))
    return sorted
  }

  return {
    /** Sorted by chain. If one chain is configured twice, the environment's network comes first and is used. */
    all: async () => (cached && now() - cachedAt < NETWORKS_KEPT_MS ? cached : read()),
    invalidate(): void {
      generation += 1
      cached = undefined
    },
    nodes,
  }
}

function readEnvironment({ chainId, urls }: { chainId: number; urls: string[] }): ConfiguredNetwork {
  const endpoints = urls.map((url) => ({ chainId, url }))
  const name = chainNames[chainId] ?? `Chain ${chainId}`
  return { id: `env_${chainId}`, chainId, name, source: 'environment', enabled: true, endpoints, version: 1 }
}

const keyOf = ({ id, version }: NetworkRecord) => `${id} ${version}`

function decryptOnce(
  context: PlatformContext,
  decrypted: Map<string, ConfiguredNetwork>,
  record: NetworkRecord,
): ConfiguredNetwork {
  const existing = decrypted.get(keyOf(record))
  if (existing) return existing
  const { urls: sealed, ...fields } = record
  const { id, chainId } = record
  const urls = open(sealed, { key: context.keys.network, aad: aadOf(id) })
  if (!urls)
    context.log.error('network endpoints cannot be decrypted; SECRET_KEY may have changed, enter them again', {
      network: id,
      chainId,
    })
  const list: string[] = urls ? JSON.parse(urls.toString('utf8')) : [] // written by `sealUrls` and authenticated
  const network: ConfiguredNetwork = {
    ...fields,
    source: 'admin',
    endpoints: list.map((url) => ({ chainId, url })),
  }
  decrypted.set(keyOf(record), network)
  return network
}

export function sealUrls(context: PlatformContext, id: string, urls: string[]): Uint8Array {
  const content = Buffer.from(JSON.stringify(urls))
  return seal(context, { key: context.keys.network, aad: aadOf(id), content })
}

const aadOf = (id: string) => `network ${id}`

type Change = { endpoint: NodeEndpoint; health: EndpointHealth }

function reportChange(context: PlatformContext, networks: Networks, { endpoint, health }: Change): void {
  const { chainId, url } = endpoint
  const down = health.state === 'down'
  const fields = { chainId, endpoint: maskUrl(url) }
  if (down) context.log.warn('RPC endpoint down', { ...fields, problem: health.problem ?? undefined })
  else context.log.info('RPC endpoint recovered', fields)
  context.background.run('record an endpoint status change', async () => {
    const network = (await networks.all()).find((each) => each.endpoints.some((one) => one.url === url))
    // The endpoint was only probed, never saved.
    if (!network) return
    const kind = down ? 'network.down' : 'network.up'
    recordEventLater(context, { kind, by: 'system', data: { ...fields, name: network.name } })
  })
}
