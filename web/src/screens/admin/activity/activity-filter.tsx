import { activityKinds } from '@countersign/contract/activity-kinds.ts'
import { listApps } from '@countersign/contract/routes/admin/app.ts'
import { useAnswer } from '../../../components/account-data.tsx'
import { type ActivityFilters, FILTERS } from '../../../components/admin/activity-query.ts'
import { Field } from '../../../ui/field.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { Select } from '../../../ui/select.tsx'
import { account } from '../../../words/account.ts'
import { site } from '../../../words/admin.ts'
import { activity as own } from '../../../words/own.ts'

const { activity: words } = site
const OUTCOMES = ['ok', 'refused', 'error'] as const
const KINDS = activityKinds
  .map((value) => ({ value: value as string, label: own.kinds[value] })) // widened: "everything" is among them
  .sort((one, other) => one.label.localeCompare(other.label))

type ActivityFilterProps = {
  filters: ActivityFilters
  change: (next: ActivityFilters) => void
  filtered: boolean
  wrong: boolean
}

export function ActivityFilter({ filters, change, filtered, wrong }: ActivityFilterProps) {
  const clear = () => change(Object.fromEntries(FILTERS.map((name) => [name, ''])))
  return (
    <FilterBar
      label={words.filter}
      clear={filtered || wrong ? { label: account.list.clear, onClear: clear } : undefined}
    >
      <Select
        label={words.kind}
        value={filters.kind ?? ''}
        options={[{ value: '', label: words.every }, ...KINDS]}
        onChoose={(kind) => change({ kind })}
      />
      <Select
        label={words.outcome}
        value={filters.outcome ?? ''}
        options={[
          { value: '', label: words.anyOutcome },
          ...OUTCOMES.map((value) => ({ value, label: words.outcomes[value] })),
        ]}
        onChoose={(outcome) => change({ outcome })}
      />
      <AppSelect app={filters.app} onChoose={(app) => change({ app })} />
      <Field
        label={words.code}
        type="search"
        placeholder={words.codeHint}
        value={filters.code ?? ''}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={(event) => change({ code: event.currentTarget.value })}
      />
      <Field
        label={words.from}
        type="date"
        value={filters.from ?? ''}
        refusal={wrong ? words.wrongOrder : undefined}
        onChange={(event) => change({ from: event.currentTarget.value })}
      />
      <Field
        label={words.to}
        type="date"
        value={filters.to ?? ''}
        onChange={(event) => change({ to: event.currentTarget.value })}
      />
    </FilterBar>
  )
}

/** Not there as long as there is no app. */
function AppSelect({ app = '', onChoose }: { app: string | undefined; onChoose: (app: string) => void }) {
  const apps = useAnswer(listApps).data?.items ?? []
  if (apps.length === 0 && app === '') return null
  const gone = app === '' || apps.some(({ id }) => id === app) ? [] : [{ value: app, label: words.goneApp }]
  return (
    <Select
      label={words.app}
      value={app}
      options={[
        { value: '', label: words.anyApp },
        ...apps.map(({ id, name }) => ({ value: id, label: name })),
        ...gone,
      ]}
      onChoose={onChoose}
    />
  )
}
