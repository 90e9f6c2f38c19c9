import { type ActivityKind, activityKinds } from '@countersign/contract/routes/activity.ts'
import { ChevronDown } from 'lucide-react'
import { Field } from '../../../ui/field.tsx'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { account } from '../../../words/account.ts'
import { activity as text } from '../../../words/own.ts'

/** Days as their fields give them, `2026-06-15`; empty is no filter. */
export type Filter = { kind: ActivityKind | ''; from: string; to: string }

export const noFilter: Filter = { kind: '', from: '', to: '' }

type FiltersProps = { filter: Filter; refusal: string | undefined; onChange: (filter: Filter) => void }

export function Filters({ filter, refusal, onChange }: FiltersProps) {
  const change = (next: Partial<Filter>) => {
    const changed = { ...filter, ...next }
    onChange(changed.kind || changed.from || changed.to ? changed : noFilter)
  }
  return (
    <FilterBar
      label={text.filter}
      clear={filter === noFilter ? undefined : { label: account.list.clear, onClear: () => onChange(noFilter) }}
    >
      <KindField kind={filter.kind} onChoose={(kind) => change({ kind })} />
      <Field
        type="date"
        label={text.from}
        value={filter.from}
        max={filter.to || undefined}
        onChange={(event) => change({ from: event.currentTarget.value })}
      />
      <Field
        type="date"
        label={text.to}
        value={filter.to}
        min={filter.from || undefined}
        refusal={refusal}
        onChange={(event) => change({ to: event.currentTarget.value })}
      />
    </FilterBar>
  )
}

type Group = keyof typeof text.groups

/** By the first word of a kind, so that a new kind finds its place by itself. */
const GROUP_OF: Record<string, Group> = {
  sign_in: 'signIn',
  sign_out: 'signIn',
  session: 'signIn',
  step_up: 'signIn',
  access: 'signIn',
  device: 'signIn',
  wallet: 'wallet',
  recovery: 'recovery',
  person: 'account',
  request: 'account',
  grant: 'app',
  oidc: 'app',
  forward_auth: 'app',
}

const GROUPS: Group[] = ['signIn', 'app', 'wallet', 'recovery', 'account', 'site']

function KindField({ kind, onChoose }: { kind: Filter['kind']; onChoose: (kind: Filter['kind']) => void }) {
  const choose = (value: string) => onChoose(activityKinds.find((each) => each === value) ?? '')
  return (
    <FieldFrame label={text.kind}>
      {(ties) => (
        <div className="select">
          <select {...ties} value={kind} onChange={(event) => choose(event.currentTarget.value)}>
            <option value="">{text.every}</option>
            {GROUPS.map((group) => (
              <optgroup key={group} label={text.groups[group]}>
                {activityKinds
                  .filter((each) => groupOf(each) === group)
                  .map((each) => (
                    <option key={each} value={each}>
                      {text.kinds[each]}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
          <ChevronDown size={16} aria-hidden="true" />
        </div>
      )}
    </FieldFrame>
  )
}

function groupOf(kind: ActivityKind): Group {
  return GROUP_OF[kind.split('.')[0] ?? ''] ?? 'site'
}
