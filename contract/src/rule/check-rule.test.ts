import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addressOf, conditionOf, ruleOf } from '../../../test/support/rule-fixtures.ts'
import { ruleSchema } from '../schemas/rule/rule.ts'
import { ruleProblems } from './check-rule.ts'
import type { Condition, Rule } from './rule.ts'

const { erc20, erc721, erc721Token, role, window, all, any, atLeast, not } = conditionOf

/** Only rules that the schema accepts are checked. */
function problemsOf(condition: Condition, fields: Partial<Rule> = {}): string[] {
  const rule = ruleSchema.parse(ruleOf(condition, fields))
  return ruleProblems(rule).map(({ path, code }) => `${path} ${code}`)
}

const times = (count: number, condition: Condition) => Array.from({ length: count }, () => condition)

const erc1155 = (tokenIds: string[]): Condition => ({ ...erc20(), kind: 'erc1155_balance', tokenIds })

const contractRole = (system: 'access_control' | 'access_manager', value: string): Condition => ({
  kind: 'contract_role',
  chainId: 1,
  contract: addressOf(1),
  system,
  role: value,
  roleName: null,
})

const contractCall = (returns: 'bool' | 'uint256', min: string | null): Condition => ({
  kind: 'contract_call',
  chainId: 1,
  contract: addressOf(1),
  method: 'getVotes',
  returns,
  min,
})

describe('ruleProblems', () => {
  test('accepts a rule of four levels, 30 conditions and 10 chain conditions', () => {
    assert.deepEqual(problemsOf(all(any(not(role('member'))))), [])
    assert.deepEqual(problemsOf(all(...times(29, role('member')))), [])
    assert.deepEqual(problemsOf(all(...times(10, erc20()))), [])
  })

  test('names the condition that is nested too deeply', () => {
    assert.deepEqual(problemsOf(all(erc20(), any(not(all(role('member')))))), [
      '/condition/conditions/1/conditions/0/condition/conditions/0 too_deep',
    ])
  })

  test('counts conditions that combine others', () => {
    assert.deepEqual(problemsOf(all(...times(30, role('member')))), ['/condition too_many_conditions'])
    assert.deepEqual(problemsOf(all(any(...times(14, role('member'))), any(...times(14, role('member'))))), [
      '/condition too_many_conditions',
    ])
  })

  test('refuses 11 chain conditions', () => {
    assert.deepEqual(problemsOf(all(...times(11, erc20()))), ['/condition too_many_chain_conditions'])
  })

  test('refuses combinations of nothing', () => {
    assert.deepEqual(problemsOf(all()), ['/condition/conditions empty'])
    assert.deepEqual(problemsOf(not(any())), ['/condition/condition/conditions empty'])
    assert.deepEqual(problemsOf(atLeast(1)), ['/condition/conditions empty'])
  })

  test('refuses a count above the number of conditions', () => {
    assert.deepEqual(problemsOf(atLeast(2, erc20(), erc20())), [])
    assert.deepEqual(problemsOf(atLeast(3, erc20(), erc20())), ['/condition/count too_high'])
  })

  test('compares minimum and maximum as numbers', () => {
    assert.deepEqual(problemsOf(erc20({ min: '9', max: '10' })), [])
    assert.deepEqual(problemsOf(erc20({ min: '10', max: '10' })), [])
    assert.deepEqual(problemsOf(erc20({ min: '10', max: '9' })), ['/condition/max below_minimum'])
    assert.deepEqual(problemsOf(all(erc721({ max: '0' }))), ['/condition/conditions/0/max below_minimum'])
  })

  test('refuses a token id that would be counted twice', () => {
    assert.deepEqual(problemsOf(erc1155(['1', '2'])), [])
    assert.deepEqual(problemsOf(erc1155(['1', '2', '1'])), ['/condition/tokenIds given_twice'])
  })

  test('refuses a time window without borders, reversed, empty or with a day that does not exist', () => {
    const [early, late] = ['2026-11-17T00:00:00.000Z', '2026-11-18T00:00:00.000Z']
    assert.deepEqual(problemsOf(window(early, late)), [])
    assert.deepEqual(problemsOf(window(null, null)), ['/condition/from required'])
    assert.deepEqual(problemsOf(window(late, early)), ['/condition/until before_start'])
    assert.deepEqual(problemsOf(window(early, early)), ['/condition/until before_start'])
    assert.deepEqual(problemsOf(window('2026-02-30T00:00:00.000Z', null)), ['/condition/from invalid'])
    assert.deepEqual(problemsOf(window(null, '2026-13-01T00:00:00.000Z')), ['/condition/until invalid'])
  })

  test('requires a role in the form of its access system', () => {
    const hash = `0x${'ab'.repeat(32)}`
    assert.deepEqual(problemsOf(contractRole('access_control', hash)), [])
    assert.deepEqual(problemsOf(contractRole('access_manager', '7')), [])
    assert.deepEqual(problemsOf(contractRole('access_control', '7')), ['/condition/role invalid'])
    assert.deepEqual(problemsOf(contractRole('access_manager', hash)), ['/condition/role invalid'])
  })

  test('requires a minimum exactly for a call that returns a number', () => {
    assert.deepEqual(problemsOf(contractCall('uint256', '1')), [])
    assert.deepEqual(problemsOf(contractCall('bool', null)), [])
    assert.deepEqual(problemsOf(contractCall('uint256', null)), ['/condition/min required'])
    assert.deepEqual(problemsOf(contractCall('bool', '1')), ['/condition/min not_allowed'])
  })

  test('requires an ERC-721 token for seats', () => {
    assert.deepEqual(problemsOf(erc721(), { seats: true }), [])
    assert.deepEqual(problemsOf(any(role('owner'), erc721Token()), { seats: true }), [])
    assert.deepEqual(problemsOf(not(not(erc721())), { seats: true }), [])
    assert.deepEqual(problemsOf(erc20(), { seats: true }), ['/seats no_token'])
    assert.deepEqual(problemsOf(not(erc721()), { seats: true }), ['/seats no_token'])
  })
})
