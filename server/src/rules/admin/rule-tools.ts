import type { RuleOutcome } from '@countersign/contract/rule/rule.ts'
import type { Queries } from '../../platform/store/database.ts'
import type { ReadChain } from '../chain-read.ts'
import type { Evaluator } from '../evaluate.ts'
import type { Subject } from '../subject.ts'

/** What the administration of rules works with, so that tests can replace parts of it. */
export type RuleTools = {
  evaluate: Evaluator
  readChain: ReadChain
  findSubjects(queries: Queries, personIds: readonly string[]): Promise<ReadonlyMap<string, Subject>>
  checkVerdicts(request: { groupIds?: readonly string[]; personIds: readonly string[] }): Promise<CheckedVerdicts>
}

/** Outcomes by group, then by person. */
export type CheckedVerdicts = ReadonlyMap<string, ReadonlyMap<string, RuleOutcome>>
