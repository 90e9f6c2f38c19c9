import { listGroups } from '@countersign/contract/routes/admin/group.ts'
import { Link } from '../../page/history.tsx'
import { usePage } from '../../page/page-context.tsx'
import { CheckboxList } from '../../ui/controls/checkbox-list.tsx'
import { RadioGroup } from '../../ui/controls/radio-group.tsx'
import { access as words } from '../../words/admin/admin.ts'
import { groups as groupWords } from '../../words/admin/groups.ts'
import { rules } from '../../words/admin/rules.ts'
import { useRouteQuery } from '../account-data.tsx'
import { Loaded } from '../loaded.tsx'
import type { AccessValues } from './access-values.ts'

type AccessChoiceProps = {
  value: AccessValues
  onChoose: (value: AccessValues) => void
  error?: string | undefined
  disabled?: boolean
}

/** Who may use an app or reach a protected host. */
export function AccessChoice({ value, onChoose, error, disabled = false }: AccessChoiceProps) {
  const { registration } = usePage().boot.public
  const chooseGroups = (groupIds: string[]) => onChoose({ ...value, groupIds })
  return (
    <RadioGroup
      legend={words.title}
      value={value.access}
      error={error}
      disabled={disabled}
      onChoose={(access) => onChoose({ ...value, access })}
      options={[
        {
          value: 'groups',
          label: words.groups,
          more: <GroupChoice value={value.groupIds} onChoose={chooseGroups} disabled={disabled} />,
        },
        { value: 'everyone', label: words.everyone, note: words.everyoneNotes[registration] },
      ]}
    />
  )
}

type GroupChoiceProps = {
  value: readonly string[]
  onChoose: (ids: string[]) => void
  disabled?: boolean
  label?: string
  /** Only groups with a rule, as only a rule decides about people who have no account yet. */
  withRule?: boolean
}

export function GroupChoice({ label = groupWords.choose, withRule = false, ...choice }: GroupChoiceProps) {
  const answer = useRouteQuery(listGroups)
  const { none, add } = withRule ? rules.registration : groupWords
  return (
    <fieldset aria-label={label}>
      <Loaded answer={answer} lines={2}>
        {({ items }) => {
          const groups = items.filter(({ ruleMembers }) => !withRule || ruleMembers !== null)
          return groups.length === 0 ? (
            <p className="soft">
              {none} <Link to="/admin/groups">{add}</Link>
            </p>
          ) : (
            <CheckboxList items={groups} {...choice} />
          )
        }}
      </Loaded>
    </fieldset>
  )
}

export function useGroupNames(ids: readonly string[]): string[] {
  const groups = useRouteQuery(listGroups).data?.items ?? []
  return ids.flatMap((id) => groups.find((group) => group.id === id)?.name ?? [])
}
