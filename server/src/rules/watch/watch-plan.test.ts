import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Condition } from '@countersign/contract/rule/rule.ts'
import { namehash, pad, toHex } from 'viem'
import { conditionOf, ruleOf } from '../../../../test/support/rule-fixtures.ts'
import { ENS_REGISTRAR, ENS_REGISTRY, ENS_WRAPPER } from '../conditions/ens-owner.ts'
import { DELEGATE_REGISTRY } from '../vault/delegation.ts'
import { topicOf } from './event-topics.ts'
import { type ChainPlan, filterOf, findHints, planWatch } from './watch-plan.ts'

const [TOKEN, OTHER, ALICE, BOB] = ['11', '22', 'a1', 'b2'].map((byte) => `0x${byte.repeat(20)}` as const) as [
  `0x${string}`,
  `0x${string}`,
  `0x${string}`,
  `0x${string}`,
] // four of them
const TRANSFER = 'Transfer(address,address,uint256)'

const planOf = (...groups: [string, Condition, { delegations?: boolean }?][]): ChainPlan[] =>
  planWatch(groups.map(([groupId, condition, fields]) => ({ groupId, rule: ruleOf(condition, fields) })))
const onlyPlan = (...groups: Parameters<typeof planOf>): ChainPlan => {
  const [plan, ...others] = planOf(...groups)
  assert.ok(plan && others.length === 0)
  return plan
}
const logOf = (address: string, signature: string, ...words: string[]) => ({
  address,
  topics: [topicOf(signature), ...words],
  data: '0x',
  block: 1,
})
const hat = (hatId: string): Condition => ({ kind: 'hat', chainId: 1, contract: TOKEN, hatId })
const names = (chainNames: string[], subnames = false): Condition => ({
  kind: 'ens_name',
  chainId: 1,
  names: chainNames,
  subnames,
})

describe('planWatch', () => {
  test('plans one filter per chain with the contracts of all rules', () => {
    const plans = planOf(
      ['grp_1', conditionOf.all(conditionOf.erc20({ contract: TOKEN }), conditionOf.safe({ contract: OTHER }))],
      ['grp_2', conditionOf.not(conditionOf.erc721({ contract: TOKEN, chainId: 5 }))],
      ['grp_3', conditionOf.erc721({ contract: TOKEN, chainId: 5 })],
    )
    assert.deepEqual(
      plans.map((plan) => [plan.chainId, [...plan.groupIds], filterOf(plan)]),
      [
        [
          1,
          ['grp_1'],
          {
            address: [TOKEN, OTHER],
            topics: [
              ['AddedOwner(address)', 'RemovedOwner(address)', TRANSFER, 'Upgraded(address)'].map(topicOf).sort(),
            ],
          },
        ],
        [
          5,
          ['grp_2', 'grp_3'],
          { address: [TOKEN], topics: [[topicOf(TRANSFER), topicOf('Upgraded(address)')].sort()] },
        ],
      ],
    )
  })

  test('watches nothing for conditions without events', () => {
    const native: Condition = { kind: 'native_balance', chainId: 1, min: '1', max: null }
    const call: Condition = {
      ...{ kind: 'contract_call', chainId: 1, contract: TOKEN, method: 'getVotes', returns: 'uint256', min: '1' },
    }
    for (const condition of [native, call, names(['a.eth'], true)])
      assert.equal(onlyPlan(['grp_1', condition]).contracts.size, 0, condition.kind)
    assert.deepEqual(planOf(['grp_1', conditionOf.role('admin')]), [])
  })

  test('watches the delegate registry for rules that count vaults', () => {
    const plan = onlyPlan(['grp_1', conditionOf.erc20({ contract: TOKEN }), { delegations: true }])
    assert.deepEqual([...plan.contracts.keys()], [TOKEN, DELEGATE_REGISTRY])
    const log = logOf(DELEGATE_REGISTRY, 'DelegateAll(address,address,bytes32,bool)', pad(ALICE), pad(BOB))
    assert.deepEqual([...findHints(plan, [log]).groupsByAddress.keys()], [ALICE, BOB])
  })

  test('watches registry, registrar and wrapper for names', () => {
    const plan = onlyPlan(['grp_1', names(['cats.eth'])])
    assert.deepEqual([...plan.contracts.keys()].sort(), [ENS_REGISTRY, ENS_REGISTRAR, ENS_WRAPPER].sort())
  })
})

describe('findHints', () => {
  test('names the groups of each address in an event', () => {
    const plan = onlyPlan(
      ['grp_1', conditionOf.erc20({ contract: TOKEN })],
      ['grp_2', conditionOf.erc20({ contract: TOKEN })],
      ['grp_3', conditionOf.erc20({ contract: OTHER })],
    )
    const { groupsByAddress, groupIds } = findHints(plan, [logOf(TOKEN, TRANSFER, pad(ALICE), pad(BOB))])
    assert.deepEqual([...groupsByAddress.keys()], [ALICE, BOB])
    assert.deepEqual([...(groupsByAddress.get(ALICE) ?? [])], ['grp_1', 'grp_2'])
    assert.equal(groupIds.size, 0)
  })

  test('ignores contracts that no rule names and events of another kind of contract', () => {
    const plan = onlyPlan(['grp_1', conditionOf.all(conditionOf.erc20({ contract: TOKEN }), conditionOf.safe())])
    const logs = [logOf(OTHER, TRANSFER, pad(ALICE)), logOf(TOKEN, 'AddedOwner(address)', pad(ALICE))]
    assert.equal(findHints(plan, logs).groupsByAddress.size, 0)
  })

  test('concerns everyone in a group when a hat or a name of its rule changes, and nobody for others', () => {
    const plan = onlyPlan(['grp_1', hat('7')], ['grp_2', hat('8')], ['grp_3', names(['cats.eth'])])
    const changed = (id: bigint) => ({
      ...logOf(TOKEN, 'HatToggleChanged(uint256,address)'),
      data: pad(toHex(id)) + pad(ALICE).slice(2),
    })
    assert.deepEqual([...findHints(plan, [changed(8n), changed(9n)]).groupIds], ['grp_2'])
    const moved = (name: string) => logOf(ENS_REGISTRY, 'Transfer(bytes32,address)', namehash(name))
    assert.deepEqual([...findHints(plan, [moved('dogs.eth')]).groupIds], [])
    assert.deepEqual([...findHints(plan, [moved('cats.eth')]).groupIds], ['grp_3'])
  })

  test('concerns everyone when the implementation of a proxy changes', () => {
    const plan = onlyPlan(['grp_1', conditionOf.erc20({ contract: TOKEN })], ['grp_2', conditionOf.erc20()])
    assert.deepEqual([...findHints(plan, [logOf(TOKEN, 'Upgraded(address)', pad(OTHER))]).groupIds], ['grp_1'])
  })
})
