/** Many reads in one `eth_call`, by the program in `aggregator.yul`, which describes what is sent and returned. */

import { CALL_ANSWER_MAX_BYTES, REQUEST_DATA_MAX_BYTES } from '@countersign/contract/limits/rule-limits.ts'
import { PROGRAM } from './aggregator-program.ts'

/** Lower-case addresses; `data` is hex with 0x. */
export type AggregatedRead = { kind: 'call'; to: string; data: string } | { kind: 'balance'; address: string }

/**
 * `too_long`: the answer exceeds the limit. `costly`: it used so much gas that it must be repeated with more. A custom
 * error has a selector.
 */
export type AggregatedOutcome =
  | { kind: 'value'; data: string }
  | { kind: 'reverted'; error?: string }
  | { kind: 'no_code' }
  | { kind: 'too_long' }
  | { kind: 'costly' }

/** Gas of each call; one that uses more than `costlyAbove`, or fails with more than `failedAbove`, is costly. */
export type CallGas = { gas: number; costlyAbove: number; failedAbove?: number }

/** Bytes before the data of a call: its length and its recipient. */
const HEADER = 22
/** Bytes of the parameters, before the calls. */
const PARAMETERS = 16
/** In place of the length: the balance of the address. */
const BALANCE_MARK = 0xffff
/** Bytes before the answer of a call: its status and its length. */
const OUTCOME_HEADER = 3
const [REVERTED, VALUE, NO_CODE, TOO_LONG, COSTLY] = [0, 1, 2, 3, 4]
const SELECTOR = 4
/** Anything but 0xEF. */
const FIRST_BYTE = 1

/** The data of the request. */
export function encodeReads(
  reads: readonly AggregatedRead[],
  { gas, costlyAbove, failedAbove = costlyAbove }: CallGas,
): string {
  const parameters = [gas, costlyAbove, failedAbove, CALL_ANSWER_MAX_BYTES].map((value) => hex(value, 4))
  return PROGRAM + parameters.join('') + reads.map(encodeRead).join('')
}

function hex(value: number, bytes: number): string {
  const digits = value.toString(16).padStart(2 * bytes, '0')
  if (digits.length > 2 * bytes) throw new RangeError(`${value} does not fit in ${bytes} bytes`)
  return digits
}

function encodeRead(read: AggregatedRead): string {
  if (read.kind === 'balance') return hex(BALANCE_MARK, 2) + read.address.slice(2)
  return hex(dataLength(read), 2) + read.to.slice(2) + read.data.slice(2)
}

const dataLength = (read: AggregatedRead) => (read.kind === 'call' ? (read.data.length - 2) / 2 : 0)

/** How many of the first reads fit in one request, at least one. */
export function countFitting(reads: readonly AggregatedRead[]): number {
  let size = PROGRAM.length / 2 - 1 + PARAMETERS
  let count = 0
  for (const read of reads) {
    size += HEADER + dataLength(read)
    if (size > REQUEST_DATA_MAX_BYTES) break
    count += 1
  }
  return Math.max(1, count)
}

/** The outcomes of the first reads, which may be fewer than were asked; undefined if the program did not return this. */
export function decodeOutcomes(answer: unknown, readCount: number): AggregatedOutcome[] | undefined {
  if (typeof answer !== 'string' || !/^0x(?:[0-9a-fA-F]{2})*$/.test(answer)) return undefined
  const bytes = Buffer.from(answer.slice(2), 'hex')
  if (bytes[0] !== FIRST_BYTE) return undefined
  const outcomes: AggregatedOutcome[] = []
  let at = 1
  while (at < bytes.length) {
    if (at + OUTCOME_HEADER > bytes.length) return undefined
    const start = at + OUTCOME_HEADER
    const end = start + bytes.readUInt16BE(at + 1)
    const outcome = end > bytes.length ? undefined : decodeOutcome(bytes[at], bytes.subarray(start, end))
    if (!outcome) return undefined
    outcomes.push(outcome)
    at = end
  }
  return outcomes.length > readCount ? undefined : outcomes
}

function decodeOutcome(status: number | undefined, answer: Buffer): AggregatedOutcome | undefined {
  if (status === VALUE) return { kind: 'value', data: `0x${answer.toString('hex')}` }
  if (status === REVERTED && answer.length <= SELECTOR)
    return { kind: 'reverted', ...(answer.length === SELECTOR && { error: `0x${answer.toString('hex')}` }) }
  if (answer.length > 0) return undefined
  if (status === NO_CODE) return { kind: 'no_code' }
  if (status === TOO_LONG) return { kind: 'too_long' }
  return status === COSTLY ? { kind: 'costly' } : undefined
}
