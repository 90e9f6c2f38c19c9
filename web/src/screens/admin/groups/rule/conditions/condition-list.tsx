import { RULE_CONDITIONS_MAX, RULE_DEPTH_MAX } from '@countersign/contract/limits/rule-limits.ts'
import type { LeafCondition } from '@countersign/contract/rule/rule.ts'
import { Plus } from 'lucide'
import { useId } from 'react'
import { optionsOf } from '../../../../../components/admin/options.ts'
import { Sentence } from '../../../../../components/rule/condition-tree.tsx'
import { Button } from '../../../../../ui/controls/button.tsx'
import { FieldError } from '../../../../../ui/controls/field.tsx'
import { Select } from '../../../../../ui/controls/select.tsx'
import { conditions } from '../../../../../words/admin/conditions.ts'
import { rules, editor as words } from '../../../../../words/admin/rules.ts'
import { describeCondition, type RuleNames, textOf } from '../../../../../words/rules/sentences.ts'
import { type Branch, isBranch, type Mode, type PlacedNode, type Position, placeNodes } from '../rule-tree.ts'
import { errorAt, type RuleErrors } from '../rule-values.ts'

export type ListActions = {
  onAdd: (at: Position) => void
  onAddNested: (at: Position) => void
  onEdit: (at: Position, condition: LeafCondition) => void
  onRemove: (at: Position) => void
  onMode: (at: Position, change: Partial<Pick<Branch, 'mode' | 'count'>>) => void
}

type ListProps = { root: Branch; errors: RuleErrors; names: RuleNames; actions: ListActions }

/** The conditions as sentences, which can be nested. */
export function ConditionList({ root, errors, names, actions }: ListProps) {
  const placed = placeNodes(root)
  const [top] = placed
  return top ? <BranchEditor place={top} branch={root} shared={{ placed, errors, names, actions }} /> : null
}

type Shared = { placed: PlacedNode[]; errors: RuleErrors; names: RuleNames; actions: ListActions }
type BranchEditorProps = { place: PlacedNode; branch: Branch; shared: Shared }

function BranchEditor({ place, branch, shared }: BranchEditorProps) {
  const { placed, errors } = shared
  const { at, path } = place
  const isRoot = at.length === 0
  const children = placed.filter(
    (each) => each.at.length === at.length + 1 && at.every((step, i) => each.at[i] === step),
  )
  // "None" of several conditions is a group within `not`, whose problems are its own.
  const error = errorAt(errors, path) ?? (branch.mode === 'none' ? errorAt(errors, `${path}/condition`) : undefined)
  const number = at.map((step) => step + 1).join('.')
  return (
    <fieldset
      className="rule-branch"
      data-at={at.join('-')}
      aria-label={isRoot ? rules.conditions : words.nestedLabel(number)}
    >
      <ModeFields place={place} branch={branch} error={error} actions={shared.actions} />
      {branch.items.length === 0 ? <p className="soft">{words.empty}</p> : null}
      <ul className="rule-items">
        {children.map((child) => (
          <li key={child.at.join('-')}>
            {isBranch(child.node) ? (
              <BranchEditor place={child} branch={child.node} shared={shared} />
            ) : (
              <LeafRow place={child} condition={child.node} shared={shared} />
            )}
          </li>
        ))}
      </ul>
      <BranchActions place={place} branch={branch} shared={shared} />
    </fieldset>
  )
}

type ModeFieldsProps = { place: PlacedNode; branch: Branch; error: string | undefined; actions: ListActions }

function ModeFields({ place: { at }, branch: { mode, count, items }, error, actions }: ModeFieldsProps) {
  const counts = Array.from({ length: Math.max(1, items.length) }, (_, index) => String(index + 1))
  return (
    <div className="rule-mode">
      <Select<Mode>
        label={words.mode}
        value={mode}
        options={optionsOf(rules.modes)}
        error={error}
        onChoose={(chosen) => actions.onMode(at, { mode: chosen })}
      />
      {mode === 'at_least' ? (
        <Select
          label={words.count}
          value={String(count)}
          options={counts.map((value) => ({ value, label: value }))}
          onChoose={(chosen) => actions.onMode(at, { count: Number(chosen) })}
        />
      ) : null}
    </div>
  )
}

function BranchActions({ place: { at, depth }, branch, shared: { placed, actions } }: BranchEditorProps) {
  const full = placed.length >= RULE_CONDITIONS_MAX
  const inner = depth + (branch.mode === 'none' ? 2 : 1)
  return (
    <div className="row">
      <Button
        data-add={at.join('-')}
        icon={Plus}
        busy={full || inner > RULE_DEPTH_MAX}
        onClick={() => actions.onAdd(at)}
      >
        {conditions.add}
      </Button>
      {/* Nested conditions need one more level. */}
      {inner < RULE_DEPTH_MAX ? (
        <Button look="quiet" busy={full} onClick={() => actions.onAddNested(at)}>
          {words.addNested}
        </Button>
      ) : null}
      {at.length === 0 ? null : (
        <Button look="quiet" onClick={() => actions.onRemove(at)}>
          {words.removeNested}
        </Button>
      )}
    </div>
  )
}

type LeafRowProps = { place: PlacedNode; condition: LeafCondition; shared: Shared }

function LeafRow({ place: { at, path }, condition, shared: { errors, names, actions } }: LeafRowProps) {
  const id = useId()
  const parts = describeCondition(condition, names)
  const error = errorAt(errors, path)
  return (
    <div className="rule-leaf" data-at={at.join('-')}>
      <div>
        <p>
          <Sentence parts={parts} />
        </p>
        {error ? <FieldError id={id}>{error}</FieldError> : null}
      </div>
      <div className="rule-leaf-actions">
        <Button
          look="quiet"
          data-edit={at.join('-')}
          aria-label={words.editOf(textOf(parts))}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onClick={() => actions.onEdit(at, condition)}
        >
          {words.edit}
        </Button>
        <Button look="quiet" aria-label={words.removeOf(textOf(parts))} onClick={() => actions.onRemove(at)}>
          {words.remove}
        </Button>
      </div>
    </div>
  )
}
