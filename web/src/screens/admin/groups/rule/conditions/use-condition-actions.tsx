import type { WalletList } from '@countersign/contract/routes/admin/rule.ts'
import { isChainCondition, type LeafCondition, placeLeaves } from '@countersign/contract/rule/rule.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { announce } from '../../../../../ui/feedback/live.ts'
import { editor as words } from '../../../../../words/admin/rules.ts'
import type { RuleNames } from '../../../../../words/rules/sentences.ts'
import * as tree from '../rule-tree.ts'
import { AddConditionDialog, EditConditionDialog } from './condition-dialog.tsx'
import type { ListActions } from './condition-list.tsx'

type Options = {
  groupId: string
  root: tree.Branch
  names: RuleNames
  lists: readonly WalletList[]
  onChange: (root: tree.Branch) => void
  onList: (list: WalletList) => void
}

type Open = { kind: 'add'; at: tree.Position } | { kind: 'edit'; at: tree.Position; condition: LeafCondition }

/** Changes to the tree, and the dialog of the condition that is added or edited. */
export function useConditionActions(options: Options): { actions: ListActions; dialog: ReactNode } {
  const { root, onChange } = options
  const [open, setOpen] = useState<Open>()
  const focusNext = useFocusNext()
  const sizeOf = (at: tree.Position) => {
    const branch = tree.nodeAt(root, at)
    return branch && tree.isBranch(branch) ? branch.items.length : 0
  }
  const actions: ListActions = {
    onAdd: (at) => setOpen({ kind: 'add', at }),
    onEdit: (at, condition) => setOpen({ kind: 'edit', at, condition }),
    onMode: (at, change) => onChange(tree.changeBranch(root, at, (branch) => ({ ...branch, ...change }))),
    onAddNested(at) {
      focusNext(`[data-at="${[...at, sizeOf(at)].join('-')}"] select`)
      onChange(tree.addTo(root, at, { ...tree.emptyBranch, mode: 'any' }))
      announce(words.nestedAdded)
    },
    onRemove(at) {
      const node = tree.nodeAt(root, at)
      focusNext(`[data-add="${at.slice(0, -1).join('-')}"]`)
      onChange(tree.removeAt(root, at))
      announce(node && tree.isBranch(node) ? words.nestedRemoved : words.removed)
    },
  }
  const apply = (condition: LeafCondition) => {
    if (!open) return
    const isNew = open.kind === 'add'
    const at = isNew ? [...open.at, sizeOf(open.at)] : open.at
    focusNext(`[data-edit="${at.join('-')}"]`)
    onChange(isNew ? tree.addTo(root, open.at, condition) : tree.replaceAt(root, at, condition))
    setOpen(undefined)
    if (isNew) announce(words.added)
  }
  const shared = { ...options, onApply: apply, onClose: () => setOpen(undefined) }
  const dialog =
    open?.kind === 'add' ? (
      <AddConditionDialog {...shared} network={lastNetwork(root)} />
    ) : open ? (
      <EditConditionDialog {...shared} condition={open.condition} />
    ) : null
  return { actions, dialog }
}

/** Most rules are about one network. */
function lastNetwork(root: tree.Branch): string | undefined {
  const leaves = placeLeaves(tree.conditionOf(root)).map(({ condition }) => condition)
  const last = leaves.findLast((leaf) => isChainCondition(leaf) && leaf.kind !== 'ens_name')
  return last && isChainCondition(last) ? String(last.chainId) : undefined
}

/** Focuses an element that the next render brings, once dialogs have returned the focus. */
function useFocusNext(): (selector: string) => void {
  const selector = useRef<string>(undefined)
  useEffect(() => {
    if (selector.current === undefined) return
    const target = document.querySelector<HTMLElement>(selector.current)
    selector.current = undefined
    target?.focus()
  })
  return (next) => {
    selector.current = next
  }
}
