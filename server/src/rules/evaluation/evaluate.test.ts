import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Condition, Rule } from '@countersign/contract/rule/rule.ts'
import { addressOf, conditionOf, ruleOf } from '../../../../test/support/rule-fixtures.ts'
import type { ChainRead, ReadOutcome } from '../chain-read.ts'
import type { Holder, Subject } from '../subject.ts'
import { DELEGATE_REGISTRY } from '../vault/delegation.ts'
import { createEvaluator, type EvaluateOptions } from './evaluate.ts'
import type { Measure } from './measure-result.ts'

const NOW = Date.parse('2026-11-17T12:00:00.000Z')
const LIST = 'lst_01ARZ3NDEKTSV4RRFFQ69G5FAV'
const { erc20, safe, role, list, all, any } = conditionOf

const subjectOf = (...addresses: string[]): Subject => ({
  personId: null,
  role: 'member',
  groupIds: [],
  holders: addresses.map((address) => ({ address, chainId: null, linkedAt: 0, vault: false })),
})

/** A vault on chain 1, of somebody with the wallet `delegate`. */
const vaultOf = (address: string, delegate: string): Holder => ({
  ...{ address, chainId: 1, linkedAt: 0, vault: true },
  delegates: [delegate],
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
      if (outcome.kind === 'no_answer') return { kind: 'unknown', problem: outcome.problem }
      if (outcome.kind !== 'value') return { kind: 'unknown', problem: 'no_code' }
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

describe('blocks that were read before', () => {
  const person = { ...subjectOf(addressOf(1)), personId: 'per_1' }
  const since = (block: number) => ({ since: new Map([['per_1', { 1: block }]]) })
  const decide = (answer: ReadOutcome, block: number, rule = ruleOf(erc20())) =>
    outcomesOf(setUp({ answer: () => answer }), rule, [person], since(block))

  test('make a no below them unknown, and a yes as well', async () => {
    assert.deepEqual(await decide(value(0), 100), ['no'])
    assert.deepEqual(await decide(value(0), 101), ['unknown'])
    assert.deepEqual(await decide(value(10), 100), ['yes'])
    assert.deepEqual(await decide(value(10), 101), ['unknown'])
    const [evaluation] = await setUp().evaluate(ruleOf(erc20()), [person], since(101))
    assert.equal(evaluation?.reasons[0]?.problem, 'network_behind')
  })

  test('make neither a failure nor a missing contract below them an outcome', async () => {
    for (const kind of ['reverted', 'no_code'] as const) {
      const setting = setUp({ answer: () => ({ kind, block: 100 }) })
      const [evaluation] = await setting.evaluate(ruleOf(erc20()), [person], { ...since(101), explain: true })
      assert.equal(evaluation?.outcome, 'unknown')
      assert.deepEqual(evaluation?.blocks, {})
    }
  })

  test('are compared with the head also for conditions on an earlier block', async () => {
    const answer = ({ blocksAgo }: ChainRead): ReadOutcome => ({ kind: 'value', data: '10', block: 100 - blocksAgo })
    const held = ruleOf(erc20(), { heldBlocks: 50 })
    assert.deepEqual(await outcomesOf(setUp({ answer }), held, [person], since(100)), ['yes'])
    assert.deepEqual(await outcomesOf(setUp({ answer }), held, [person], since(101)), ['unknown'])
  })

  test('concern their chain, their person and no condition without a chain', async () => {
    assert.deepEqual(await decide(value(0), 101, ruleOf(erc20({ chainId: 10 }))), ['no'])
    assert.deepEqual(await decide(value(0), 101, ruleOf(all(role('owner'), erc20()))), ['no'])
    const other = { ...person, personId: 'per_2' }
    assert.deepEqual(await outcomesOf(setUp({ answer: () => value(0) }), ruleOf(erc20()), [other], since(101)), ['no'])
  })
})

describe('vaults', () => {
  const [WALLET, VAULT] = [addressOf(1), addressOf(2)]
  const subject = { ...subjectOf(WALLET), holders: [...subjectOf(WALLET).holders, vaultOf(VAULT, WALLET)] }
  const bool = (met: boolean): ReadOutcome => ({
    kind: 'value',
    data: `0x${(met ? '1' : '0').padStart(64, '0')}`,
    block: 100,
  })
  const isRegistry = (read: ChainRead) => read.kind === 'call' && read.to === DELEGATE_REGISTRY
  /** The vault has ten tokens, the wallet none. */
  const withRegistry = (delegation: ReadOutcome, lists = new Map<string, Set<string>>()) =>
    setUp({
      answer: (read) =>
        isRegistry(read) ? delegation : value(read.kind === 'call' && read.data.startsWith(VAULT) ? 10 : 0),
      steps: 1,
      lists,
    })
  const counting = (condition: Condition) => ruleOf(condition, { delegations: true })
  const outcomeOf = async (setting: ReturnType<typeof setUp>, rule: Rule) =>
    (await outcomesOf(setting, rule, [subject]))[0]

  test('count while they delegate to a wallet of the person', async () => {
    assert.equal(await outcomeOf(withRegistry(bool(true)), counting(erc20())), 'yes')
    assert.equal(await outcomeOf(withRegistry(bool(false)), counting(erc20())), 'no')
    assert.equal(await outcomeOf(withRegistry({ kind: 'no_code', block: 100 }), counting(erc20())), 'no')
  })

  test('leave the outcome unknown while the delegation is', async () => {
    const failures: ReadOutcome[] = [
      { kind: 'no_answer', problem: 'network_unavailable' },
      { kind: 'reverted', block: 100 },
      { kind: 'value', data: `0x${'2'.padStart(64, '0')}`, block: 100 },
      { kind: 'value', data: '0x', block: 100 },
    ]
    for (const failure of failures) {
      const setting = withRegistry(failure)
      const [evaluation] = await setting.evaluate(counting(erc20()), [subject])
      const { outcome, reasons } = evaluation ?? assert.fail()
      assert.deepEqual([outcome, reasons[0]?.problem], ['unknown', 'network_unavailable'], failure.kind)
      assert.equal(setting.rounds.length, 1)
    }
  })

  test('do not count when their delegation is missing among the answers', async () => {
    const evaluate = createEvaluator({
      readChain: async (reads) => reads.map((read) => (isRegistry(read) ? undefined : value(10))) as ReadOutcome[], // one is left out
      measure: (_, { vault }, { blocksAgo }, lookUp) => {
        const outcome = lookUp({ chainId: 1, kind: 'balance', address: vault ? VAULT : WALLET, blocksAgo })
        return outcome ? { kind: 'amount', amount: vault ? 10n : 0n, block: 100 } : { kind: 'pending' }
      },
      findLists: async () => new Map(),
      now: () => NOW,
    })
    const outcomes = (await evaluate(counting(erc20()), [subject])).map(({ outcome }) => outcome)
    assert.deepEqual(outcomes, ['unknown'])
  })

  test('are not asked for by rules that do not count them', async () => {
    const setting = withRegistry(bool(true))
    assert.equal(await outcomeOf(setting, ruleOf(erc20())), 'no')
    assert.deepEqual(setting.rounds.flat().filter(isRegistry), [])
  })

  test('are not taken for ones that do not delegate when the delegation is read below a known block', async () => {
    const known = { ...subject, personId: 'per_1' }
    const options = { since: new Map([['per_1', { 1: 101 }]]) }
    const setting = withRegistry(bool(false))
    assert.deepEqual(await outcomesOf(setting, counting(erc20()), [known], options), ['unknown'])
  })

  test('do not add to a maximum that they delegate nothing of', async () => {
    const atMost = erc20({ min: '1', max: '5' })
    const rich = setUp({ answer: (read) => (isRegistry(read) ? bool(false) : value(3)) })
    const [evaluation] = await rich.evaluate(counting(atMost), [subject])
    const [reason] = evaluation?.reasons ?? []
    assert.deepEqual([evaluation?.outcome, reason?.found, reason?.block], ['yes', '3', 100])
  })

  test('are read in the same round as their delegation', async () => {
    const setting = withRegistry(bool(true))
    await outcomeOf(setting, counting(erc20()))
    assert.deepEqual(
      setting.rounds.map((reads) => reads.length),
      [3],
    )
  })

  test('are on no list', async () => {
    const setting = withRegistry(bool(true), new Map([[LIST, new Set([VAULT, `${VAULT}@1`])]]))
    assert.equal(await outcomeOf(setting, counting(list(LIST))), 'no')
    assert.equal(setting.rounds.length, 0)
  })
})

describe('createEvaluator', () => {
  test('answers in the order of the subjects', async () => {
    const answer = (read: ChainRead) => value(read.kind === 'call' && read.data.startsWith(addressOf(2)) ? 10 : 0)
    const subjects = [subjectOf(addressOf(1)), subjectOf(addressOf(2)), subjectOf()]
    assert.deepEqual(await outcomesOf(setUp({ answer }), ruleOf(erc20()), subjects), ['no', 'yes', 'no'])
    assert.deepEqual(await setUp().evaluate(ruleOf(erc20()), []), [])
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

  test('is unknown after ten rounds', async () => {
    const setting = setUp({ steps: 11 })
    const [evaluation] = await setting.evaluate(ruleOf(safe()), [subjectOf(addressOf(1))])
    assert.deepEqual([evaluation?.outcome, evaluation?.reasons[0]?.problem], ['unknown', 'too_many_items'])
    assert.equal(setting.rounds.length, 10)
    assert.deepEqual(await outcomesOf(setUp({ steps: 10 }), ruleOf(safe()), [subjectOf(addressOf(1))]), ['yes'])
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

  test('reads nothing more for a decided subject while another is open', async () => {
    const [rich, poor] = [addressOf(1), addressOf(2)]
    const answer = (read: ChainRead) => value(read.kind === 'call' && read.data.startsWith(rich) ? 10 : 0)
    const setting = setUp({ answer, steps: 3 })
    const outcomes = await outcomesOf(setting, ruleOf(any(erc20(), safe())), [subjectOf(rich), subjectOf(poor)])
    assert.deepEqual(outcomes, ['yes', 'yes'])
    assert.deepEqual(
      setting.rounds.map((reads) => reads.map((read) => read.kind === 'call' && read.data)),
      [[`${rich}/0`, `${rich}/0`, `${poor}/0`, `${poor}/0`], [`${poor}/1`], [`${poor}/2`]],
    )
  })

  test('keeps a read that an open subject shares with a decided one', async () => {
    const [listed, shared] = [addressOf(1), addressOf(2)]
    const setting = setUp({ lists: new Map([[LIST, new Set([listed])]]) })
    const rule = ruleOf(any(list(LIST), erc20()), { wallets: 'each' })
    const outcomes = await outcomesOf(setting, rule, [subjectOf(shared), subjectOf(listed, shared)])
    assert.deepEqual(outcomes, ['yes', 'yes'])
    assert.deepEqual(
      setting.rounds.map((reads) => reads.length),
      [1],
    )
  })

  test('pins the blocks of one evaluation', async () => {
    const pinned: ChainRead[][] = []
    const pin = () => async (reads: readonly ChainRead[]) => {
      pinned.push([...reads])
      return reads.map(() => value(10))
    }
    const readChain = Object.assign(() => assert.fail('not pinned'), { pin })
    const evaluate = createEvaluator({
      readChain,
      measure: measureIn(2),
      findLists: async () => new Map(),
      now: () => NOW,
    })
    await evaluate(ruleOf(safe()), [subjectOf(addressOf(1))])
    assert.equal(pinned.length, 2)
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
    assert.deepEqual(await outcomesOf(setting, ruleOf(any(list(LIST), all(list(LIST), role('owner')))), subjects), [
      'yes',
      'no',
    ])
    assert.deepEqual(setting.listIds, [[LIST]])
    assert.equal(setting.rounds.length, 0)
  })

  test('stops within 500 subjects when the signal aborts', async () => {
    const subjects = Array.from({ length: 500 }, (_, index) => subjectOf(addressOf(index + 1)))
    const signal = AbortSignal.abort(new Error('too late'))
    const evaluate = (count: number) => setUp().evaluate(ruleOf(erc20()), subjects.slice(0, count), { signal })
    await assert.rejects(evaluate(500), { message: 'too late' })
    assert.equal((await evaluate(499)).length, 499)
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
