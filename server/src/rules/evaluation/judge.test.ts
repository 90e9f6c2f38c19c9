import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ChainCondition, Condition, Rule } from '@countersign/contract/rule/rule.ts'
import { addressOf, conditionOf, ruleOf } from '../../../../test/support/rule-fixtures.ts'
import type { Holder, Subject } from '../subject.ts'
import { judge, summarize } from './judge.ts'
import type { Facts } from './judge-leaf.ts'
import type { MeasureResult } from './measure-result.ts'
import { planRule } from './rule-plan.ts'

const NOW = Date.parse('2026-11-17T12:00:00.000Z')
const HOUR = 3_600_000
const LIST = 'lst_01ARZ3NDEKTSV4RRFFQ69G5FAV'
const GROUP = 'grp_01ARZ3NDEKTSV4RRFFQ69G5FAV'
const [A, B, C] = [addressOf(1), addressOf(2), addressOf(3)] as const
const { erc20, erc721, erc721Token, safe, role, window, list, all, any, atLeast, not } = conditionOf

const holderOf = (address: string, fields: Partial<Holder> = {}): Holder => ({
  address,
  chainId: null,
  linkedAt: 0,
  vault: false,
  ...fields,
})

const subjectOf = (holders: Holder[], fields: Partial<Subject> = {}): Subject => ({
  personId: 'per_1',
  role: 'member',
  groupIds: [],
  holders,
  ...fields,
})

const amount = (value: number): MeasureResult => ({ kind: 'amount', amount: BigInt(value), block: 100 })
const met = (value: boolean): MeasureResult => ({ kind: 'met', met: value, block: 100 })
const UNKNOWN: MeasureResult = { kind: 'unknown', problem: 'network_unavailable' }
const PENDING: MeasureResult = { kind: 'pending' }

type Options = { measure?: Facts['measure']; lists?: Facts['lists']; explain?: boolean; now?: number }

function judgeRule(rule: Rule, subject: Subject, options: Options = {}) {
  const { measure = () => assert.fail('no chain is needed'), lists = new Map(), explain = true, now = NOW } = options
  const [plan, facts] = [planRule(rule), { measure, lists, explain, now }]
  const judgement = judge(plan, subject, facts)
  return { ...summarize(judgement, { plan, subject, facts }), settled: judgement.settled }
}

const outcomeOf = (condition: Condition, subject: Subject, options?: Options) =>
  judgeRule(ruleOf(condition), subject, options).outcome

/** Measurements by address. */
const measureBy =
  (found: Record<string, MeasureResult>): Facts['measure'] =>
  (_, { address }) =>
    found[address] ?? assert.fail(address)

describe('local conditions', () => {
  test('compares the role exactly', () => {
    assert.equal(outcomeOf(role('admin', 'owner'), subjectOf([], { role: 'owner' })), 'yes')
    assert.equal(outcomeOf(role('admin'), subjectOf([], { role: 'owner' })), 'no')
    assert.equal(outcomeOf(role('member'), subjectOf([], { role: null })), 'no')
  })

  test('looks for the group among those of the person', () => {
    const condition: Condition = { kind: 'group', groupId: GROUP }
    assert.equal(outcomeOf(condition, subjectOf([], { groupIds: [GROUP] })), 'yes')
    assert.equal(outcomeOf(condition, subjectOf([])), 'no')
  })

  test('includes the start of a time window and excludes its end', () => {
    const at = (hours: number) => new Date(NOW + hours * HOUR).toISOString()
    assert.equal(outcomeOf(window(at(0), at(1)), subjectOf([])), 'yes')
    assert.equal(outcomeOf(window(at(-1), at(0)), subjectOf([])), 'no')
    assert.equal(outcomeOf(window(null, at(1)), subjectOf([])), 'yes')
    assert.equal(outcomeOf(window(at(1), null), subjectOf([])), 'no')
    assert.equal(outcomeOf(window(at(-1), null), subjectOf([])), 'yes')
    assert.equal(outcomeOf(window(null, at(0)), subjectOf([])), 'no')
  })

  test('tells key wallets from contract wallets and ignores vaults', () => {
    const kind = (wallet: 'key' | 'contract'): Condition => ({ kind: 'wallet_kind', wallet })
    const withVault = ruleOf(kind('contract'), { delegations: true })
    assert.equal(outcomeOf(kind('key'), subjectOf([holderOf(A)])), 'yes')
    assert.equal(outcomeOf(kind('contract'), subjectOf([holderOf(A)])), 'no')
    assert.equal(outcomeOf(kind('contract'), subjectOf([holderOf(A, { chainId: 10 })])), 'yes')
    assert.equal(judgeRule(withVault, subjectOf([holderOf(A, { chainId: 1, vault: true })])).outcome, 'no')
  })

  test('ignores vaults on a list, whose delegation nobody has checked', () => {
    const lists = new Map([[LIST, new Set([A, `${A}@10`])]])
    const rule = ruleOf(list(LIST), { delegations: true })
    assert.equal(judgeRule(rule, subjectOf([holderOf(A, { chainId: 10, vault: true })]), { lists }).outcome, 'no')
  })

  test('matches a list entry without chain with key wallets only', () => {
    const lists = new Map([[LIST, new Set([A, `${B}@10`])]])
    const outcome = (holder: Holder) => outcomeOf(list(LIST), subjectOf([holder]), { lists })
    assert.equal(outcome(holderOf(A)), 'yes')
    assert.equal(outcome(holderOf(A, { chainId: 10 })), 'no')
    assert.equal(outcome(holderOf(B, { chainId: 10 })), 'yes')
    assert.equal(outcome(holderOf(B, { chainId: 1 })), 'no')
    assert.equal(outcome(holderOf(B)), 'no')
  })

  test('counts a wallet of another chain family for lists and as a key, and for no condition on a chain', () => {
    const solana = holderOf('7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV', { family: 'solana' })
    const lists = new Map([[LIST, new Set([solana.address])]])
    assert.equal(outcomeOf(list(LIST), subjectOf([solana]), { lists }), 'yes')
    assert.equal(outcomeOf({ kind: 'wallet_kind', wallet: 'key' }, subjectOf([solana])), 'yes')
    assert.equal(outcomeOf({ kind: 'wallet_kind', wallet: 'contract' }, subjectOf([solana])), 'no')
    const measured: string[] = []
    const measure: Facts['measure'] = (_, { address }) => {
      measured.push(address)
      return amount(0)
    }
    assert.equal(outcomeOf(erc20(), subjectOf([solana, holderOf(A)]), { measure }), 'no')
    assert.deepEqual(measured, [A])
  })

  test('does not conclude anything from a missing list, not even below not', () => {
    assert.equal(outcomeOf(list(LIST), subjectOf([holderOf(A)])), 'unknown')
    assert.equal(outcomeOf(not(list(LIST)), subjectOf([holderOf(A)])), 'unknown')
    assert.equal(outcomeOf(not(list(LIST)), subjectOf([holderOf(A)]), { lists: new Map([[LIST, new Set()]]) }), 'yes')
  })
})

describe('wallets together', () => {
  const both = subjectOf([holderOf(A), holderOf(B)])

  test('adds amounts and reports what was found', () => {
    const { outcome, reasons, blocks } = judgeRule(ruleOf(erc20({ min: '10' })), both, {
      measure: measureBy({ [A]: amount(4), [B]: { kind: 'amount', amount: 6n, block: 99 } }),
    })
    assert.equal(outcome, 'yes')
    assert.deepEqual(reasons, [
      { path: '/condition', outcome: 'yes', problem: null, found: '10', wallets: [A, B], block: 99 },
    ])
    assert.deepEqual(blocks, { 1: 99 })
  })

  const sums: [string, MeasureResult, MeasureResult, string | null, 'yes' | 'no' | 'unknown'][] = [
    ['too little', amount(4), amount(5), null, 'no'],
    ['enough', amount(4), amount(6), null, 'yes'],
    ['enough, with an unknown part', amount(10), UNKNOWN, null, 'yes'],
    ['too little, with an unknown part', amount(9), UNKNOWN, null, 'unknown'],
    ['within the range', amount(10), amount(5), '20', 'yes'],
    ['within the range, with an unknown part', amount(15), UNKNOWN, '20', 'unknown'],
    ['at the maximum', amount(15), amount(5), '20', 'yes'],
    ['above the maximum', amount(15), amount(6), '20', 'no'],
    ['above the maximum, with an unknown part', amount(21), UNKNOWN, '20', 'no'],
    ['nothing known', UNKNOWN, UNKNOWN, null, 'unknown'],
  ]
  for (const [name, a, b, max, expected] of sums)
    test(`an amount that is ${name} gives ${expected}`, () => {
      const measure = measureBy({ [A]: a, [B]: b })
      assert.equal(outcomeOf(erc20({ max }), both, { measure }), expected)
    })

  test('is met if one wallet meets a condition without an amount', () => {
    const outcome = (a: MeasureResult, b: MeasureResult) =>
      outcomeOf(safe(), both, { measure: measureBy({ [A]: a, [B]: b }) })
    assert.equal(outcome(met(false), met(true)), 'yes')
    assert.equal(outcome(met(false), met(false)), 'no')
    assert.equal(outcome(UNKNOWN, met(true)), 'yes')
    assert.equal(outcome(UNKNOWN, met(false)), 'unknown')
  })

  test('names the problem of what could not be checked', () => {
    const measure = measureBy({ [A]: amount(1), [B]: { kind: 'unknown', problem: 'no_code' } })
    assert.deepEqual(judgeRule(ruleOf(erc20()), both, { measure }).reasons, [
      { path: '/condition', outcome: 'unknown', problem: 'no_code', found: null, wallets: [A, B], block: 100 },
    ])
  })

  test('counts a contract wallet on its own chain only', () => {
    const subject = subjectOf([holderOf(A), holderOf(B, { chainId: 10 })])
    const measure = measureBy({ [A]: amount(1), [B]: amount(50) })
    assert.deepEqual(judgeRule(ruleOf(erc20()), subject, { measure }).reasons[0]?.wallets, [A])
    assert.equal(outcomeOf(erc20(), subject, { measure }), 'no')
    assert.equal(outcomeOf(erc20({ chainId: 10 }), subject, { measure }), 'yes')
  })

  test('counts an address once, even if it is both a wallet and a vault', () => {
    const subject = subjectOf([holderOf(A), holderOf(A, { chainId: 1, vault: true })])
    const rule = ruleOf(erc20({ min: '10' }), { delegations: true })
    const { outcome, reasons } = judgeRule(rule, subject, { measure: measureBy({ [A]: amount(5) }) })
    assert.deepEqual([outcome, reasons[0]?.found, reasons[0]?.wallets], ['no', '5', [A]])
  })

  test('finds nothing for a subject without wallets', () => {
    const { outcome, reasons, settled } = judgeRule(ruleOf(erc20()), subjectOf([]))
    assert.deepEqual([outcome, settled], ['no', true])
    assert.deepEqual(reasons, [
      { path: '/condition', outcome: 'no', problem: null, found: '0', wallets: [], block: null },
    ])
  })
})

describe('wallets each', () => {
  const subject = subjectOf([holderOf(A), holderOf(B)])
  const condition = all(erc20({ min: '10' }), safe())
  const measure = (facts: Record<string, [MeasureResult, MeasureResult]>): Facts['measure'] => {
    return ({ kind }, { address }) => facts[address]?.[kind === 'erc20_balance' ? 0 : 1] ?? assert.fail(address)
  }
  const judgeEach = (facts: Record<string, [MeasureResult, MeasureResult]>) =>
    judgeRule(ruleOf(condition, { wallets: 'each' }), subject, { measure: measure(facts) })

  test('requires one wallet to meet the whole rule alone', () => {
    assert.equal(judgeEach({ [A]: [amount(10), met(false)], [B]: [amount(0), met(true)] }).outcome, 'no')
    assert.equal(judgeEach({ [A]: [amount(10), met(false)], [B]: [amount(10), met(true)] }).outcome, 'yes')
    assert.equal(judgeEach({ [A]: [amount(10), UNKNOWN], [B]: [amount(0), met(true)] }).outcome, 'unknown')
    assert.equal(judgeEach({ [A]: [amount(10), UNKNOWN], [B]: [amount(10), met(true)] }).outcome, 'yes')
  })

  test('gives the reasons of the wallet that comes closest', () => {
    const { reasons } = judgeEach({ [A]: [amount(0), met(false)], [B]: [amount(3), met(true)] })
    assert.deepEqual(
      reasons.map(({ outcome, found, wallets }) => [outcome, found, wallets]),
      [
        ['no', '3', [B]],
        ['yes', null, [B]],
      ],
    )
  })

  test('is not met without wallets, unless the person alone decides it', () => {
    const rule = (root: Condition) => ruleOf(root, { wallets: 'each' })
    assert.equal(judgeRule(rule(not(erc20())), subjectOf([])).outcome, 'no')
    assert.equal(judgeRule(rule(any(role('member'), erc20())), subjectOf([])).outcome, 'yes')
    assert.equal(judgeRule(rule(all(role('owner'), erc20())), subjectOf([])).outcome, 'no')
  })
})

describe('which holders count', () => {
  test('counts vaults only in rules with delegations', () => {
    const subject = subjectOf([holderOf(A), holderOf(B, { chainId: 1, vault: true })])
    const measure = measureBy({ [A]: amount(0), [B]: amount(10) })
    assert.equal(judgeRule(ruleOf(erc20()), subject, { measure }).outcome, 'no')
    assert.equal(judgeRule(ruleOf(erc20(), { delegations: true }), subject, { measure }).outcome, 'yes')
  })

  test('counts a wallet once it has been linked for the hours of the rule', () => {
    const subject = subjectOf([holderOf(A, { linkedAt: NOW - 24 * HOUR })])
    const measure = measureBy({ [A]: amount(10) })
    const rule = ruleOf(erc20(), { linkedHours: 24 })
    assert.equal(judgeRule(rule, subject, { measure }).outcome, 'yes')
    assert.equal(judgeRule(rule, subject, { measure, now: NOW - 1 }).outcome, 'no')
  })
})

describe('held blocks', () => {
  const rule = (fields = {}) => ruleOf(erc20({ min: '10', ...fields }), { heldBlocks: 50 })
  const at =
    (now: MeasureResult, before: MeasureResult): Facts['measure'] =>
    (_, __, { blocksAgo }) =>
      blocksAgo === 0 ? now : blocksAgo === 50 ? before : assert.fail()
  const judgeHeld = (now: MeasureResult, before: MeasureResult, fields = {}) => {
    const { outcome, reasons } = judgeRule(rule(fields), subjectOf([holderOf(A)]), { measure: at(now, before) })
    return [outcome, reasons[0]?.found]
  }

  test('requires the amount now and before, and reports the lower one', () => {
    assert.deepEqual(judgeHeld(amount(20), amount(12)), ['yes', '12'])
    assert.deepEqual(judgeHeld(amount(12), amount(20)), ['yes', '12'])
    assert.deepEqual(judgeHeld(amount(20), amount(3)), ['no', '3'])
    assert.deepEqual(judgeHeld(amount(0), amount(12)), ['no', '0'])
  })

  test('is unknown if only one of the two is known to hold', () => {
    assert.deepEqual(judgeHeld(amount(20), UNKNOWN), ['unknown', null])
    assert.deepEqual(judgeHeld(UNKNOWN, amount(20)), ['unknown', null])
    assert.deepEqual(judgeHeld(UNKNOWN, amount(1)), ['no', '1'])
  })

  test('reports the amount above the maximum', () => {
    assert.deepEqual(judgeHeld(amount(30), amount(12), { max: '20' }), ['no', '30'])
  })

  test('adds the wallets at each block, so that moving tokens between them changes nothing', () => {
    const measure: Facts['measure'] = (_, { address }, { blocksAgo }) =>
      amount((address === A) === (blocksAgo === 0) ? 10 : 0)
    assert.equal(judgeRule(rule(), subjectOf([holderOf(A), holderOf(B)]), { measure }).outcome, 'yes')
  })
})

describe('combinations', () => {
  const leaf = (value: 'yes' | 'no' | 'unknown', index: number) =>
    safe({ contract: addressOf({ yes: 0x1000, no: 0x2000, unknown: 0x3000 }[value] + index) })
  const measure = ({ contract }: ChainCondition & { contract?: string }): MeasureResult => {
    const group = Number(contract) >> 12
    return group === 3 ? UNKNOWN : met(group === 1)
  }
  const outcome = (root: Condition) =>
    outcomeOf(root, subjectOf([holderOf(A)]), { measure: measure as Facts['measure'] })
  const [yes, no, unknown] = [leaf('yes', 1), leaf('no', 1), leaf('unknown', 1)]

  test('follow three-valued logic', () => {
    assert.equal(outcome(all(yes, unknown)), 'unknown')
    assert.equal(outcome(all(no, unknown)), 'no')
    assert.equal(outcome(any(yes, unknown)), 'yes')
    assert.equal(outcome(any(no, unknown)), 'unknown')
    assert.equal(outcome(not(unknown)), 'unknown')
    assert.equal(outcome(not(yes)), 'no')
    assert.equal(outcome(atLeast(2, yes, yes, unknown)), 'yes')
    assert.equal(outcome(atLeast(2, yes, no, unknown)), 'unknown')
    assert.equal(outcome(atLeast(2, no, no, unknown)), 'no')
  })

  test('of nothing are not met', () => {
    assert.equal(outcome(all()), 'no')
    assert.equal(outcome(any()), 'no')
  })

  test('give reasons in order of the tree', () => {
    const { reasons } = judgeRule(ruleOf(all(any(yes, no), not(unknown))), subjectOf([holderOf(A)]), {
      measure: measure as Facts['measure'],
    })
    assert.deepEqual(
      reasons.map(({ path, outcome }) => [path, outcome]),
      [
        ['/condition/conditions/0/conditions/0', 'yes'],
        ['/condition/conditions/0/conditions/1', 'no'],
        ['/condition/conditions/1/condition', 'unknown'],
      ],
    )
  })
})

describe('what is measured', () => {
  const subject = subjectOf([holderOf(A)])

  test('leaves out chain conditions that local conditions make irrelevant', () => {
    const { outcome, reasons, settled } = judgeRule(ruleOf(all(role('owner'), erc20())), subject, { explain: false })
    assert.deepEqual([outcome, settled, reasons.map(({ path }) => path)], ['no', true, ['/condition/conditions/0']])
  })

  test('leaves them out below a combination that is decided', () => {
    const rule = ruleOf(all(any(role('member'), erc20()), safe()))
    const measure: Facts['measure'] = ({ kind }) => (kind === 'safe_owner' ? met(true) : assert.fail(kind))
    const { outcome, reasons } = judgeRule(rule, subject, { explain: false, measure })
    assert.deepEqual([outcome, reasons.length], ['yes', 2])
  })

  test('measures everything to explain', () => {
    const { outcome, reasons } = judgeRule(ruleOf(all(role('owner'), erc20())), subject, { measure: () => amount(3) })
    assert.deepEqual([outcome, reasons.map(({ found }) => found)], ['no', [null, '3']])
  })

  test('is settled as soon as pending reads change nothing', () => {
    const rule = ruleOf(any(erc20(), safe()))
    const measure: Facts['measure'] = ({ kind }) => (kind === 'safe_owner' ? PENDING : amount(10))
    const decided = judgeRule(rule, subject, { explain: false, measure })
    assert.deepEqual([decided.outcome, decided.settled, decided.reasons.length], ['yes', true, 1])
    assert.equal(judgeRule(rule, subject, { explain: true, measure }).settled, false)
    const open = judgeRule(rule, subject, { explain: false, measure: () => PENDING })
    assert.deepEqual([open.outcome, open.settled], ['unknown', false])
  })
})

describe('seats', () => {
  const withTokens = (...tokens: string[]): MeasureResult => ({ ...amount(tokens.length), tokens }) as MeasureResult
  const rule = (root: Condition, fields: Partial<Rule> = {}) => ruleOf(root, { seats: true, ...fields })
  const token = (tokenId: string) => ({ chainId: 1, contract: addressOf(0x721), tokenId })

  test('lists the tokens of all wallets, each once', () => {
    const subject = subjectOf([holderOf(A), holderOf(B), holderOf(C)])
    const found = { [A]: withTokens('1', '7'), [B]: withTokens('2'), [C]: withTokens() }
    const measure: Facts['measure'] = (condition, { address }, options) => {
      assert.equal(options.withTokens, true)
      return condition.kind === 'erc721_token' ? met(address === A) : (found[address] ?? assert.fail())
    }
    const { tokens } = judgeRule(rule(any(erc721(), erc721Token())), subject, { measure })
    assert.deepEqual(tokens, [token('1'), token('7'), token('2')])
  })

  test('needs the tokens of all wallets before it is settled', () => {
    const measure = measureBy({ [A]: withTokens('1'), [B]: PENDING })
    const subject = subjectOf([holderOf(A), holderOf(B)])
    const judged = judgeRule(rule(erc721()), subject, { measure, explain: false })
    assert.deepEqual([judged.outcome, judged.settled], ['yes', false])
  })

  test('knows that tokens are missing where a network does not respond', () => {
    const subject = subjectOf([holderOf(A), holderOf(B)])
    const partialWith = (other: MeasureResult) =>
      judgeRule(rule(erc721()), subject, { measure: measureBy({ [A]: withTokens('1'), [B]: other }) }).partial
    for (const problem of ['network_missing', 'network_unavailable', 'network_behind', 'endpoints_disagree'] as const)
      assert.equal(partialWith({ kind: 'unknown', problem }), true, problem)
    assert.equal(partialWith({ kind: 'unknown', problem: 'too_many_items' }), undefined)
    assert.equal(partialWith(withTokens()), undefined)
  })

  test('lists no tokens of conditions below not, of other rules, or without a yes', () => {
    const subject = subjectOf([holderOf(A)])
    const measure: Facts['measure'] = (_, __, options) => (options.withTokens ? withTokens('1') : amount(1))
    assert.deepEqual(judgeRule(ruleOf(erc721()), subject, { measure }).tokens, [])
    assert.deepEqual(judgeRule(rule(not(not(erc721()))), subject, { measure }).tokens, [token('1')])
    assert.deepEqual(judgeRule(rule(any(role('member'), not(erc721()))), subject, { measure }).tokens, [])
    assert.deepEqual(judgeRule(rule(all(role('owner'), erc721())), subject, { measure }).tokens, [])
  })

  test('lists no tokens of somebody who meets the rule without them, explained or not', () => {
    const measure: Facts['measure'] = ({ kind }) => (kind === 'safe_owner' ? met(true) : withTokens('1'))
    const subject = subjectOf([holderOf(A)])
    for (const explain of [true, false])
      for (const other of [role('member'), safe()]) {
        const { outcome, tokens } = judgeRule(rule(any(erc721(), other)), subject, { measure, explain })
        assert.deepEqual({ outcome, tokens }, { outcome: 'yes', tokens: [] })
      }
    assert.deepEqual(judgeRule(rule(all(erc721(), safe())), subject, { measure }).tokens, [token('1')])
  })

  test('reads tokens at the head only', () => {
    const asked: [number, boolean][] = []
    const measure: Facts['measure'] = (_, __, { blocksAgo, withTokens: tokens }) => {
      asked.push([blocksAgo, tokens])
      return tokens ? withTokens('1') : amount(1)
    }
    const { tokens } = judgeRule(rule(erc721(), { heldBlocks: 9 }), subjectOf([holderOf(A)]), { measure })
    assert.deepEqual(tokens, [token('1')])
    assert.deepEqual(asked, [
      [0, true],
      [9, false],
    ])
  })

  test('lists the tokens of wallets that meet the rule alone', () => {
    const subject = subjectOf([holderOf(A), holderOf(B)])
    const measure: Facts['measure'] = ({ kind }, { address }) =>
      kind === 'safe_owner' ? met(address === B) : withTokens(address === A ? '1' : '2')
    const { tokens } = judgeRule(rule(all(erc721(), safe()), { wallets: 'each' }), subject, { measure })
    assert.deepEqual(tokens, [token('2')])
  })
})

describe('validUntil', () => {
  const at = (hours: number) => new Date(NOW + hours * HOUR).toISOString()
  const validUntil = (rule: Rule, holders: Holder[] = []) =>
    judgeRule(rule, subjectOf(holders), { measure: () => amount(0) }).validUntil

  test('is the next border of a time window', () => {
    assert.equal(validUntil(ruleOf(window(at(-2), at(3)))), NOW + 3 * HOUR)
    assert.equal(validUntil(ruleOf(any(window(at(2), at(3)), window(null, at(5))))), NOW + 2 * HOUR)
    assert.equal(validUntil(ruleOf(window(at(-2), at(-1)))), null)
  })

  test('is when a wallet begins to count', () => {
    const rule = ruleOf(erc20(), { linkedHours: 24 })
    const young = holderOf(A, { linkedAt: NOW - 23 * HOUR })
    const vault = holderOf(B, { linkedAt: NOW - 23.5 * HOUR, vault: true })
    assert.equal(validUntil(rule, [young, vault, holderOf(C, { linkedAt: NOW - 90 * HOUR })]), NOW + HOUR)
    assert.equal(validUntil({ ...rule, delegations: true }, [young, vault]), NOW + 0.5 * HOUR)
    assert.equal(validUntil(ruleOf(erc20()), [young]), null)
  })
})
