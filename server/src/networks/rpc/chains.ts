import { AppError } from '@countersign/contract/error/errors.ts'
import { ENDPOINT_RETRY_MS } from '@countersign/contract/limits.ts'
import type { Background } from '../../platform/background.ts'
import { maskUrl } from '../../platform/endpoint-url.ts'
import type { Log } from '../../platform/log.ts'
import { EndpointFailure, rpcUnavailable } from './failure.ts'
import type { NodeEndpoint, Nodes } from './nodes.ts'
import type { RpcCall, RpcOutcome } from './rpc.ts'

export type Chains = ReturnType<typeof createChains>

type Dependencies = {
  nodes: Nodes
  endpointsOf(chainId: number): Promise<NodeEndpoint[] | undefined>
  log: Log
  background: Background
  now(): number
}

type Answered = { endpoint: NodeEndpoint; outcome: RpcOutcome }

export function createChains(dependencies: Dependencies) {
  const { nodes } = dependencies

  const isDown = (endpoint: NodeEndpoint) => nodes.healthOf(endpoint).state === 'down'

  async function findEndpoints(chainId: number): Promise<NodeEndpoint[] | undefined> {
    const endpoints = await dependencies.endpointsOf(chainId)
    if (!endpoints) return undefined
    const [down, usable] = [endpoints.filter(isDown), endpoints.filter((endpoint) => !isDown(endpoint))]
    if (usable.length > 0) for (const endpoint of down) probeLater(dependencies, endpoint)
    return [...usable, ...down]
  }

  async function orderedEndpoints(chainId: number): Promise<NodeEndpoint[]> {
    const endpoints = await findEndpoints(chainId)
    if (!endpoints) throw new AppError('network_not_configured')
    return endpoints
  }

  return {
    has: async (chainId: number) => (await dependencies.endpointsOf(chainId)) !== undefined,
    /** Whether a healthy endpoint exists: optional lookups skip chains that are down. */
    async isReachable(chainId: number): Promise<boolean> {
      const endpoints = (await dependencies.endpointsOf(chainId)) ?? []
      const down = endpoints.filter(isDown)
      for (const endpoint of down) probeLater(dependencies, endpoint)
      return down.length < endpoints.length
    },
    /** Tries endpoints in turn. Throws `network_not_configured`, or `rpc_unavailable` if none answers. */
    async call(chainId: number, call: RpcCall): Promise<RpcOutcome> {
      const [answered] = await collect(dependencies, await orderedEndpoints(chainId), { call, quorum: 1 })
      if (!answered) throw rpcUnavailable()
      return answered.outcome
    },
    /** For proofs: with two or more endpoints, two must agree, otherwise `rpc_unavailable`. */
    async callWithQuorum(chainId: number, call: RpcCall, signal?: AbortSignal): Promise<RpcOutcome> {
      const endpoints = await orderedEndpoints(chainId)
      const quorum = Math.min(2, endpoints.length)
      const [first, second] = await collect(dependencies, endpoints, { call, quorum, signal })
      if (!first || (quorum === 2 && !second)) throw rpcUnavailable()
      if (second && !isEqual(first.outcome, second.outcome)) throw disagreement(dependencies, call, [first, second])
      return first.outcome
    },
    /** For reads that compare endpoints themselves: healthy ones first; undefined if the network is not configured. */
    endpointsOf: findEndpoints,
    /** Throws an EndpointFailure, or `rpc_unavailable` if too many calls wait. */
    async callEndpoint(endpoint: NodeEndpoint, call: RpcCall, signal?: AbortSignal): Promise<RpcOutcome> {
      try {
        return await nodes.call(endpoint, call, signal)
      } catch (error) {
        if (error instanceof EndpointFailure) logFailure(dependencies, { endpoint, call, error })
        throw error
      }
    },
    checkDeadline: () => nodes.checkDeadline(),
    get requestCount() {
      return nodes.requestCount
    },
  }
}

async function collect(
  dependencies: Dependencies,
  endpoints: NodeEndpoint[],
  { call, quorum, signal }: { call: RpcCall; quorum: number; signal?: AbortSignal | undefined },
): Promise<Answered[]> {
  const left = [...endpoints]
  const answered: Answered[] = []

  async function callNext(): Promise<void> {
    const endpoint = left.shift()
    if (!endpoint || signal?.aborted) return
    try {
      answered.push({ endpoint, outcome: await dependencies.nodes.call(endpoint, call, signal) })
    } catch (error) {
      if (!(error instanceof EndpointFailure)) throw error
      logFailure(dependencies, { endpoint, call, error })
      await callNext()
    }
  }

  await Promise.all(Array.from({ length: quorum }, callNext))
  return answered
}

type FailedCall = { endpoint: NodeEndpoint; call: RpcCall; error: EndpointFailure }

function logFailure({ log }: Dependencies, { endpoint, call: { method }, error }: FailedCall): void {
  log.debug('RPC call failed', { ...describeEndpoint(endpoint), method, problem: error.problem })
}

function probeLater({ nodes, background, now }: Dependencies, endpoint: NodeEndpoint): void {
  if (now() - nodes.healthOf(endpoint).triedAt < ENDPOINT_RETRY_MS) return
  background.run('probe an RPC endpoint', async () => {
    try {
      await nodes.probe(endpoint)
    } catch (error) {
      if (!(error instanceof EndpointFailure)) throw error
    }
  })
}

function isEqual(one: RpcOutcome, other: RpcOutcome): boolean {
  try {
    return canonical(one) === canonical(other)
  } catch {
    // Nested too deeply to serialize.
    return false
  }
}

/** Equal text for equal values, whatever the order of fields and case of hex digits. */
function canonical(value: unknown): string {
  if (typeof value === 'string' && /^0x[0-9a-fA-F]*$/.test(value)) return value.toLowerCase()
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join()}}`
}

function disagreement({ log }: Dependencies, { method }: RpcCall, [first, second]: [Answered, Answered]): AppError {
  const other = maskUrl(second.endpoint.url)
  log.warn('RPC endpoints disagree', { ...describeEndpoint(first.endpoint), method, other })
  return rpcUnavailable()
}

function describeEndpoint({ chainId, url }: NodeEndpoint) {
  return { chainId, endpoint: maskUrl(url) }
}
