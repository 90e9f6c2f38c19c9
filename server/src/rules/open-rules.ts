/** What the rules of one server share: the evaluator, and the handlers for people who leave a group. */

import { VERDICT_WAIT_MS } from '@countersign/contract/limits/rule-limits.ts'
import type { Context } from '../context.ts'
import { memoize } from '../platform/memoize.ts'
import type { Queries } from '../platform/store/database.ts'
import type { ReadChain } from './chain-read.ts'
import type { Evaluator } from './evaluation/evaluate.ts'

/** A person who no longer meets the rule of a group, or is refused for the first time. */
export type Left = { personId: string; groupId: string }

/** Runs in the transaction of the verdict, and has no effect but its queries. */
type LeaveHandler = (queries: Queries, left: Left) => Promise<void>

export type Rules = {
  readChain: ReadChain
  evaluate: Evaluator
  /** How long a request waits for a check. */
  waitMs: number
  onLeave(handler: LeaveHandler): void
  leave: LeaveHandler
}

export const openRules = memoize((context: Context): Rules => {
  const handlers: LeaveHandler[] = []
  let loading: Promise<Pick<Rules, 'readChain' | 'evaluate'>> | undefined
  // Imported on demand: many installations have no rules.
  const load = () => {
    loading ??= import('./evaluation/open-evaluator.ts').then(({ openEvaluator }) => openEvaluator(context))
    return loading
  }
  return {
    readChain: async (reads, signal) => (await load()).readChain(reads, signal),
    evaluate: async (rule, subjects, options) => (await load()).evaluate(rule, subjects, options),
    waitMs: VERDICT_WAIT_MS,
    onLeave: (handler) => void handlers.push(handler),
    async leave(queries, left) {
      for (const handler of handlers) await handler(queries, left)
    },
  }
})

/** As long as a request waits for a check. Undefined when that is over before the work, which goes on and may fail. */
export async function waitForCheck<T>(context: Context, work: Promise<T>): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), openRules(context).waitMs)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
