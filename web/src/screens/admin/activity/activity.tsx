import { mayDo } from '@countersign/contract/permission.ts'
import { exportActivity, exportActivityLines, listActivity } from '@countersign/contract/routes/activity.ts'
import { Download, ScrollText } from 'lucide-react'
import { usePages } from '../../../components/account-data.tsx'
import { activityColumns } from '../../../components/admin/activity-columns.tsx'
import { activityQuery, FILTERS, isWrongOrder } from '../../../components/admin/activity-query.ts'
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
import { site } from '../../../words/admin.ts'
import { ActivityFilter } from './activity-filter.tsx'
import { ChainCheck } from './verify-audit-log.tsx'
import '../../../components/admin/admin.css'

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
      <ChainCheck />
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
      <p>{person ? words.onlyPerson : words.onlyActor}</p>
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

/** What is filtered is what is exported. */
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
            aria-disabled={busy || undefined}
            onClick={busy ? undefined : () => download({ query })}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}
