import type { Context } from '../../context.ts'
import { createListReader } from '../admin/list-keys.ts'
import { type ChainReader, createReadChain } from '../chain/read-chain.ts'
import { measure } from '../conditions/measure.ts'
import { createEvaluator, type Evaluator } from './evaluate.ts'

export function openEvaluator(context: Context): { readChain: ChainReader; evaluate: Evaluator } {
  const readChain = createReadChain(context)
  const findLists = createListReader(context)
  return {
    readChain,
    // One block per chain for all rounds of an evaluation.
    evaluate: (rule, subjects, options) =>
      createEvaluator({ readChain: readChain.pin(), measure, findLists, now: context.now })(rule, subjects, options),
  }
}
