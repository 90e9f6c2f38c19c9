import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Condition, type LeafCondition, placeConditions } from '@countersign/contract/rule/rule.ts'
import {
  addTo,
  type Branch,
  branchOf,
  changeBranch,
  conditionOf,
  emptyBranch,
  nodeAt,
  placeNodes,
  removeAt,
  replaceAt,
} from './rule-tree.ts'

const key: LeafCondition = { kind: 'wallet_kind', wallet: 'key' }
const contract: LeafCondition = { kind: 'wallet_kind', wallet: 'contract' }
const owners: LeafCondition = { kind: 'role', roles: ['owner'] }
const all = (...conditions: Condition[]): Condition => ({ kind: 'all', conditions })
const any = (...conditions: Condition[]): Condition => ({ kind: 'any', conditions })
const not = (condition: Condition): Condition => ({ kind: 'not', condition })

const rule = all(key, not(any(contract, owners)), {
  kind: 'at_least',
  count: 2,
  conditions: [key, not(owners), any(key)],
})

test('shows "not any" as one group and turns it back', () => {
  const root = branchOf(rule)
  assert.deepEqual(root.items[1], { mode: 'none', count: 1, items: [contract, owners] })
  for (const each of [rule, any(key), not(key), not(all(key, owners)), not(not(key)), not(any(key, owners))])
    assert.deepEqual(conditionOf(branchOf(each)), each)
})

test('puts a single condition in a group', () => {
  assert.deepEqual(conditionOf(branchOf(key)), all(key))
})

test('gives each condition the path it has in the rule', () => {
  const root = branchOf(rule)
  const paths = new Map(
    placeConditions(conditionOf(root)).map(({ path, condition, depth }) => [path, { condition, depth }]),
  )
  const placed = placeNodes(root)
  assert.equal(placed.length, 11)
  for (const { node, path, depth, at } of placed) {
    assert.deepEqual(paths.get(path), { condition: conditionOf(node), depth }, path)
    assert.equal(nodeAt(root, at), node)
  }
})

test('changes one place and leaves the rest alone', () => {
  const root = branchOf(rule)
  assert.deepEqual(conditionOf(replaceAt(root, [1, 0], key)), all(key, not(any(key, owners)), conditionOf(at(root, 2))))
  assert.deepEqual(conditionOf(addTo(root, [2, 2], owners)).kind, 'all')
  assert.deepEqual(nodeAt(addTo(root, [2, 2], owners), [2, 2, 1]), owners)
  assert.equal(nodeAt(removeAt(root, [1]), [2]), undefined)
  assert.equal(removeAt(root, [9, 9]), root)
  assert.equal(addTo(root, [0], owners), root)
  assert.equal(addTo(emptyBranch, [], key).items.length, 1)
})

test('lowers the number of required conditions with their number', () => {
  const root = branchOf(rule)
  const two = removeAt(root, [2, 0])
  assert.equal((nodeAt(two, [2]) as Branch).count, 2)
  assert.equal((nodeAt(removeAt(two, [2, 0]), [2]) as Branch).count, 1)
  assert.equal(
    (
      nodeAt(
        changeBranch(root, [2], (branch) => ({ ...branch, count: 9 })),
        [2],
      ) as Branch
    ).count,
    3,
  )
})

function at(root: Branch, index: number) {
  return root.items[index] ?? assert.fail()
}
