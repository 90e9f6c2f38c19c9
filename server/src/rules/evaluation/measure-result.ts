import type { ChainCondition } from '@countersign/contract/rule/rule.ts'
import type { ReasonProblem } from '@countersign/contract/schemas/rule/rule.ts'
import type { ChainRead, ReadOutcome } from '../chain-read.ts'
import type { Holder } from '../subject.ts'

/** What one condition on a chain yields for one holder. `pending`: reads are missing. `tokens`: ERC-721 token ids. */
export type MeasureResult =
  | { kind: 'amount'; amount: bigint; block: number; tokens?: string[] }
  | { kind: 'met'; met: boolean; block: number; tokens?: string[] }
  /** A vault that delegates nothing of the kind to the person. */
  | { kind: 'not_counted' }
  | { kind: 'unknown'; problem: ReasonProblem }
  | { kind: 'pending' }

/** The outcome of a read; undefined if it has not been read yet, which requests it. */
export type LookUp = (read: ChainRead) => ReadOutcome | undefined

export type MeasureOptions = { blocksAgo: number; withTokens: boolean; now: number }

export type Measure = (
  condition: ChainCondition,
  holder: Holder,
  options: MeasureOptions,
  lookUp: LookUp,
) => MeasureResult
