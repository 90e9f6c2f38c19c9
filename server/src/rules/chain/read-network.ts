/** Reads of one network at one block. With two or more endpoints, two must agree on every answer. */

import { AppError } from '@countersign/contract/error/errors.ts'
import { READ_WARNING_MS } from '@countersign/contract/limits/rule-limits.ts'
import type { Context } from '../../context.ts'
import { EndpointFailure } from '../../networks/rpc/failure.ts'
import type { NodeEndpoint } from '../../networks/rpc/nodes.ts'
import type { RpcCall } from '../../networks/rpc/rpc.ts'
import { maskUrl } from '../../platform/endpoint-url.ts'
import type { Fields } from '../../platform/log.ts'
import { type ChainRead, keyOfRead, type ReadOutcome } from '../chain-read.ts'
import { type Agreed, agreeOnBlock, readHead } from './agree-on-block.ts'
import { type BatchLimits, type EndpointAnswer, NO_LIMITS, type Reply, readFromEndpoint } from './read-from-endpoint.ts'

/** With `agreed`, at its block and from its endpoints. No read may be there twice. */
export type NetworkReads = {
  chainId: number
  agreed: Agreed | undefined
  reads: readonly ChainRead[]
  signal: AbortSignal | undefined
}

/** The outcomes by key of the read. */
export type NetworkOutcomes = { agreed: Agreed | undefined; outcomes: ReadonlyMap<string, ReadOutcome> }

export type ReaderContext = Pick<Context, 'chains' | 'log' | 'now'>
type Reader = ReaderContext & { limits: Map<string, BatchLimits>; loggedAt: Map<string, number> }

export const unavailable: ReadOutcome = { kind: 'no_answer', problem: 'network_unavailable' }
const missing: ReadOutcome = { kind: 'no_answer', problem: 'network_missing' }
const disagreeing: ReadOutcome = { kind: 'no_answer', problem: 'endpoints_disagree' }

export function createNetworkReader({ chains, log, now }: ReaderContext) {
  const reader: Reader = { chains, log, now, limits: new Map(), loggedAt: new Map() }

  return async function readNetwork({ chainId, reads, signal, ...pinned }: NetworkReads): Promise<NetworkOutcomes> {
    const endpoints = await chains.endpointsOf(chainId)
    if (!endpoints) return { agreed: undefined, outcomes: sameForAll(reads, missing) }
    const ask = (endpoint: NodeEndpoint, call: RpcCall) => askEndpoint(reader, endpoint, { call, signal })
    const reportLagging = ({ url }: NodeEndpoint, behind: number) =>
      warnRarely(reader, 'RPC endpoint is out of sync', { chainId, endpoint: maskUrl(url), behind })
    const agreed = pinned.agreed ?? (await agreeOnBlock({ ask, now: now(), reportLagging }, endpoints))
    if (!agreed) return { agreed, outcomes: sameForAll(reads, unavailable) }
    const answers = await collectAnswers(reader, { ask, agreed, reads })
    const outcomeOf = (read: ChainRead, [first, ...others]: EndpointAnswer[]): ReadOutcome => {
      if (!first || others.length + 1 < agreed.chosen.length) return unavailable
      if (others.some((other) => !isEqual(other, first))) return reportDisagreement(reader, agreed)
      return {
        ...(others.every((other) => hasSameError(other, first)) ? first : reverted),
        block: blockOf(agreed, read),
      }
    }
    return { agreed, outcomes: new Map(reads.map((read, i) => [keyOfRead(read), outcomeOf(read, answers[i] ?? [])])) }
  }
}

function sameForAll(reads: readonly ChainRead[], outcome: ReadOutcome): NetworkOutcomes['outcomes'] {
  return new Map(reads.map((read) => [keyOfRead(read), outcome]))
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

const reverted: EndpointAnswer = { kind: 'reverted' }

/** An endpoint that does not run the aggregator reports no errors. */
function hasSameError(one: EndpointAnswer, other: EndpointAnswer): boolean {
  return one.kind !== 'reverted' || other.kind !== 'reverted' || one.error === other.error
}

function reportDisagreement(reader: Reader, { chosen, block }: Agreed): ReadOutcome {
  const endpoints = chosen.map(({ url }) => maskUrl(url)).join(' ')
  warnRarely(reader, 'RPC endpoints disagree', { chainId: chosen[0]?.chainId, block, endpoints })
  return disagreeing
}

function warnRarely({ log, now, loggedAt }: Reader, message: string, fields: Fields): void {
  const key = `${fields.chainId} ${message}`
  if (now() - (loggedAt.get(key) ?? Number.NEGATIVE_INFINITY) < READ_WARNING_MS) return
  loggedAt.set(key, now())
  log.warn(message, fields)
}
