/** Reads of chains, each network at one block. With two or more endpoints, two must agree on every answer. */

import { AppError } from '@countersign/contract/errors.ts'
import { DISAGREEMENT_LOG_MS } from '@countersign/contract/limits/rule-limits.ts'
import type { Context } from '../../context.ts'
import { maskUrl } from '../../networks/rpc/endpoint-url.ts'
import { EndpointFailure } from '../../networks/rpc/failure.ts'
import type { NodeEndpoint } from '../../networks/rpc/nodes.ts'
import type { RpcCall } from '../../networks/rpc/rpc.ts'
import { type ChainRead, keyOfRead, type ReadChain, type ReadOutcome } from '../chain-read.ts'
import { type Agreed, agreeOnBlock, readHead } from './agree-on-block.ts'
import { type BatchLimits, type EndpointAnswer, NO_LIMITS, type Reply, readFromEndpoint } from './read-from-endpoint.ts'

export type ChainReader = ReadChain & {
  /** Reads at the blocks of its first calls, for checks of several rounds. */
  pin(): ReadChain
}

type ReaderContext = Pick<Context, 'chains' | 'log' | 'now'>
type Reader = ReaderContext & { limits: Map<string, BatchLimits>; loggedAt: Map<number, number> }
/** Of each chain: the block and the endpoints that are asked. */
type Agreements = Map<number, Promise<Agreed | undefined>>

export function createReadChain({ chains, log, now }: ReaderContext): ChainReader {
  const reader: Reader = { chains, log, now, limits: new Map(), loggedAt: new Map() }
  const readWith = async (agreements: Agreements, reads: readonly ChainRead[], signal?: AbortSignal) => {
    const unique = new Map(reads.map((read) => [keyOfRead(read), read]))
    const byChain = Map.groupBy(unique.values(), ({ chainId }) => chainId)
    const outcomes = new Map<string, ReadOutcome>()
    const readNetwork = async (chainId: number, ofChain: ChainRead[]) => {
      const found = await readChainOnce(reader, { chainId, reads: ofChain, agreements, signal })
      for (const [index, read] of ofChain.entries()) outcomes.set(keyOfRead(read), found[index] ?? unavailable)
    }
    await Promise.all([...byChain].map(([chainId, ofChain]) => readNetwork(chainId, ofChain)))
    return reads.map((read) => outcomes.get(keyOfRead(read)) ?? unavailable)
  }
  const read: ReadChain = (reads, signal) => readWith(new Map(), reads, signal)
  const pin = (): ReadChain => {
    const agreements: Agreements = new Map()
    return (reads, signal) => readWith(agreements, reads, signal)
  }
  return Object.assign(read, { pin })
}

const unavailable: ReadOutcome = { kind: 'no_answer', problem: 'network_unavailable' }
const missing: ReadOutcome = { kind: 'no_answer', problem: 'network_missing' }
const disagreeing: ReadOutcome = { kind: 'no_answer', problem: 'endpoints_disagree' }

type NetworkReads = {
  chainId: number
  reads: readonly ChainRead[]
  agreements: Agreements
  signal: AbortSignal | undefined
}

async function readChainOnce(reader: Reader, { chainId, reads, agreements, signal }: NetworkReads) {
  const endpoints = await reader.chains.endpointsOf(chainId)
  if (!endpoints) return reads.map(() => missing)
  const ask = (endpoint: NodeEndpoint, call: RpcCall) => askEndpoint(reader, endpoint, { call, signal })
  const agreement = agreements.get(chainId) ?? agreeOnBlock(ask, endpoints, reader.now())
  agreements.set(chainId, agreement)
  const agreed = await agreement
  if (!agreed) {
    agreements.delete(chainId)
    return reads.map(() => unavailable)
  }
  const answers = await collectAnswers(reader, { ask, agreed, reads })
  return reads.map((read, index): ReadOutcome => {
    const [first, ...others] = answers[index] ?? []
    if (!first || others.length + 1 < agreed.chosen.length) return unavailable
    if (others.some((other) => !isEqual(other, first))) return disagreement(reader, agreed)
    return { ...first, block: blockOf(agreed, read) }
  })
}

type Collecting = {
  ask(endpoint: NodeEndpoint, call: RpcCall): Promise<Reply>
  agreed: Agreed
  reads: readonly ChainRead[]
}

/** For each read as many answers as endpoints were chosen, where they can be had. */
async function collectAnswers(reader: Reader, { ask, agreed, reads }: Collecting): Promise<EndpointAnswer[][]> {
  const answers: EndpointAnswer[][] = reads.map(() => [])
  const isComplete = (index: number) => (answers[index]?.length ?? 0) >= agreed.chosen.length
  const readFrom = async (endpoint: NodeEndpoint, indexes: number[]) => {
    const asked = indexes.flatMap((index) => {
      const read = reads[index]
      return read ? [{ ...read, block: blockOf(agreed, read) }] : []
    })
    const found = await readFromEndpoint(
      {
        ask: (call) => ask(endpoint, call),
        limits: limitsOf(reader, endpoint),
        setLimits: (limits) => reader.limits.set(endpoint.url, limits),
        now: reader.now,
      },
      asked,
    )
    for (const [at, index] of indexes.entries()) {
      const answer = found[at]
      if (answer) answers[index]?.push(answer)
    }
  }
  const all = [...reads.keys()]
  await Promise.all(agreed.chosen.map((endpoint) => readFrom(endpoint, all)))
  for (const spare of agreed.spares) {
    const open = all.filter((index) => !isComplete(index))
    if (open.length === 0) break
    const head = await readHead(ask, spare)
    if (head && head.block >= agreed.block) await readFrom(spare, open)
  }
  return answers
}

function blockOf({ block }: Agreed, { blocksAgo }: ChainRead): number {
  return Math.max(0, block - blocksAgo)
}

function limitsOf({ limits, now }: Reader, { url }: NodeEndpoint): BatchLimits {
  const known = limits.get(url) ?? NO_LIMITS
  if (known.keptUntil > now()) return known
  limits.delete(url)
  return NO_LIMITS
}

type Asked = { call: RpcCall; signal: AbortSignal | undefined }

async function askEndpoint({ chains }: Reader, endpoint: NodeEndpoint, { call, signal }: Asked): Promise<Reply> {
  if (signal?.aborted) return { kind: 'fault' }
  try {
    return await chains.callEndpoint(endpoint, call, signal)
  } catch (error) {
    if (error instanceof EndpointFailure)
      return { kind: error.isEndpointFault || signal?.aborted ? 'fault' : 'refused' }
    // Too many requests wait.
    if (error instanceof AppError && error.code === 'rpc_unavailable') return { kind: 'fault' }
    throw error
  }
}

function isEqual(one: EndpointAnswer, other: EndpointAnswer): boolean {
  return one.kind === other.kind && (one.kind !== 'value' || other.kind !== 'value' || one.data === other.data)
}

function disagreement({ log, now, loggedAt }: Reader, { chosen, block }: Agreed): ReadOutcome {
  const [chainId, at] = [chosen[0]?.chainId ?? 0, now()]
  if (at - (loggedAt.get(chainId) ?? Number.NEGATIVE_INFINITY) >= DISAGREEMENT_LOG_MS) {
    loggedAt.set(chainId, at)
    log.warn('RPC endpoints disagree', { chainId, block, endpoints: chosen.map(({ url }) => maskUrl(url)).join(' ') })
  }
  return disagreeing
}
