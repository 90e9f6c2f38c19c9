import type { RuleOutcome } from '@countersign/contract/rule/rule.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/store/database.ts'
import type { ReadChain } from '../chain-read.ts'
import type { Evaluator } from '../evaluation/evaluate.ts'
import { openRules } from '../open-rules.ts'
import type { Subject } from '../subject.ts'

/** What the administration of rules works with, so that tests can replace parts of it. */
export type RuleTools = {
  evaluate: Evaluator
  readChain: ReadChain
  findSubjects(queries: Queries, personIds: readonly string[]): Promise<ReadonlyMap<string, Subject>>
  checkVerdicts(request: {
    groupIds?: readonly string[]
    personIds: readonly string[]
  }): Promise<{ groupId: string; outcome: RuleOutcome }[]>
  /** After the rule of a group was removed. */
  removeVerdicts(group: { groupId: string; slug: string }): Promise<void>
}

/** Imported on demand: few requests need them. */
export function openRuleTools(context: Context): RuleTools {
  return {
    evaluate: (rule, subjects, options) => openRules(context).evaluate(rule, subjects, options),
    readChain: (reads, signal) => openRules(context).readChain(reads, signal),
    async findSubjects(queries, personIds) {
      const { findSubjects } = await import('../find-subjects.ts')
      return findSubjects(queries, personIds, context.now())
    },
    checkVerdicts: async (request) => (await import('../verdicts/check-verdicts.ts')).checkVerdicts(context, request),
    removeVerdicts: async (group) => (await import('../verdicts/remove-verdicts.ts')).removeVerdicts(context, group),
  }
}
