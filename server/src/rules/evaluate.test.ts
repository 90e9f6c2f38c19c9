import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Rule } from '@countersign/contract/rule/rule.ts'
import { addressOf, conditionOf, ruleOf } from '../../../test/support/rule-fixtures.ts'
import type { ChainRead, ReadOutcome } from './chain-read.ts'
import { createEvaluator, type EvaluateOptions } from './evaluate.ts'
import type { Measure } from './measured.ts'
import type { Subject } from './subject.ts'

const NOW = Date.parse('2026-11-17T12:00:00.000Z')
const LIST = 'lst_01ARZ3NDEKTSV4RRFFQ69G5FAV'
const { erc20, safe, role, list, all, any } = conditionOf

const subjectOf = (...addresses: string[]): Subject => ({
  personId: null,
  role: 'member',
  groupIds: [],
  holders: addresses.map((address) => ({ address, chainId: null, linkedAt: 0, vault: false })),
})

const value = (amount: number): ReadOutcome => ({ kind: 'value', data: String(amount), block: 100 })

/** Balances in one read; Safe owners in `steps` reads, each of which needs the one before. */
const measureIn =
  (steps: number): Measure =>
  (condition, { address }, { blocksAgo }, lookUp) => {
    const to = 'contract' in condition ? condition.contract : assert.fail(condition.kind)
    const read = (step: number) =>
      lookUp({ chainId: condition.chainId, kind: 'call', to, data: `${address}/${step}`, blocksAgo })
    if (condition.kind === 'erc20_balance') {
      const outcome = read(0)
      if (!outcome) return { kind: 'pending' }
      if (outcome.kind !== 'value') return { kind: 'unknown', problem: 'network_unavailable' }
      return { kind: 'amount', amount: BigInt(outcome.data), block: outcome.block }
    }
    for (let step = 0; step < steps; step++) if (!read(step)) return { kind: 'pending' }
    return { kind: 'met', met: true, block: 100 }
  }

type Setting = { answer?: (read: ChainRead) => ReadOutcome; steps?: number; lists?: Map<string, Set<string>> }

function setUp({ answer = () => value(10), steps = 2, lists = new Map() }: Setting = {}) {
  const rounds: ChainRead[][] = []
  const listIds: string[][] = []
  const evaluate = createEvaluator({
    readChain: async (reads) => {
      rounds.push([...reads])
      return reads.map(answer)
    },
    measure: measureIn(steps),
    findLists: async (ids) => {
      listIds.push([...ids])
      return lists
    },
    now: () => NOW,
  })
  return { evaluate, rounds, listIds }
}

const outcomesOf = async (
  setting: ReturnType<typeof setUp>,
  rule: Rule,
  subjects: Subject[],
  options?: EvaluateOptions,
) => (await setting.evaluate(rule, subjects, options)).map(({ outcome }) => outcome)

describe('createEvaluator', () => {
  test('answers in the order of the subjects', async () => {
    const answer = (read: ChainRead) => value(read.kind === 'call' && read.data.startsWith(addressOf(2)) ? 10 : 0)
    const subjects = [subjectOf(addressOf(1)), subjectOf(addressOf(2)), subjectOf()]
    assert.deepEqual(await outcomesOf(setUp({ answer }), ruleOf(erc20()), subjects), ['no', 'yes', 'no'])
  })

  test('reads everything that is missing at once, and nothing twice', async () => {
    const setting = setUp()
    const rule = ruleOf(all(erc20({ min: '1' }), erc20({ min: '2' }), erc20({ chainId: 10 })))
    await outcomesOf(setting, rule, [subjectOf(addressOf(1), addressOf(2)), subjectOf(addressOf(1))])
    assert.deepEqual(
      setting.rounds.map((reads) => reads.length),
      [4],
    )
  })

  test('reads in rounds when a read needs the answer to another', async () => {
    const setting = setUp({ steps: 3 })
    assert.deepEqual(await outcomesOf(setting, ruleOf(safe()), [subjectOf(addressOf(1))]), ['yes'])
    assert.equal(setting.rounds.length, 3)
  })

  test('is unknown after six rounds', async () => {
    const setting = setUp({ steps: 7 })
    const [evaluation] = await setting.evaluate(ruleOf(safe()), [subjectOf(addressOf(1))])
    assert.deepEqual([evaluation?.outcome, evaluation?.reasons[0]?.problem], ['unknown', 'too_many_items'])
    assert.equal(setting.rounds.length, 6)
    assert.deepEqual(await outcomesOf(setUp({ steps: 6 }), ruleOf(safe()), [subjectOf(addressOf(1))]), ['yes'])
  })

  test('stops reading for a subject as soon as the outcome is decided', async () => {
    const setting = setUp({ steps: 3 })
    await outcomesOf(setting, ruleOf(any(erc20(), safe())), [subjectOf(addressOf(1))])
    assert.deepEqual(
      setting.rounds.map((reads) => reads.length),
      [2],
    )
  })

  test('reads nothing for a subject whom a local condition refuses, unless explained', async () => {
    const setting = setUp({ steps: 1 })
    const rule = ruleOf(all(role('owner'), safe()))
    const [brief] = await setting.evaluate(rule, [subjectOf(addressOf(1))])
    assert.deepEqual([brief?.outcome, brief?.reasons.length, setting.rounds.length], ['no', 1, 0])
    const [full] = await setting.evaluate(rule, [subjectOf(addressOf(1))], { explain: true })
    assert.deepEqual([full?.outcome, full?.reasons.map(({ outcome }) => outcome)], ['no', ['no', 'yes']])
  })

  test('says yes or no to nobody while the network does not answer', async () => {
    const setting = setUp({ answer: () => ({ kind: 'no_answer', problem: 'network_unavailable' }) })
    const subjects = Array.from({ length: 1000 }, (_, index) => subjectOf(addressOf(index + 1)))
    const outcomes = await outcomesOf(setting, ruleOf(erc20()), subjects)
    assert.deepEqual([...new Set(outcomes)], ['unknown'])
    assert.equal(setting.rounds.length, 1)
  })

  test('does not ask for ever when the node leaves out answers', async () => {
    const evaluate = createEvaluator({
      readChain: async () => [],
      measure: measureIn(1),
      findLists: async () => new Map(),
      now: () => NOW,
    })
    const [evaluation] = await evaluate(ruleOf(erc20()), [subjectOf(addressOf(1))])
    assert.equal(evaluation?.outcome, 'unknown')
  })

  test('finds each list of the rule once', async () => {
    const setting = setUp({ lists: new Map([[LIST, new Set([addressOf(1)])]]) })
    const subjects = [subjectOf(addressOf(1)), subjectOf(addressOf(2))]
    assert.deepEqual(await outcomesOf(setting, ruleOf(any(list(LIST), all(list(LIST)))), subjects), ['yes', 'no'])
    assert.deepEqual(setting.listIds, [[LIST]])
    assert.equal(setting.rounds.length, 0)
  })

  test('stops when the signal aborts', async () => {
    const subjects = Array.from({ length: 600 }, (_, index) => subjectOf(addressOf(index + 1)))
    const signal = AbortSignal.abort(new Error('too late'))
    await assert.rejects(setUp().evaluate(ruleOf(erc20()), subjects, { signal }), { message: 'too late' })
  })

  test('reads three conditions of 10,000 people in one round', async () => {
    const setting = setUp({ steps: 1 })
    const subjects = Array.from({ length: 10_000 }, (_, index) => subjectOf(addressOf(index + 1)))
    const rule = ruleOf(all(erc20(), safe(), erc20({ chainId: 10 })))
    const outcomes = await outcomesOf(setting, rule, subjects)
    assert.deepEqual([...new Set(outcomes)], ['yes'])
    assert.deepEqual([setting.rounds.length, setting.rounds[0]?.length], [1, 30_000])
  })
})
