import type { Context } from '../../context.ts'
import { createListReader } from '../admin/list-keys.ts'
import { createReadChain } from '../chain/read-chain.ts'
import type { ReadChain } from '../chain-read.ts'
import { measure } from '../conditions/measure.ts'
import { createEvaluator, type Evaluator } from './evaluate.ts'

export function openEvaluator(context: Context): { readChain: ReadChain; evaluate: Evaluator } {
  const readChain = createReadChain(context)
  const findLists = createListReader(context)
  return { readChain, evaluate: createEvaluator({ readChain, measure, findLists, now: context.now }) }
}
