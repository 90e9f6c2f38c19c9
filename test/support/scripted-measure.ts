/** Conditions measured with scripted answers. */

import assert from 'node:assert/strict'
import type { ChainCondition } from '@countersign/contract/rule/rule.ts'
import type { Hex } from 'viem'
import type { ChainRead, ReadOutcome } from '../../server/src/rules/chain-read.ts'
import { measure } from '../../server/src/rules/conditions/measure.ts'
import type { MeasureResult } from '../../server/src/rules/evaluation/measure-result.ts'

export const ME = '0x00112233445566778899aabbccddeeff00112233'
export const OTHER = '0x99999999445566778899aabbccddeeff00112233'
export const NOW = 1_800_000_000_000

export const word = (value: bigint | number | string): string => BigInt(value).toString(16).padStart(64, '0')
export const words = (...values: (bigint | number | string)[]): Hex => `0x${values.map(word).join('')}`

export type Answers = Record<string, Hex | ReadOutcome>
type Options = { chainId?: number | null; address?: string; blocksAgo?: number; withTokens?: boolean }

/** Answers by contract and calldata, or `balance`. What is missing is pending. */
export function measureWith(condition: ChainCondition, answers: Answers, options: Options = {}) {
  const { chainId = null, address = ME, blocksAgo = 0, withTokens = false } = options
  const holder = { address, chainId, linkedAt: 0, vault: false }
  const asked: ChainRead[] = []
  const measured = measure(condition, holder, { blocksAgo, withTokens, now: NOW }, (read) => {
    asked.push(read)
    assert.equal(read.chainId, condition.chainId)
    const answer = answers[read.kind === 'balance' ? `balance ${read.address}` : `${read.to} ${read.data}`]
    return typeof answer === 'string' ? { kind: 'value', data: answer, block: 100 - blocksAgo } : answer
  })
  return { measured, asked }
}

export const met = (value: boolean): MeasureResult => ({ kind: 'met', met: value, block: 100 })
export const unknown = (problem: Extract<MeasureResult, { kind: 'unknown' }>['problem']): MeasureResult => ({
  kind: 'unknown',
  problem,
})
