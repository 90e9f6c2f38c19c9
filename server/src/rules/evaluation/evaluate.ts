/** Decides a rule for many subjects with few reads of chains. */

import { listIdsOf, type Rule } from '@countersign/contract/rule/rule.ts'
import { type Blocks, type ChainRead, keyOfRead, type ReadChain, type ReadOutcome } from '../chain-read.ts'
import type { Subject } from '../subject.ts'
import { countsFor } from '../vault/delegation.ts'
import { type Evaluation, judge, summarize } from './judge.ts'
import type { Facts } from './judge-leaf.ts'
import type { LookUp, Measure } from './measure-result.ts'
import { planRule } from './rule-plan.ts'

/**
 * Some conditions need the answer to one read for the next; what is not known then is unknown. The owner of an ENS name
 * needs one for each of its labels, and one for the first registry.
 */
const ROUNDS_MAX = 10
/** Subjects judged before other requests get their turn. */
const SUBJECTS_PER_TURN = 500

export type EvaluateOptions = {
  /** Reads every condition and gives a reason for each, also where the outcome does not depend on it. */
  explain?: boolean
  /** By person: what a chain says below these blocks is unknown. */
  since?: ReadonlyMap<string, Blocks>
  signal?: AbortSignal | undefined
}

/** The evaluations are in the order of the subjects. */
export type Evaluator = (rule: Rule, subjects: readonly Subject[], options?: EvaluateOptions) => Promise<Evaluation[]>

type Dependencies = {
  readChain: ReadChain
  measure: Measure
  /** Every list that exists is in the map, even if it is empty. Entries: see `Facts`. */
  findLists(ids: readonly string[]): Promise<ReadonlyMap<string, ReadonlySet<string>>>
  now(): number
}

export function createEvaluator({ readChain, measure, findLists, now }: Dependencies): Evaluator {
  return async (rule, subjects, { explain = false, since, signal } = {}) => {
    const plan = planRule(rule)
    const lists = await findLists(listIdsOf(rule))
    const at = now()
    // One block per chain for all rounds.
    const read = readChain.pin?.() ?? readChain
    const answers = new Map<string, ReadOutcome>()
    const readMissing = async (missing: ReadonlyMap<string, ChainRead>) => {
      const outcomes = await read([...missing.values()], signal)
      for (const [index, key] of [...missing.keys()].entries()) {
        const outcome = outcomes[index]
        if (outcome) answers.set(key, outcome)
      }
    }
    const evaluations: Evaluation[] = []
    let open = subjects.map((subject, index) => ({ subject, index }))
    for (let round = 0; open.length > 0; round++) {
      const requests = collectRequests(answers)
      const factsFor = ({ personId }: Subject) => {
        const lookUp = lookUpSince(requests.lookUp, since?.get(personId ?? ''))
        return { now: at, lists, explain, measure: measureWith(measure, lookUp, at) }
      }
      const unsettled: typeof open = []
      const isLast = round === ROUNDS_MAX
      for (const [position, entry] of open.entries()) {
        if (position % SUBJECTS_PER_TURN === SUBJECTS_PER_TURN - 1) await nextTurn(signal)
        const { subject, index } = entry
        const facts = factsFor(subject)
        const judgement = judge(plan, subject, facts)
        requests.close(judgement.settled)
        if (judgement.settled || isLast) evaluations[index] = summarize(judgement, { plan, subject, facts })
        else unsettled.push(entry)
      }
      open = unsettled
      if (open.length > 0) await readMissing(requests.missing)
    }
    return evaluations
  }
}

function measureWith(measure: Measure, lookUp: LookUp, now: number): Facts['measure'] {
  return (condition, holder, { blocksAgo, withTokens }) => {
    const counts = countsFor(condition, holder, lookUp)
    if (counts === 'no') return { kind: 'not_counted' }
    if (counts === 'unknown') return { kind: 'unknown', problem: 'network_unavailable' }
    // Also while the delegation is pending, so that both are read in the same round.
    const measured = measure(condition, holder, { blocksAgo, withTokens, now }, lookUp)
    return counts === 'yes' ? measured : { kind: 'pending' }
  }
}

/** An endpoint may be behind the one that answered before, and not know what happened since. */
function lookUpSince(lookUp: LookUp, blocks: Blocks = {}): LookUp {
  return (read) => {
    const outcome = lookUp(read)
    if (!outcome || outcome.kind === 'no_answer') return outcome
    const isBehind = outcome.block + read.blocksAgo < (blocks[read.chainId] ?? 0)
    return isBehind ? { kind: 'no_answer', problem: 'network_behind' } : outcome
  }
}

/** The reads that one round lacks. Those that only a settled subject asked for are dropped. */
function collectRequests(answers: ReadonlyMap<string, ReadOutcome>) {
  const missing = new Map<string, ChainRead>()
  const added = new Set<string>()
  const lookUp: LookUp = (read) => {
    const key = keyOfRead(read)
    const outcome = answers.get(key)
    if (outcome || missing.has(key)) return outcome
    missing.set(key, read)
    added.add(key)
    return undefined
  }
  const close = (settled: boolean) => {
    if (settled) for (const key of added) missing.delete(key)
    added.clear()
  }
  return { missing, lookUp, close }
}

async function nextTurn(signal: AbortSignal | undefined): Promise<void> {
  await new Promise(setImmediate)
  signal?.throwIfAborted()
}
