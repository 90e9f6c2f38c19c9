/** Reads from one endpoint: many calls per request, fewer where the endpoint refuses that, and one at worst. */

import {
  BATCH_LIMIT_KEPT_MS,
  CALL_ANSWER_MAX_BYTES,
  CALL_GAS,
  CALLS_PER_REQUEST,
  READ_FAILURES_MAX,
  READ_PARALLEL,
  READ_REQUESTS_SPARE,
  REQUEST_GAS,
  REQUEST_GAS_REDUCED,
} from '@countersign/contract/limits/rule-limits.ts'
import { ENDPOINT_DOWN_AFTER, RPC_GAS } from '@countersign/contract/limits.ts'
import type { RpcCall, RpcOutcome } from '../../networks/rpc/rpc.ts'
import {
  type AggregatedOutcome,
  type AggregatedRead,
  type CallGas,
  countFitting,
  decodeOutcomes,
  encodeReads,
} from './aggregator.ts'

export type EndpointRead = AggregatedRead & { block: number }

/** An answer above a limit of size or gas is empty: no function that is read returns nothing. */
export type EndpointAnswer =
  | { kind: 'value'; data: string }
  | { kind: 'reverted'; error?: string }
  | { kind: 'no_code' }

/** What an endpoint accepts in one request. No calls: it does not run the aggregator at all. */
export type BatchLimits = { gas: number; calls: number; keptUntil: number }

export const NO_LIMITS: BatchLimits = {
  gas: REQUEST_GAS,
  calls: CALLS_PER_REQUEST,
  keptUntil: Number.POSITIVE_INFINITY,
}

/** `fault`: the endpoint. `refused`: something about this request. */
export type Reply = RpcOutcome | { kind: 'fault' } | { kind: 'refused' }

type Endpoint = {
  /** Does not throw. */
  ask(call: RpcCall): Promise<Reply>
  limits: BatchLimits
  setLimits(limits: BatchLimits): void
  now(): number
}

type Job = { index: number; read: EndpointRead }
type Batch = { jobs: Job[]; block: number; gas: number; callGas: CallGas; isHalved: boolean }

type Run = Endpoint & {
  answers: (EndpointAnswer | undefined)[]
  queue: Batch[]
  costly: Job[]
  requestsLeft: number
  /** Since the last answer. */
  failures: number
  faults: number
}

const FIRST_TRY: CallGas = { gas: CALL_GAS, costlyAbove: CALL_GAS / 2 }
/** Also for calls that succeeded: a contract may catch that another one ran out of gas, and conclude something. */
const WITH_MORE_GAS: CallGas = { gas: RPC_GAS, costlyAbove: 2 ** 32 - 1, failedAbove: 0.9 * RPC_GAS }

/** A small batch may have failed for another reason, which must not slow down all later reads. */
const CALLS_LEARNED_MIN = 10

/** In the order of the reads; undefined for those that the endpoint did not answer. */
export async function readFromEndpoint(
  endpoint: Endpoint,
  reads: readonly EndpointRead[],
): Promise<(EndpointAnswer | undefined)[]> {
  const jobs = reads.map((read, index) => ({ index, read }))
  const queue = formBatches(jobs, endpoint.limits, FIRST_TRY)
  const run: Run = {
    ...endpoint,
    answers: reads.map(() => undefined),
    queue,
    costly: [],
    requestsLeft: (endpoint.limits.calls === 0 ? 0 : 4 * queue.length) + READ_REQUESTS_SPARE,
    failures: 0,
    faults: 0,
  }
  // The first batch alone: it shows what the endpoint accepts.
  await workOff(run, () => run.answers.some((answer) => answer) || run.costly.length > 0)
  await workInParallel(run)
  run.queue.push(...formBatches(run.costly, run.limits, WITH_MORE_GAS))
  await workInParallel(run)
  return run.answers
}

/** Last batch first, as they are taken from the end. */
function formBatches(jobs: readonly Job[], { gas, calls }: BatchLimits, callGas: CallGas): Batch[] {
  const batches: Batch[] = []
  const size = Math.max(1, callGas === WITH_MORE_GAS ? Math.min(calls, Math.floor(gas / callGas.gas) - 1) : calls)
  for (const [block, ofBlock] of Map.groupBy(jobs, ({ read }) => read.block))
    for (let at = 0; at < ofBlock.length; ) {
      const next = ofBlock.slice(at, at + size)
      const count = countFitting(next.map(({ read }) => read))
      batches.push({ jobs: next.slice(0, count), block, gas, callGas, isHalved: false })
      at += count
    }
  return batches.reverse()
}

async function workInParallel(run: Run): Promise<void> {
  await Promise.all(Array.from({ length: READ_PARALLEL }, () => workOff(run, () => false)))
}

async function workOff(run: Run, isEnough: () => boolean): Promise<void> {
  while (!isStopped(run) && !isEnough()) {
    const batch = run.queue.pop()
    if (!batch) return
    if (batch.jobs.length > Math.max(1, run.limits.calls) || batch.gas > run.limits.gas)
      run.queue.push(...formBatches(batch.jobs, run.limits, batch.callGas))
    else if (run.limits.calls === 0) for (const job of batch.jobs) await readAlone(run, job)
    else await readBatch(run, batch)
  }
}

function isStopped({ requestsLeft, failures, faults }: Run): boolean {
  return requestsLeft <= 0 || failures >= READ_FAILURES_MAX || faults >= ENDPOINT_DOWN_AFTER
}

async function send(run: Run, method: string, params: unknown[]): Promise<Reply> {
  if (isStopped(run)) return { kind: 'fault' }
  run.requestsLeft -= 1
  run.failures += 1
  const reply = await run.ask({ method, params })
  if (reply.kind === 'fault') run.faults += 1
  return reply
}

async function readBatch(run: Run, batch: Batch): Promise<void> {
  const { jobs, block, gas, callGas } = batch
  const data = encodeReads(
    jobs.map(({ read }) => read),
    callGas,
  )
  const reply = await send(run, 'eth_call', [{ data, gas: quantity(gas) }, quantity(block)])
  if (reply.kind === 'fault') {
    run.queue.push(batch)
    return
  }
  const outcomes = reply.kind === 'result' ? decodeOutcomes(reply.value, jobs.length) : undefined
  if (!outcomes) await reduceBatch(run, batch)
  else if (outcomes.length > 0) acceptOutcomes(run, batch, outcomes)
  else await skipFirst(run, batch)
}

function acceptOutcomes(run: Run, batch: Batch, outcomes: AggregatedOutcome[]): void {
  for (const [at, outcome] of outcomes.entries()) {
    const job = batch.jobs[at]
    if (!job) continue
    if (outcome.kind === 'costly' && batch.callGas !== WITH_MORE_GAS) run.costly.push(job)
    else setAnswer(run, job, answerOf(outcome))
  }
  run.failures = 0
  if (batch.gas < run.limits.gas) learn(run, { gas: batch.gas })
  if (batch.isHalved) learn(run, { calls: Math.min(run.limits.calls, Math.max(CALLS_LEARNED_MIN, batch.jobs.length)) })
  if (outcomes.length < batch.jobs.length)
    run.queue.push({ ...batch, jobs: batch.jobs.slice(outcomes.length), isHalved: false })
}

/** Who runs out of gas has not said that there is nothing. */
function answerOf(outcome: AggregatedOutcome): EndpointAnswer {
  return outcome.kind === 'too_long' || outcome.kind === 'costly' ? { kind: 'value', data: '0x' } : outcome
}

/** The first call needs more gas than the node allows for the batch. */
async function skipFirst(run: Run, batch: Batch): Promise<void> {
  const [first, ...rest] = batch.jobs
  if (rest.length > 0) run.queue.push({ ...batch, jobs: rest })
  if (first) await readAlone(run, first)
}

/** Less gas first, then half of the calls, then the call itself. */
async function reduceBatch(run: Run, batch: Batch): Promise<void> {
  const { jobs } = batch
  if (batch.gas > REQUEST_GAS_REDUCED) run.queue.push({ ...batch, gas: REQUEST_GAS_REDUCED })
  else if (jobs.length > 1) {
    const half = Math.ceil(jobs.length / 2)
    const halved = { ...batch, isHalved: true }
    run.queue.push({ ...halved, jobs: jobs.slice(half) }, { ...halved, jobs: jobs.slice(0, half) })
  } else for (const job of jobs) if (await readAlone(run, job)) learn(run, { calls: 0 })
}

/** A call inside the aggregator cannot make it fail, so what fails in it and works alone is the endpoint's limit. */
function learn(run: Run, limits: Partial<BatchLimits>): void {
  run.limits = { ...run.limits, ...limits, keptUntil: run.now() + BATCH_LIMIT_KEPT_MS }
  run.setLimits(run.limits)
}

async function readAlone(run: Run, { index, read }: Job): Promise<boolean> {
  const answer = read.kind === 'balance' ? await readBalance(run, read) : await callAlone(run, read)
  if (answer) setAnswer(run, { index, read }, answer)
  return answer !== undefined
}

async function readBalance(run: Run, { address, block }: EndpointRead & { kind: 'balance' }) {
  const reply = await send(run, 'eth_getBalance', [address, quantity(block)])
  if (reply.kind !== 'result' || typeof reply.value !== 'string') return undefined
  if (!/^0x[0-9a-fA-F]{1,64}$/.test(reply.value)) return undefined
  return { kind: 'value' as const, data: `0x${reply.value.slice(2).toLowerCase().padStart(64, '0')}` }
}

async function callAlone(run: Run, read: EndpointRead & { kind: 'call' }): Promise<EndpointAnswer | undefined> {
  const { to, data, block } = read
  const reply = await send(run, 'eth_call', [{ to, data, gas: quantity(RPC_GAS) }, quantity(block)])
  if (reply.kind === 'reverted') return reply.oversized ? { kind: 'value', data: '0x' } : { kind: 'reverted' }
  const value = bytesOf(reply)
  if (value === undefined) return undefined
  if (value !== '0x') return { kind: 'value', data: value.length > 2 + 2 * CALL_ANSWER_MAX_BYTES ? '0x' : value }
  const code = bytesOf(await send(run, 'eth_getCode', [to, quantity(block)]))
  if (code === undefined) return undefined
  return code === '0x' ? { kind: 'no_code' } : { kind: 'value', data: '0x' }
}

function bytesOf(reply: Reply): string | undefined {
  if (reply.kind !== 'result' || typeof reply.value !== 'string') return undefined
  return /^0x(?:[0-9a-fA-F]{2})*$/.test(reply.value) ? reply.value.toLowerCase() : undefined
}

function setAnswer(run: Run, { index }: Job, answer: EndpointAnswer): void {
  run.answers[index] = answer
  run.failures = 0
}

function quantity(value: number): string {
  return `0x${value.toString(16)}`
}
