/**
 * Reads the events of one chain with at most one request per step. The head of the chain is known from the events, and
 * a step is spent on it when that was too long ago: nodes allow requests for few blocks only.
 */

import { AppError } from '@countersign/contract/error/errors.ts'
import {
  RECHECK_INTERVAL_MS,
  WATCH_BLOCKS_MAX,
  WATCH_INTERVAL_MS,
  WATCH_OVERLAP_BLOCKS,
  WATCH_RETRY_MAX_MS,
} from '@countersign/contract/limits/rule-limits.ts'
import { EndpointFailure } from '../../networks/rpc/failure.ts'
import type { NodeEndpoint } from '../../networks/rpc/nodes.ts'
import type { RpcCall, RpcOutcome } from '../../networks/rpc/rpc.ts'
import type { EventLog } from './event-topics.ts'
import { parseBlockNumber, parseLogs } from './parse-logs.ts'
import type { WatchRecord } from './watch.store.ts'
import { type ChainPlan, filterOf } from './watch-plan.ts'

export type Step =
  | { kind: 'waited' }
  /** `skipped`: blocks were left out, and anything may have happened in them. */
  | { kind: 'head'; skipped: boolean; nextBlock: number }
  | { kind: 'logs'; logs: EventLog[]; nextBlock: number }
  | { kind: 'failed'; endpoint: NodeEndpoint; problem: string }

export type ChainWatch = {
  step(plan: ChainPlan, endpoints: readonly NodeEndpoint[], signal: AbortSignal): Promise<Step>
}

type Dependencies = {
  now(): number
  call(endpoint: NodeEndpoint, call: RpcCall, signal: AbortSignal): Promise<RpcOutcome>
  /** How far this server or another one has read. */
  record: Pick<WatchRecord, 'nextBlock' | 'readAt'> | undefined
}

/** As on the fastest chains, until it was measured. */
const MS_PER_BLOCK = 250
const BLOCKS_MIN = 8
/** A range that was refused may be accepted after the operator changed the plan or the node. */
const NARROWED_FOR_MS = 60 * 60 * 1000
/** Chains without regular blocks may become faster. */
const HEAD_KEPT_MS = 60 * 60 * 1000
/** Timers are not exact. */
const TOLERANCE_MS = 1000

type Reading = { block: number; at: number }

type State = {
  nextBlock: number | undefined
  head: Reading | undefined
  /** Where another server was a moment ago: its events are read at once, and the head after them. */
  resumed: Reading | undefined
  /** Whether the last request was for the head. */
  headWasLast: boolean
  lastReading: Reading | undefined
  msPerBlock: number
  maxBlocks: number
  narrowedAt: number
  skippedAt: number
  failures: number
  retryAt: number
  endpointIndex: number
  /** Blocks are read more than once. */
  seen: Set<string>
}

type Request = { plan: ChainPlan; endpoint: NodeEndpoint; signal: AbortSignal; now: number }

export function createChainWatch({ now, call, record }: Dependencies): ChainWatch {
  const state = newState(record)
  return {
    async step(plan, endpoints, signal) {
      const endpoint = endpoints[state.endpointIndex % endpoints.length]
      if (!endpoint || now() < state.retryAt) return { kind: 'waited' }
      if (now() - state.narrowedAt > NARROWED_FOR_MS) state.maxBlocks = WATCH_BLOCKS_MAX
      const { head, resumed } = state
      state.resumed = undefined
      const request = { plan, endpoint, signal, now: now() }
      try {
        if (resumed && !isTooLong(state, blocksSince(state, resumed, now())))
          return await readLogs(state, call, { ...request, head: resumed })
        if (!head || needsHead(state, head, now())) return await readHead(state, call, request)
        return await readLogs(state, call, { ...request, head })
      } catch (error) {
        if (signal.aborted) return { kind: 'waited' }
        const problem = problemOf(error)
        noteFailure(state, { problem, isOnly: endpoints.length === 1, now: now() })
        return { kind: 'failed', endpoint, problem }
      }
    },
  }
}

function newState(record: Dependencies['record']): State {
  // Without a position, only a problem was stored.
  const nextBlock = record?.nextBlock || undefined
  const resumed = record && nextBlock ? { block: nextBlock - 1, at: record.readAt } : undefined
  return {
    ...{ nextBlock, resumed, head: undefined, headWasLast: false, lastReading: undefined, msPerBlock: MS_PER_BLOCK },
    ...{ maxBlocks: WATCH_BLOCKS_MAX, narrowedAt: Number.NEGATIVE_INFINITY, skippedAt: Number.NEGATIVE_INFINITY },
    ...{ failures: 0, retryAt: Number.NEGATIVE_INFINITY, endpointIndex: 0, seen: new Set() },
  }
}

function needsHead(state: State, head: Reading, now: number): boolean {
  if (state.headWasLast) return false
  return isTooLong(state, blocksSince(state, head, now)) || now - head.at > HEAD_KEPT_MS
}

/** Whether so many blocks, with those of the next steps, exceed what the node allows. */
function isTooLong({ maxBlocks, msPerBlock }: State, blocks: number): boolean {
  return blocks + WATCH_OVERLAP_BLOCKS + (2 * WATCH_INTERVAL_MS) / msPerBlock > maxBlocks
}

function blocksSince({ msPerBlock }: State, { at }: Reading, now: number): number {
  return (now - at) / msPerBlock
}

async function readHead(
  state: State,
  call: Dependencies['call'],
  { endpoint, signal, now }: Request,
): Promise<Extract<Step, { kind: 'head' }>> {
  const block = parseBlockNumber(await call(endpoint, { method: 'eth_blockNumber', params: [] }, signal))
  const { lastReading } = state
  if (lastReading && now > lastReading.at)
    state.msPerBlock = (now - lastReading.at) / Math.max(1, block - lastReading.block)
  state.head = { block, at: now }
  state.lastReading = state.head
  state.headWasLast = true
  const { nextBlock = block + 1 } = state
  const unread = block + 1 - nextBlock
  // Far below zero, the chain began anew.
  const isLost = isTooLong(state, unread) || unread < -state.maxBlocks
  state.nextBlock = isLost ? block + 1 : nextBlock
  // A node that allows too few blocks must not cause checks of everyone all the time.
  const skipped = isLost && now - state.skippedAt >= RECHECK_INTERVAL_MS
  if (skipped) state.skippedAt = now
  return { kind: 'head', skipped, nextBlock: state.nextBlock }
}

async function readLogs(
  state: State,
  call: Dependencies['call'],
  { plan, endpoint, signal, now, head }: Request & { head: Reading },
): Promise<Extract<Step, { kind: 'logs' }>> {
  state.headWasLast = false
  const params = [{ ...filterOf(plan), fromBlock: `0x${fromBlock(state, head).toString(16)}`, toBlock: 'latest' }]
  const logs = parseLogs(await call(endpoint, { method: 'eth_getLogs', params }, signal))
  const highest = logs.reduce((most, { block }) => Math.max(most, block), head.block)
  if (highest > head.block) state.head = { block: highest, at: now }
  const nextBlock = Math.max(state.nextBlock ?? 0, highest + 1)
  state.nextBlock = nextBlock
  state.failures = 0
  const fresh = logs.filter(({ key }) => !state.seen.has(key))
  state.seen = new Set(logs.map(({ key }) => key))
  return { kind: 'logs', logs: fresh, nextBlock }
}

/** Never above the head, which nodes answer with an error. */
function fromBlock({ nextBlock }: State, { block }: Reading): number {
  return Math.max(0, Math.min(nextBlock ?? block + 1, block + 1) - WATCH_OVERLAP_BLOCKS)
}

type Failure = { problem: string; isOnly: boolean; now: number }

function noteFailure(state: State, { problem, isOnly, now }: Failure): void {
  const { head } = state
  if (head && isRefusal(problem)) {
    const range = head.block + 1 + blocksSince(state, head, now) - fromBlock(state, head)
    state.maxBlocks = Math.max(BLOCKS_MIN, Math.min(state.maxBlocks, Math.floor((range * 3) / 4)))
    state.narrowedAt = now
  }
  // The next endpoint may be behind.
  if (!isOnly) state.head = undefined
  state.headWasLast = false
  state.endpointIndex += 1
  state.failures += 1
  state.retryAt = now + Math.min(WATCH_RETRY_MAX_MS, WATCH_INTERVAL_MS * 2 ** (state.failures - 1)) - TOLERANCE_MS
}

/** The node answered: a smaller range may be accepted. Infura reports too many events as a rate limit. */
function isRefusal(problem: string): boolean {
  return /^(?:JSON-RPC error|The response is too large|Rate limited)/.test(problem)
}

function problemOf(error: unknown): string {
  if (error instanceof EndpointFailure) return error.problem
  if (error instanceof AppError) return 'Too many requests are waiting.'
  throw error
}
