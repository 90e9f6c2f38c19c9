/** What the rules of one server share: the evaluator, and what happens when somebody leaves a group. */

import { VERDICT_WAIT_MS } from '@countersign/contract/limits/rule-limits.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../platform/store/database.ts'
import { createListReader } from './admin/list-keys.ts'
import { type ChainReader, createReadChain } from './chain/read-chain.ts'
import { measure } from './conditions/measure.ts'
import { createEvaluator, type Evaluator } from './evaluate.ts'

/** Somebody whom a rule no longer puts in a group, or whom it refuses for the first time. */
export type Left = { personId: string; groupId: string }

/** Runs in the transaction of the verdict, and has no effect but its queries. */
type LeaveHandler = (queries: Queries, left: Left) => Promise<void>

export type Rules = {
  readChain: ChainReader
  evaluate: Evaluator
  /** How long a request waits for a check. */
  waitMs: number
  onLeave(handler: LeaveHandler): void
  leave: LeaveHandler
}

const opened = new WeakMap<Context, Rules>()

export function openRules(context: Context): Rules {
  const found = opened.get(context)
  if (found) return found
  const handlers: LeaveHandler[] = []
  const readChain = createReadChain(context)
  const findLists = createListReader(context)
  const rules: Rules = {
    readChain,
    // One block per chain for all rounds of an evaluation.
    evaluate: (rule, subjects, options) =>
      createEvaluator({
        readChain: readChain.pin(),
        measure,
        findLists,
        now: context.now,
      })(rule, subjects, options),
    waitMs: VERDICT_WAIT_MS,
    onLeave: (handler) => void handlers.push(handler),
    async leave(queries, left) {
      for (const handler of handlers) await handler(queries, left)
    },
  }
  opened.set(context, rules)
  return rules
}
