import { BLOCK_AGE_MAX_MS } from '@countersign/contract/limits/network-limits.ts'
import { CHAIN_ID_KEPT_MS, ENDPOINT_DOWN_AFTER, ENDPOINT_UP_AFTER } from '@countersign/contract/limits.ts'
import { shareRuns } from '../../platform/run-every.ts'
import { EndpointFailure, WrongChain } from './failure.ts'
import type { RpcCall, RpcOutcome } from './rpc.ts'

export type WatchedEndpoint = ReturnType<typeof watchEndpoint>

type Dependencies = {
  chainId: number
  send(call: RpcCall, signal?: AbortSignal): Promise<RpcOutcome>
  now(): number
  onChange(health: EndpointHealth): void
}

const NEVER = Number.NEGATIVE_INFINITY
const DEVELOPMENT_CHAINS = [1337, 31337]

export function watchEndpoint({ chainId, send, now, onChange }: Dependencies) {
  let health = UNTRIED
  let verifiedAt = NEVER

  function setHealth(next: EndpointHealth): void {
    const changed = next.state !== health.state && (next.state === 'down' || health.state === 'down')
    health = next
    if (changed) onChange(next)
  }

  const verify = shareRuns(async () => {
    requireChain(await send({ method: 'eth_chainId', params: [] }), chainId)
    if (!DEVELOPMENT_CHAINS.includes(chainId))
      requireRecentBlock(await send({ method: 'eth_getBlockByNumber', params: ['latest', false] }), now())
    verifiedAt = now()
  })

  async function watch<T>(work: () => Promise<T>): Promise<T> {
    const began = performance.now()
    try {
      const outcome = await work()
      setHealth(afterAnswer(health, { now: now(), tookMs: Math.round(performance.now() - began) }))
      return outcome
    } catch (error) {
      if (error instanceof EndpointFailure && error.isEndpointFault) {
        // A load balancer may route to another node.
        verifiedAt = NEVER
        setHealth(afterFailure(health, { now: now(), problem: error.problem }))
      }
      throw error
    }
  }

  return {
    call: (call: RpcCall, signal?: AbortSignal) =>
      watch(async () => {
        // Not aborted with this call, since others may wait for the same verification.
        if (now() - verifiedAt >= CHAIN_ID_KEPT_MS) await orAbort(verify(), signal)
        return send(call, signal)
      }),
    probe: () => watch(verify),
    health: () => health,
  }
}

function requireChain(outcome: RpcOutcome, expected: number): void {
  const actual = outcome.kind === 'result' ? outcome.value : undefined
  if (typeof actual !== 'string' || !/^0x[0-9a-fA-F]{1,16}$/.test(actual))
    throw new EndpointFailure('The eth_chainId response is invalid.')
  if (BigInt(actual) !== BigInt(expected)) throw new WrongChain(BigInt(actual).toString(), expected)
}

function requireRecentBlock(outcome: RpcOutcome, now: number): void {
  const block = outcome.kind === 'result' ? outcome.value : undefined
  const actual = typeof block === 'object' && block !== null && 'timestamp' in block ? block.timestamp : undefined
  if (typeof actual !== 'string' || !/^0x[0-9a-fA-F]{1,16}$/.test(actual))
    throw new EndpointFailure('The latest block has no timestamp.')
  if (now - Number(BigInt(actual)) * 1000 > BLOCK_AGE_MAX_MS)
    throw new EndpointFailure('The latest block is too old. The node is out of sync.')
}

function orAbort(answer: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return answer
  return new Promise((resolve, reject) => {
    const end = () => reject(new EndpointFailure('The check timed out.', false))
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
  })
}

export type EndpointHealth = {
  state: 'unknown' | 'up' | 'down'
  failures: number
  answers: number
  latencyMs: number | null
  problem: string | null
  lastOkAt: number | null
  triedAt: number
}

export const UNTRIED: EndpointHealth = {
  state: 'unknown',
  failures: 0,
  answers: 0,
  latencyMs: null,
  problem: null,
  lastOkAt: null,
  triedAt: 0,
}

function afterAnswer(health: EndpointHealth, { now, tookMs }: { now: number; tookMs: number }): EndpointHealth {
  const answers = health.answers + 1
  const up = health.state !== 'down' || answers >= ENDPOINT_UP_AFTER
  return {
    state: up ? 'up' : 'down',
    failures: 0,
    answers,
    latencyMs: tookMs,
    problem: up ? null : health.problem,
    lastOkAt: now,
    triedAt: now,
  }
}

function afterFailure(health: EndpointHealth, { now, problem }: { now: number; problem: string }): EndpointHealth {
  const failures = health.failures + 1
  const state = failures >= ENDPOINT_DOWN_AFTER ? 'down' : health.state
  return { ...health, state, failures, answers: 0, problem, triedAt: now }
}
