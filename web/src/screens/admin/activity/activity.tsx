import { mayDo } from '@countersign/contract/permission.ts'
import { exportActivity, exportActivityLines, listActivity } from '@countersign/contract/routes/activity.ts'
import { Download, ScrollText } from 'lucide'
import { usePages, useRouteQuery } from '../../../components/account-data.tsx'
import { activityColumns } from '../../../components/admin/activity/activity-columns.tsx'
import {
  type ActivityFilters,
  activityQuery,
  FILTERS,
  isReversedRange,
} from '../../../components/admin/activity/activity-query.ts'
import { useFilters } from '../../../components/admin/use-filters.ts'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { useDownload } from '../../../components/use-download.ts'
import { useAccount } from '../../../components/use-signed-in.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { account } from '../../../words/account/account.ts'
import { site } from '../../../words/admin/site.ts'
import '../../../components/admin/admin.css'
import { listApps } from '@countersign/contract/routes/admin/app.ts'
import { optionsOf } from '../../../components/admin/options.ts'
import { PagedTable } from '../../../components/admin/paged-table.tsx'
import { ErrorNotice } from '../../../components/loaded.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { FilterBar, FilterRange } from '../../../ui/controls/filter-bar.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { activity as own } from '../../../words/account/activity.ts'
import { VerifyAuditLog } from './verify-audit-log.tsx'

const { activity: words } = site

export function ActivityScreen() {
  const { me } = useAccount()
  const [filters, change] = useFilters(FILTERS)
  const query = activityQuery(filters)
  const isReversed = isReversedRange(filters)
  const pages = usePages(listActivity, { query, enabled: !isReversed })
  const filtered = Object.values(query).some((value) => value !== undefined)
  return (
    <div className="stack stack-wide">
      <ScreenHead title={words.title} lead={words.lead} />
      <VerifyAuditLog />
      <ActivityFilter filters={filters} change={change} filtered={filtered} isReversed={isReversed} />
      {query.person || query.actor ? (
        <Notice actions={<Button onClick={() => change({ person: '', actor: '' })}>{account.list.clear}</Button>}>
          {query.person ? words.onlyPerson : words.onlyActor}
        </Notice>
      ) : null}
      {isReversed ? null : (
        <PagedTable
          pages={pages}
          lines={8}
          caption={words.caption}
          columns={activityColumns}
          rowKey={({ id }) => id}
          empty={
            filtered
              ? { icon: ScrollText, title: words.noMatch, children: words.noMatchBody }
              : { icon: ScrollText, title: words.empty }
          }
        />
      )}
      {mayDo(me.role, 'activity.export') && !isReversed ? <Exports query={query} /> : null}
    </div>
  )
}

function Exports({ query }: { query: ReturnType<typeof activityQuery> }) {
  const csv = useDownload(exportActivity, { name: 'activity.csv', toast: words.downloaded })
  const lines = useDownload(exportActivityLines, { name: 'activity.jsonl', toast: words.downloaded })
  const error = csv.error ?? lines.error
  return (
    <div className="stack stack-close">
      {error ? <ErrorNotice error={error} /> : null}
      <div className="row">
        {[
          { label: words.csv, ...csv },
          { label: words.lines, ...lines },
        ].map(({ label, busy, download }) => (
          <Button key={label} icon={<Icon icon={Download} size={16} />} busy={busy} onClick={() => download({ query })}>
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}

const KINDS = optionsOf<string>(own.kinds).sort((one, other) => one.label.localeCompare(other.label))

type ActivityFilterProps = {
  filters: ActivityFilters
  change: (next: ActivityFilters) => void
  filtered: boolean
  isReversed: boolean
}

function ActivityFilter({ filters, change, filtered, isReversed }: ActivityFilterProps) {
  const clear = () => change(Object.fromEntries(FILTERS.map((name) => [name, ''])))
  return (
    <FilterBar
      label={words.filter}
      clear={filtered || isReversed ? { label: account.list.clear, onClear: clear } : undefined}
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
        options={[{ value: '', label: words.anyOutcome }, ...optionsOf(words.outcomes)]}
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
      <FilterRange>
        <Field
          label={words.from}
          type="date"
          value={filters.from ?? ''}
          error={isReversed ? words.wrongOrder : undefined}
          onChange={(event) => change({ from: event.currentTarget.value })}
        />
        <Field
          label={words.to}
          type="date"
          value={filters.to ?? ''}
          onChange={(event) => change({ to: event.currentTarget.value })}
        />
      </FilterRange>
    </FilterBar>
  )
}

function AppSelect({ app = '', onChoose }: { app: string | undefined; onChoose: (app: string) => void }) {
  const apps = useRouteQuery(listApps).data?.items ?? []
  if (apps.length === 0 && app === '') return null
  const deleted = app === '' || apps.some(({ id }) => id === app) ? [] : [{ value: app, label: words.goneApp }]
  return (
    <Select
      label={words.app}
      value={app}
      options={[
        { value: '', label: words.anyApp },
        ...apps.map(({ id, name }) => ({ value: id, label: name })),
        ...deleted,
      ]}
      onChoose={onChoose}
    />
  )
}
