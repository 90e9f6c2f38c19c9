import { mayDo } from '@countersign/contract/permission.ts'
import { exportActivity, exportActivityLines, listActivity } from '@countersign/contract/routes/activity.ts'
import { Download, ScrollText } from 'lucide-react'
import { useAnswer, usePages } from '../../../components/account-data.tsx'
import { activityColumns } from '../../../components/admin/activity-columns.tsx'
import { type ActivityFilters, activityQuery, FILTERS, isWrongOrder } from '../../../components/admin/activity-query.ts'
import { More } from '../../../components/admin/paged-table.tsx'
import { useFilters } from '../../../components/admin/use-filters.ts'
import { Loaded, Refused } from '../../../components/loaded.tsx'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { useDownload } from '../../../components/use-download.ts'
import { useAccount } from '../../../components/use-signed-in.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { account } from '../../../words/account.ts'
import { site } from '../../../words/admin-site.ts'
import '../../../components/admin/admin.css'
import { activityKinds } from '@countersign/contract/activity-kinds.ts'
import { listApps } from '@countersign/contract/routes/admin/app.ts'
import { Field } from '../../../ui/field.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { Select } from '../../../ui/select.tsx'
import { activity as own } from '../../../words/account-activity.ts'
import { VerifyAuditLog } from './verify-audit-log.tsx'

const { activity: words } = site

export function ActivityScreen() {
  const { me } = useAccount()
  const [filters, change] = useFilters(FILTERS)
  const query = activityQuery(filters)
  const wrong = isWrongOrder(filters)
  const pages = usePages(listActivity, { query, enabled: !wrong })
  const filtered = Object.values(query).some((value) => value !== undefined)
  return (
    <div className="stack stack-wide">
      <ScreenHead title={words.title} lead={words.lead} />
      <VerifyAuditLog />
      <ActivityFilter filters={filters} change={change} filtered={filtered} wrong={wrong} />
      <OnlyOne person={query.person} actor={query.actor} onAll={() => change({ person: '', actor: '' })} />
      {wrong ? null : (
        <Loaded answer={pages} lines={8}>
          {(rows) =>
            rows.length === 0 ? (
              <NothingFound filtered={filtered} />
            ) : (
              <>
                <DataTable caption={words.caption} columns={activityColumns} rows={rows} rowKey={({ id }) => id} />
                <More pages={pages} />
              </>
            )
          }
        </Loaded>
      )}
      {mayDo(me.role, 'activity.export') && !wrong ? <Exports query={query} /> : null}
    </div>
  )
}

function OnlyOne({
  person,
  actor,
  onAll,
}: {
  person?: string | undefined
  actor?: string | undefined
  onAll: () => void
}) {
  if (!person && !actor) return null
  return (
    <Notice actions={<Button onClick={onAll}>{account.list.clear}</Button>}>
      {person ? words.onlyPerson : words.onlyActor}
    </Notice>
  )
}

function NothingFound({ filtered }: { filtered: boolean }) {
  return (
    <EmptyState icon={ScrollText} title={filtered ? words.noMatch : words.empty}>
      {filtered ? <p>{words.noMatchBody}</p> : null}
    </EmptyState>
  )
}

function Exports({ query }: { query: ReturnType<typeof activityQuery> }) {
  const csv = useDownload(exportActivity, { name: 'activity.csv', done: words.downloaded })
  const lines = useDownload(exportActivityLines, { name: 'activity.jsonl', done: words.downloaded })
  const error = csv.error ?? lines.error
  return (
    <div className="stack stack-close">
      {error ? <Refused error={error} /> : null}
      <div className="row">
        {[
          { label: words.csv, ...csv },
          { label: words.lines, ...lines },
        ].map(({ label, busy, download }) => (
          <Button
            key={label}
            icon={<Download size={16} aria-hidden="true" />}
            busy={busy}
            onClick={() => download({ query })}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}

const OUTCOMES = ['ok', 'refused', 'error'] as const
const KINDS = activityKinds
  .map((value) => ({ value: value as string, label: own.kinds[value] })) // widened: "all" is an option too
  .sort((one, other) => one.label.localeCompare(other.label))

type ActivityFilterProps = {
  filters: ActivityFilters
  change: (next: ActivityFilters) => void
  filtered: boolean
  wrong: boolean
}

function ActivityFilter({ filters, change, filtered, wrong }: ActivityFilterProps) {
  const clear = () => change(Object.fromEntries(FILTERS.map((name) => [name, ''])))
  return (
    <FilterBar
      label={words.filter}
      clear={filtered || wrong ? { label: account.list.clear, onClear: clear } : undefined}
    >
      <Select
        label={words.kind}
        value={filters.kind ?? ''}
        options={[{ value: '', label: words.allEvents }, ...KINDS]}
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
        error={wrong ? words.wrongOrder : undefined}
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
