import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addressOf, conditionOf, ruleOf } from '../../../../test/support/rule-fixtures.ts'
import { GRACE_MINUTES } from '../../limits/rule-limits.ts'
import { ruleSchema } from './rule.ts'

const { erc20, role, all, not } = conditionOf
const A = addressOf(0xabc)

const accepts = (value: unknown) => ruleSchema.safeParse(value).success
const acceptsCondition = (condition: unknown) => accepts({ ...ruleOf(role('member')), condition })

/** Where the problems are. */
function problemsOf(value: unknown): string[] {
  const { error } = ruleSchema.safeParse(value)
  return (error?.issues ?? []).map(({ path }) => `/${path.join('/')}`)
}

const contractRole = (system: string, value: string) => ({
  kind: 'contract_role',
  chainId: 1,
  contract: A,
  system,
  role: value,
  roleName: null,
})

const GOOD: [string, unknown][] = [
  ['a role', role('member', 'owner')],
  ['a group', { kind: 'group', groupId: 'grp_01ARZ3NDEKTSV4RRFFQ69G5FAV' }],
  ['a wallet list', { kind: 'wallet_list', listId: 'lst_01ARZ3NDEKTSV4RRFFQ69G5FAV' }],
  ['the largest amount', erc20({ min: String(2n ** 256n - 1n) })],
  ['an AccessControl role', contractRole('access_control', `0x${'0'.repeat(64)}`)],
  ['an AccessManager role', contractRole('access_manager', String(2n ** 64n - 1n))],
  ['an ENS name', { kind: 'ens_name', chainId: 1, names: ['pay.example.eth'], subnames: true }],
  [
    'a contract call',
    { kind: 'contract_call', chainId: 1, contract: A, method: 'getVotes', returns: 'bool', min: null },
  ],
]

const BAD: [string, unknown][] = [
  ['nothing', null],
  ['a list', []],
  ['an unknown kind', { kind: 'magic' }],
  ['a kind of the prototype', { kind: 'constructor' }],
  ['an unknown field', { ...erc20(), symbol: 'USDC' }],
  ['a missing field', { kind: 'erc20_balance', chainId: 1 }],
  ['an uppercase address', erc20({ contract: `0x${'AB'.repeat(20)}` })],
  ['an address that is too short', erc20({ contract: '0xabc' })],
  ['a chain id of zero', erc20({ chainId: 0 })],
  ['a chain id that is no integer', erc20({ chainId: 1.5 })],
  ['an amount of zero', erc20({ min: '0' })],
  ['an amount of 2^256', erc20({ min: String(2n ** 256n) })],
  ['an amount of 79 digits', erc20({ min: '1'.repeat(79) })],
  ['an amount with a point', erc20({ min: '1.5' })],
  ['an amount with an exponent', erc20({ min: '1e3' })],
  ['an amount in hexadecimal', erc20({ min: '0x10' })],
  ['an amount in words', erc20({ min: 'ten' })],
  ['a negative amount', erc20({ min: '-1' })],
  ['an amount with leading zeros', erc20({ min: '010' })],
  ['an amount that is a number', { ...erc20(), min: 1 }],
  ['a maximum of 2^256', erc20({ max: String(2n ** 256n) })],
  ['a maximum in words', erc20({ max: 'ten' })],
  ['78 decimals', erc20({ token: { name: null, symbol: null, decimals: 78 } })],
  ['no roles', role()],
  ['an unknown role', { kind: 'role', roles: ['king'] }],
  ['a role that is a word', contractRole('access_control', 'MINTER_ROLE')],
  ['an AccessManager role of 65 bits', contractRole('access_manager', String(2n ** 64n))],
  ['an ENS name outside Ethereum', { kind: 'ens_name', chainId: 10, names: ['example.eth'], subnames: false }],
  ['an ENS name with a blank', { kind: 'ens_name', chainId: 1, names: ['exa mple.eth'], subnames: false }],
  ['no ENS name', { kind: 'ens_name', chainId: 1, names: [], subnames: false }],
  [
    'a method with parentheses',
    { kind: 'contract_call', chainId: 1, contract: A, method: 'f()', returns: 'bool', min: null },
  ],
  ['a count of zero', { kind: 'at_least', count: 0, conditions: [erc20()] }],
  ['a count that is no integer', { kind: 'at_least', count: 1.5, conditions: [erc20()] }],
  ['31 conditions in one', all(...Array.from({ length: 31 }, () => erc20()))],
  ['a local time', { kind: 'time_window', from: '2026-11-17T12:00:00', until: null }],
  ['a bad condition within others', all(not(erc20({ min: 'x' })))],
]

describe('ruleSchema', () => {
  for (const [name, condition] of GOOD) test(`accepts ${name}`, () => assert.equal(acceptsCondition(condition), true))
  for (const [name, condition] of BAD) test(`refuses ${name}`, () => assert.equal(acceptsCondition(condition), false))

  test('refuses settings out of range and unknown settings', () => {
    const rule = ruleOf(erc20())
    assert.equal(accepts(rule), true)
    assert.deepEqual(problemsOf({ ...rule, heldBlocks: 101 }), ['/heldBlocks'])
    assert.deepEqual(problemsOf({ ...rule, linkedHours: -1 }), ['/linkedHours'])
    for (const graceMinutes of [GRACE_MINUTES.least - 1, GRACE_MINUTES.most + 1])
      assert.deepEqual(problemsOf({ ...rule, graceMinutes }), ['/graceMinutes'])
    assert.deepEqual(problemsOf({ ...rule, refusalText: '' }), ['/refusalText'])
    assert.deepEqual(problemsOf({ ...rule, refusalText: 'a'.repeat(501) }), ['/refusalText'])
    assert.deepEqual(problemsOf({ ...rule, wallets: 'some' }), ['/wallets'])
    assert.deepEqual(problemsOf({ ...rule, name: 'x' }), ['/'])
  })

  test('names the field of a nested problem', () => {
    const condition = all(erc20(), not(erc20({ max: 'x' })))
    assert.deepEqual(problemsOf(ruleOf(condition)), ['/condition/conditions/1/condition/max'])
  })

  test('refuses thousands of levels without exhausting the stack', () => {
    const nest = (wrap: (inner: unknown) => unknown) => {
      let value: unknown = erc20()
      for (let level = 0; level < 20_000; level++) value = wrap(value)
      return value
    }
    const nots = nest((condition) => ({ kind: 'not', condition }))
    const rule = ruleOf(erc20())
    assert.deepEqual(problemsOf({ ...rule, condition: nots }), ['/condition'])
    assert.deepEqual(problemsOf({ ...rule, condition: nest((inner) => ({ kind: 'all', conditions: [inner] })) }), [
      '/condition',
    ])
    assert.deepEqual(problemsOf({ ...rule, condition: nest((inner) => [inner]) }), ['/condition'])
    assert.deepEqual(problemsOf({ ...rule, condition: { ...erc20(), token: nots } }), ['/condition'])
    assert.deepEqual(problemsOf({ ...rule, refusalText: nots }), ['/refusalText'])
  })
})
