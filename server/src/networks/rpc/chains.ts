/** Asks endpoints in turn until one answers, or two agree. */

import { AppError } from '@countersign/contract/errors.ts'
import { ENDPOINT_RETRY_MS, RPC_RETRY_AFTER_S } from '@countersign/contract/limits.ts'
import type { Background } from '../../platform/background.ts'
import type { Log } from '../../platform/log.ts'
import { maskUrl } from './endpoint-url.ts'
import { EndpointFailure } from './failure.ts'
import type { NodeEndpoint, Nodes } from './nodes.ts'
import type { RpcCall, RpcOutcome } from './rpc.ts'

export type Chains = {
  has(chainId: number): Promise<boolean>
  /** Whether a healthy endpoint exists: optional lookups skip chains that are down. */
  isReachable(chainId: number): Promise<boolean>
  /**
   * Tries healthy endpoints in turn. Throws `network_not_configured` for an unknown chain, `rpc_unavailable` without an
   * answer.
   */
  call(chainId: number, call: RpcCall): Promise<RpcOutcome>
  /** For proofs: with two or more endpoints, two must agree, otherwise `rpc_unavailable`. */
  callWithQuorum(chainId: number, call: RpcCall, signal?: AbortSignal): Promise<RpcOutcome>
  /** The time limit of one whole contract check. */
  checkDeadline(): AbortSignal
  /** Requests sent, for benchmarks. */
  readonly requestCount: number
}

type World = {
  nodes: Nodes
  /** The endpoints of an enabled network, in the operator's order. */
  endpointsOf(chainId: number): Promise<NodeEndpoint[] | undefined>
  log: Log
  background: Background
  now(): number
}

type Answered = { endpoint: NodeEndpoint; outcome: RpcOutcome }

export function createChains(world: World): Chains {
  const { nodes } = world

  const isDown = (endpoint: NodeEndpoint) => nodes.healthOf(endpoint).state === 'down'

  async function ordered(chainId: number): Promise<NodeEndpoint[]> {
    const endpoints = await world.endpointsOf(chainId)
    if (!endpoints) throw new AppError('network_not_configured')
    const [down, usable] = [endpoints.filter(isDown), endpoints.filter((endpoint) => !isDown(endpoint))]
    // Endpoints that are down are probed in the background while others answer.
    if (usable.length > 0) for (const endpoint of down) tryAgain(world, endpoint)
    return [...usable, ...down]
  }

  return {
    has: async (chainId) => (await world.endpointsOf(chainId)) !== undefined,
    async isReachable(chainId) {
      const endpoints = (await world.endpointsOf(chainId)) ?? []
      const down = endpoints.filter(isDown)
      for (const endpoint of down) tryAgain(world, endpoint)
      return down.length < endpoints.length
    },
    async call(chainId, call) {
      const [answered] = await collect(world, await ordered(chainId), { call, wanted: 1 })
      if (!answered) throw unavailable()
      return answered.outcome
    },
    async callWithQuorum(chainId, call, signal) {
      const endpoints = await ordered(chainId)
      const wanted = Math.min(2, endpoints.length)
      const [first, second] = await collect(world, endpoints, { call, wanted, signal })
      if (!first || (wanted === 2 && !second)) throw unavailable()
      if (second && !isSame(first.outcome, second.outcome)) throw disagreement(world, call, [first, second])
      return first.outcome
    },
    checkDeadline: () => nodes.checkDeadline(),
    get requestCount() {
      return nodes.asked
    },
  }
}

/** As many in parallel as answers are needed; a failure moves on to the next endpoint. */
async function collect(
  { nodes, log }: World,
  endpoints: NodeEndpoint[],
  { call, wanted, signal }: { call: RpcCall; wanted: number; signal?: AbortSignal | undefined },
): Promise<Answered[]> {
  const left = [...endpoints]
  const answered: Answered[] = []

  async function askNext(): Promise<void> {
    const endpoint = left.shift()
    if (!endpoint || signal?.aborted) return
    try {
      answered.push({ endpoint, outcome: await nodes.ask(endpoint, call, signal) })
    } catch (error) {
      if (!(error instanceof EndpointFailure)) throw error
      log.debug('RPC call failed', { ...about(endpoint), method: call.method, problem: error.problem })
      await askNext()
    }
  }

  await Promise.all(Array.from({ length: wanted }, askNext))
  return answered
}

function tryAgain({ nodes, background, now }: World, endpoint: NodeEndpoint): void {
  if (now() - nodes.healthOf(endpoint).triedAt < ENDPOINT_RETRY_MS) return
  background.run('probe an RPC endpoint', async () => {
    try {
      await nodes.probe(endpoint)
    } catch (error) {
      if (!(error instanceof EndpointFailure)) throw error
    }
  })
}

function isSame(one: RpcOutcome, other: RpcOutcome): boolean {
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

function disagreement({ log }: World, { method }: RpcCall, [first, second]: [Answered, Answered]): AppError {
  log.warn('RPC endpoints disagree', {
    chainId: first.endpoint.chainId,
    method,
    endpoint: maskUrl(first.endpoint.url),
    other: maskUrl(second.endpoint.url),
  })
  return unavailable()
}

function about({ chainId, url }: NodeEndpoint) {
  return { chainId, endpoint: maskUrl(url) }
}

function unavailable(): AppError {
  return new AppError('rpc_unavailable', { retryAfter: RPC_RETRY_AFTER_S })
}
