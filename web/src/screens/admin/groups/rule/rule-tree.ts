/**
 * The conditions of a rule as the editor shows them: groups of conditions, each with a mode.
 *
 * "None of these" is `not` of `any` in a rule. Positions are lists of indexes from the root, paths are JSON pointers
 * into the rule, as in problems and reasons.
 */

import { type Condition, childrenOf, isCombining, type LeafCondition } from '@countersign/contract/rule/rule.ts'

export type Mode = 'all' | 'any' | 'at_least' | 'none'
export type Branch = { mode: Mode /** Of `at_least`. */; count: number; items: RuleNode[] }
export type RuleNode = Branch | LeafCondition
export type Position = readonly number[]

export const emptyBranch: Branch = { mode: 'all', count: 1, items: [] }

export function isBranch(node: RuleNode): node is Branch {
  return 'mode' in node
}

/** The root of the editor is always a branch. */
export function branchOf(condition: Condition): Branch {
  const node = nodeOf(condition)
  return isBranch(node) ? node : { ...emptyBranch, items: [node] }
}

function nodeOf(condition: Condition): RuleNode {
  if (!isCombining(condition)) return condition
  if (condition.kind !== 'not') {
    const count = condition.kind === 'at_least' ? condition.count : 1
    return { mode: condition.kind, count, items: childrenOf(condition).map(nodeOf) }
  }
  const inner = condition.condition
  const items = inner.kind === 'any' ? inner.conditions : [inner]
  return { mode: 'none', count: 1, items: items.map(nodeOf) }
}

export function conditionOf(node: RuleNode): Condition {
  if (!isBranch(node)) return node
  const { mode, count, items } = node
  const conditions = items.map(conditionOf)
  if (mode === 'at_least') return { kind: mode, count, conditions }
  if (mode !== 'none') return { kind: mode, conditions }
  const [only] = conditions
  return { kind: 'not', condition: only && conditions.length === 1 ? only : { kind: 'any', conditions } }
}

export type PlacedNode = { node: RuleNode; at: Position; path: string /** In the rule, from 1. */; depth: number }

/** All nodes with their path in the rule that `conditionOf` makes, parents first. */
export function placeNodes(root: RuleNode, at: Position = [], path = '/condition', depth = 1): PlacedNode[] {
  const own = { node: root, at, path, depth }
  if (!isBranch(root)) return [own]
  const inner = innerPlace(root, path, depth)
  const nested = root.items.flatMap((item, index) => placeNodes(item, [...at, index], inner.pathOf(index), inner.depth))
  return [own, ...nested]
}

/** Where the items of a branch are: "none" of several is `not` of `any`, which is one level more. */
function innerPlace({ mode, items }: Branch, path: string, depth: number) {
  if (mode !== 'none') return { pathOf: (index: number) => `${path}/conditions/${index}`, depth: depth + 1 }
  if (items.length === 1) return { pathOf: () => `${path}/condition`, depth: depth + 1 }
  return { pathOf: (index: number) => `${path}/condition/conditions/${index}`, depth: depth + 2 }
}

export function nodeAt(root: RuleNode, [first, ...rest]: Position): RuleNode | undefined {
  if (first === undefined) return root
  const child = isBranch(root) ? root.items[first] : undefined
  return child && nodeAt(child, rest)
}

/** Puts a node in the place of another. */
export function replaceAt(root: Branch, at: Position, node: RuleNode): Branch {
  return changeParent(root, at, (items, index) => items.with(index, node))
}

export function removeAt(root: Branch, at: Position): Branch {
  return changeParent(root, at, (items, index) => items.toSpliced(index, 1))
}

/** Adds a node at the end of the branch. */
export function addTo(root: Branch, at: Position, node: RuleNode): Branch {
  return changeBranch(root, at, (branch) => ({ ...branch, items: [...branch.items, node] }))
}

export function changeBranch(root: Branch, at: Position, change: (branch: Branch) => Branch): Branch {
  const branch = nodeAt(root, at)
  if (!branch || !isBranch(branch)) return root
  const next = withinCount(change(branch))
  return at.length === 0 ? next : replaceAt(root, at, next)
}

function changeParent(root: Branch, at: Position, change: (items: RuleNode[], index: number) => RuleNode[]): Branch {
  const [first, ...rest] = at
  const child = first === undefined ? undefined : root.items[first]
  if (first === undefined || child === undefined) return root
  if (rest.length === 0) return withinCount({ ...root, items: change(root.items, first) })
  return isBranch(child) ? { ...root, items: root.items.with(first, changeParent(child, rest, change)) } : root
}

/** At least 3 of 2 can never be met. */
function withinCount(branch: Branch): Branch {
  const count = Math.max(1, Math.min(branch.count, branch.items.length))
  return count === branch.count ? branch : { ...branch, count }
}
