import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Condition, Rule } from '@countersign/contract/rule/rule.ts'
import { addressOf, conditionOf, ruleOf } from '../../../../test/support/rule-fixtures.ts'
import type { Holder } from '../subject.ts'
import { type Facts, judgeChainLeaf, judgeLocalLeaf } from './judge-leaf.ts'
import type { MeasureResult } from './measure-result.ts'
import { planRule } from './rule-plan.ts'

const [A, B] = [addressOf(1), addressOf(2)]
const LIST = 'lst_01ARZ3NDEKTSV4RRFFQ69G5FAV'
const { erc20, erc721, erc721Token, list, role } = conditionOf

const holders: Holder[] = [A, B].map((address) => ({ address, chainId: null, linkedAt: 0, vault: false }))
const leafOf = (condition: Condition, fields: Partial<Rule> = {}) =>
  planRule(ruleOf(condition, fields)).leaves[0] ?? assert.fail()
const factsWith = (measure: Facts['measure']): Facts => ({ now: 0, lists: new Map(), measure })

const amount = (value: number, block = 100, tokens?: string[]): MeasureResult => ({
  ...{ kind: 'amount', amount: BigInt(value), block },
  ...(tokens && { tokens }),
})
const met = (value: boolean): MeasureResult => ({ kind: 'met', met: value, block: 100 })
const OUTAGE: MeasureResult = { kind: 'unknown', problem: 'network_behind' }
const PENDING: MeasureResult = { kind: 'pending' }

const LOCAL = { pending: false, problem: null, found: null, wallets: [], block: null, tokens: [], partial: false }

describe('judgeLocalLeaf', () => {
  const subject = { personId: 'per_1', role: 'member' as const, groupIds: [], holders }
  const judge = (condition: Condition) =>
    judgeLocalLeaf(leafOf(condition), { subject, holders, facts: factsWith(() => assert.fail()) })

  test('reads no chain', () => {
    assert.deepEqual(judge(role('member')), { ...LOCAL, outcome: 'yes' })
    assert.deepEqual(judge(role('owner')), { ...LOCAL, outcome: 'no' })
    assert.deepEqual(judge(list(LIST)), { ...LOCAL, outcome: 'unknown', wallets: [A, B] })
    assert.equal(judge(erc20()), undefined)
  })
})

describe('judgeChainLeaf', () => {
  /** What is found for A and B now, and before with `heldBlocks`. */
  function judge(
    condition: Condition,
    now: [MeasureResult, MeasureResult],
    { before, ...fields }: Partial<Rule> & { before?: [MeasureResult, MeasureResult] } = {},
  ) {
    const facts = factsWith((_, { address }, { blocksAgo }) => {
      const [a, b] = blocksAgo === 0 ? now : (before ?? assert.fail())
      return address === A ? a : b
    })
    return judgeChainLeaf(leafOf(condition, fields), { holders, facts, heldBlocks: before ? 50 : 0 })
  }
  const KNOWN = { pending: false, problem: null, wallets: [A, B], tokens: [], partial: false }

  test('names the lowest block, and none of holders that do not count', () => {
    const blockOf = (a: MeasureResult, b: MeasureResult) => judge(erc20(), [a, b]).block
    assert.deepEqual([blockOf(amount(1, 99), amount(1)), blockOf(amount(1), amount(1, 99))], [99, 99])
    const expected = { ...KNOWN, outcome: 'yes', found: '10', block: 100 }
    const { found, ...judged } = judge(erc20(), [amount(10), { kind: 'not_counted' }])
    assert.deepEqual({ ...judged, found: String(found) }, expected)
  })

  test('is pending while reads are missing now or before, with the problem of what is known', () => {
    const known: [MeasureResult, MeasureResult] = [amount(20), amount(0)]
    const open: [MeasureResult, MeasureResult] = [amount(0), PENDING]
    const pendingOf = (now: [MeasureResult, MeasureResult], before: [MeasureResult, MeasureResult]) => {
      const { outcome, pending, problem } = judge(erc20(), now, { before })
      return [outcome, pending, problem]
    }
    assert.deepEqual(pendingOf(known, known), ['yes', false, null])
    assert.deepEqual(pendingOf(open, known), ['unknown', true, 'too_many_items'])
    assert.deepEqual(pendingOf(known, open), ['unknown', true, 'too_many_items'])
    assert.deepEqual(pendingOf(known, [amount(0), OUTAGE]), ['unknown', false, 'network_behind'])
    assert.deepEqual(pendingOf([amount(0), OUTAGE], known), ['unknown', false, 'network_behind'])
  })

  test('lists the tokens of seats that count, and the token of the condition where none are read', () => {
    const seats = { seats: true }
    const tokensOf = (...given: Parameters<typeof judge>) => judge(...given).tokens
    const held: [MeasureResult, MeasureResult] = [amount(1, 100, ['7']), amount(1, 100, ['8'])]
    assert.deepEqual(tokensOf(erc721(), held, seats), ['7', '8'])
    assert.deepEqual(tokensOf(erc721(), held), [])
    assert.deepEqual(tokensOf(erc721({ min: '3' }), held, seats), [])
    assert.deepEqual(tokensOf(erc721(), [amount(1), amount(0)], seats), [])
    assert.deepEqual(tokensOf(erc721Token({ tokenId: '5' }), [met(true), met(false)], seats), ['5'])
    assert.deepEqual(tokensOf(erc721Token({ tokenId: '5' }), [met(false), met(false)], seats), [])
  })

  test('is partial when an outage hides seats of a known outcome', () => {
    const partialOf = (a: MeasureResult, b: MeasureResult, fields: Partial<Rule> = { seats: true }) =>
      judge(erc721(), [a, b], fields).partial
    assert.equal(partialOf(amount(1, 100, ['7']), OUTAGE), true)
    assert.equal(partialOf(amount(1, 100, ['7']), OUTAGE, {}), false)
    assert.equal(partialOf(amount(0, 100, []), OUTAGE), false)
    assert.equal(partialOf(amount(1, 100, ['7']), amount(0, 100, [])), false)
  })

  test('rejects a condition that reads no chain', () => {
    assert.throws(() => judge(role('member'), [met(true), met(true)]), { message: 'role reads no chain' })
  })
})
