import { CONTRACT_CHECK_MAX_MS } from '@countersign/contract/limits/network-limits.ts'
import { RPC_PARALLEL, RPC_TIMEOUT_MS, RPC_WAITING } from '@countersign/contract/limits.ts'
import { createSemaphore, type Semaphore } from '../../platform/semaphore.ts'
import { EndpointFailure } from './failure.ts'
import { type RpcCall, type RpcOutcome, sendRpcRequest } from './rpc.ts'
import { type EndpointHealth, UNTRIED, type WatchedEndpoint, watchEndpoint } from './watched-endpoint.ts'

export type NodeEndpoint = { chainId: number; url: string }

export type Nodes = ReturnType<typeof createNodes>

type Dependencies = {
  now(): number
  deadline(milliseconds: number): AbortSignal
  onChange(endpoint: NodeEndpoint, health: EndpointHealth): void
}

export function createNodes({ now, deadline, onChange }: Dependencies) {
  const endpoints = new Map<string, WatchedEndpoint>()
  const semaphores = new Map<number, Semaphore>()
  const stopping = new AbortController()
  let requestCount = 0

  const keyOf = ({ chainId, url }: NodeEndpoint) => `${chainId} ${url}`

  async function send(url: string, call: RpcCall, signal?: AbortSignal): Promise<RpcOutcome> {
    if (!stopping.signal.aborted) requestCount += 1
    const ends = [deadline(RPC_TIMEOUT_MS), stopping.signal, ...(signal ? [signal] : [])]
    try {
      return await sendRpcRequest(url, call, AbortSignal.any(ends))
    } catch (error) {
      // Neither is a fault of the endpoint.
      if (signal?.aborted) throw new EndpointFailure('The check timed out.', false)
      throw stopping.signal.aborted ? new EndpointFailure('The server is shutting down.', false) : error
    }
  }

  function watched(endpoint: NodeEndpoint): WatchedEndpoint {
    const { chainId, url } = endpoint
    return getOrCreate(endpoints, keyOf(endpoint), () =>
      watchEndpoint({
        chainId,
        now,
        onChange: (health) => onChange(endpoint, health),
        send: (call, signal) => send(url, call, signal),
      }),
    )
  }
  const semaphoreOf = (chainId: number) =>
    getOrCreate(semaphores, chainId, () => createSemaphore({ parallel: RPC_PARALLEL, maxWaiting: RPC_WAITING }))

  return {
    /** Throws an EndpointFailure unless it answers as a node of its chain. */
    call: (endpoint: NodeEndpoint, call: RpcCall, signal?: AbortSignal) =>
      semaphoreOf(endpoint.chainId).take(() => watched(endpoint).call(call, signal), signal),
    /** Exactly one request, for hints: the chain is not verified, and a failure does not count against the endpoint. */
    callOnce: ({ chainId, url }: NodeEndpoint, call: RpcCall, signal?: AbortSignal) =>
      semaphoreOf(chainId).take(() => send(url, call, signal), signal),
    checkDeadline: () => deadline(CONTRACT_CHECK_MAX_MS),
    /** Verifies the chain id, ignoring the cache. */
    probe: (endpoint: NodeEndpoint) => semaphoreOf(endpoint.chainId).take(() => watched(endpoint).probe()),
    healthOf: (endpoint: NodeEndpoint) => endpoints.get(keyOf(endpoint))?.health() ?? UNTRIED,
    keepOnly(kept: NodeEndpoint[]) {
      const keys = new Set(kept.map(keyOf))
      for (const key of endpoints.keys()) if (!keys.has(key)) endpoints.delete(key)
    },
    /** Aborts all requests, so that stopping the server does not wait for nodes. */
    stop: () => stopping.abort(),
    get requestCount() {
      return requestCount
    },
  }
}

function getOrCreate<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key) ?? make()
  map.set(key, found)
  return found
}
