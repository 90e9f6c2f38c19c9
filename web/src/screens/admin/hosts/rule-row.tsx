import { type RuleAccess, type RuleMethod, ruleMethods } from '@countersign/contract/host-rule.ts'
import { RULE_PATH_MAX } from '@countersign/contract/limits/app-limits.ts'
import { GroupChoice } from '../../../components/admin/access-choice.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Select } from '../../../ui/select.tsx'
import { hosts } from '../../../words/admin.ts'
import type { RuleDraft, RuleRefusals } from './rule-values.ts'

const { rules: words } = hosts
const ACCESSES = (['groups', 'everyone', 'public'] as const).map((value) => ({ value, label: words.accesses[value] }))

type RuleRowProps = {
  number: number
  last: boolean
  rule: RuleDraft
  refusals: RuleRefusals
  onChange: (next: RuleDraft) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

export function RuleRow({ number, last, rule, refusals, onChange, onMove, onRemove }: RuleRowProps) {
  const choose = (access: RuleAccess) => onChange({ ...rule, access })
  return (
    <fieldset className="host-row stack">
      <legend>{words.row(number)}</legend>
      <Field
        label={words.path}
        hint={words.pathHint}
        refusal={refusals.path}
        value={rule.path}
        className="mono"
        maxLength={RULE_PATH_MAX}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={(event) => onChange({ ...rule, path: event.currentTarget.value })}
      />
      <Methods rule={rule} onChange={onChange} />
      <Select label={words.access} refusal={refusals.access} value={rule.access} options={ACCESSES} onChoose={choose} />
      {rule.access === 'groups' ? (
        <GroupChoice chosen={rule.groupIds} onChoose={(groupIds) => onChange({ ...rule, groupIds })} />
      ) : null}
      {rule.access === 'public' ? (
        <Notice tone="warn">
          <p>{words.publicNote}</p>
        </Notice>
      ) : null}
      <div className="row">
        <MoveButton label={words.up} spoken={words.upOf(number)} off={number === 1} onMove={() => onMove(-1)} />
        <MoveButton label={words.down} spoken={words.downOf(number)} off={last} onMove={() => onMove(1)} />
        <Button aria-label={words.removeOf(number)} onClick={onRemove}>
          {words.remove}
        </Button>
      </div>
    </fieldset>
  )
}

function Methods({ rule, onChange }: Pick<RuleRowProps, 'rule' | 'onChange'>) {
  const turn = (method: RuleMethod, on: boolean) =>
    onChange({ ...rule, methods: on ? [...rule.methods, method] : rule.methods.filter((other) => other !== method) })
  return (
    <fieldset className="host-methods">
      <legend>{words.methods}</legend>
      <p className="small soft">{words.methodsHint}</p>
      <div>
        {ruleMethods.map((method) => (
          <Checkbox
            key={method}
            label={method}
            checked={rule.methods.includes(method)}
            onChange={(event) => turn(method, event.currentTarget.checked)}
          />
        ))}
      </div>
    </fieldset>
  )
}

type MoveButtonProps = { label: string; spoken: string; off: boolean; onMove: () => void }

/** Keeps the focus at either end of the list: it is off and not gone. */
function MoveButton({ label, spoken, off, onMove }: MoveButtonProps) {
  return (
    <Button aria-label={spoken} aria-disabled={off || undefined} onClick={off ? undefined : onMove}>
      {label}
    </Button>
  )
}
