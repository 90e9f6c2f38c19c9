/** What conditions read, and what they conclude from it: a missing or bad answer is never a "no". */

import type { ChainCondition } from '@countersign/contract/rule/rule.ts'
import type { ReadOutcome } from '../chain-read.ts'
import type { LookUp, MeasureOptions, MeasureResult } from '../evaluation/measure-result.ts'
import type { Holder } from '../subject.ts'
import { encodeCall } from './abi.ts'

export type Kind<K extends ChainCondition['kind']> = Extract<ChainCondition, { kind: K }>

export type Measurement = { chainId: number; holder: Holder; options: MeasureOptions; lookUp: LookUp }

export type Found<T> =
  | { kind: 'found'; value: T; block: number }
  | Extract<MeasureResult, { kind: 'unknown' | 'pending' }>

/** Undefined for an answer that is not exactly what the function returns. */
type Decode<T> = (data: string) => T | undefined

/** The function of a contract, and what it is called with, or the encoded call. */
type Call = { to: string } & ({ selector: string; values: Parameters<typeof encodeCall>[1][] } | { data: string })

export function findByCall<T>(measurement: Measurement, call: Call, decode: Decode<T>): Found<T> {
  return readOutcome(lookUpCall(measurement, call), decode)
}

/** For functions that revert for what does not exist: null if they do, with such an error if there are several. */
export function findByCallOrRevert<T>(
  measurement: Measurement,
  call: Call,
  decode: Decode<T>,
  isMissing = (_error: string | undefined) => true,
): Found<T | null> {
  const outcome = lookUpCall(measurement, call)
  if (outcome?.kind === 'reverted' && isMissing(outcome.error))
    return { kind: 'found', value: null, block: outcome.block }
  return readOutcome<T | null>(outcome, decode)
}

/** For functions that the contract may lack: null if it does, or if there is no contract. */
export function findByCallIfThere<T>(measurement: Measurement, call: Call, decode: Decode<T>): Found<T | null> {
  const outcome = lookUpCall(measurement, call)
  if (outcome?.kind === 'reverted' || outcome?.kind === 'no_code')
    return { kind: 'found', value: null, block: outcome.block }
  return readOutcome<T | null>(outcome, decode)
}

function lookUpCall({ chainId, options, lookUp }: Measurement, call: Call): ReadOutcome | undefined {
  const data = 'data' in call ? call.data : encodeCall(call.selector, ...call.values)
  return lookUp({ chainId, kind: 'call', to: call.to, data, blocksAgo: options.blocksAgo })
}

export function findBalance(measurement: Measurement, decode: Decode<bigint>): Found<bigint> {
  const { chainId, holder, options, lookUp } = measurement
  const { blocksAgo } = options
  return readOutcome(lookUp({ chainId, kind: 'balance', address: holder.address, blocksAgo }), decode)
}

/** What follows from a value that was found. */
export function mapFound<A, B>(found: Found<A>, next: (value: A) => B): Found<B> {
  return found.kind === 'found' ? { ...found, value: next(found.value) } : found
}

export const failed = { kind: 'unknown', problem: 'contract_failed' } as const
export const tooMany = { kind: 'unknown', problem: 'too_many_items' } as const

function readOutcome<T>(outcome: ReadOutcome | undefined, decode: Decode<T>): Found<T> {
  if (!outcome) return { kind: 'pending' }
  if (outcome.kind === 'no_answer') return { kind: 'unknown', problem: outcome.problem }
  if (outcome.kind === 'no_code') return { kind: 'unknown', problem: 'no_code' }
  const value = outcome.kind === 'value' ? decode(outcome.data) : undefined
  return value === undefined ? failed : { kind: 'found', value, block: outcome.block }
}

/** All values and the oldest block; else pending if one is pending, else the first problem. */
export function findAll<T>(found: readonly Found<T>[]): Found<T[]> {
  const values: T[] = []
  const blocks: number[] = []
  let other: Exclude<Found<T>, { kind: 'found' }> | undefined
  for (const each of found) {
    if (each.kind === 'pending') return each
    if (each.kind === 'unknown') other ??= each
    else {
      values.push(each.value)
      blocks.push(each.block)
    }
  }
  return other ?? { kind: 'found', value: values, block: Math.min(...blocks) }
}

/** Met if one is; else pending or unknown if one is; else not met. */
export function meetsAny(found: readonly Found<boolean>[]): MeasureResult {
  if (found.some(({ kind }) => kind === 'pending')) return { kind: 'pending' }
  const met = found.find((each) => each.kind === 'found' && each.value)
  return asMet(met ?? found.find(({ kind }) => kind === 'unknown') ?? found[0] ?? failed)
}

export function asMet(found: Found<boolean>): MeasureResult {
  return found.kind === 'found' ? { kind: 'met', met: found.value, block: found.block } : found
}

export function asAmount(found: Found<bigint>): MeasureResult {
  return found.kind === 'found' ? { kind: 'amount', amount: found.value, block: found.block } : found
}
