import type { Context } from '../../context.ts'
import { createListReader } from '../admin/list-keys.ts'
import { type ChainReader, createReadChain } from '../chain/read-chain.ts'
import { measure } from '../conditions/measure.ts'
import { createEvaluator, type Evaluator } from './evaluate.ts'

export type Evaluation = { readChain: ChainReader; evaluate: Evaluator }

export function openEvaluation(context: Context): Evaluation {
  const readChain = createReadChain(context)
  const findLists = createListReader(context)
  return {
    readChain,
    // One block per chain for all rounds of an evaluation.
    evaluate: (rule, subjects, options) =>
      createEvaluator({ readChain: readChain.pin(), measure, findLists, now: context.now })(rule, subjects, options),
  }
}
