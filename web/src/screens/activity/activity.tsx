import { type Activity, exportOwnActivity, listOwnActivity } from '@countersign/contract/activity.ts'
import { Download, ScrollText } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { account } from '../../words/account.ts'
import { activity as text } from '../../words/own.ts'
import { usePages } from '../account/data.tsx'
import { Loaded, Refused } from '../account/loaded.tsx'
import { ScreenHead } from '../account/screen-head.tsx'
import { useDownload } from '../account/use-download.ts'
import { useTimeZone, When } from '../account/when.tsx'
import { endOf, startOf } from './day.ts'
import { EventText, EventWhere } from './event-text.tsx'
import { type Filter, Filters, noFilter } from './filters.tsx'
import './activity.css'

const COLUMNS: Column<Activity>[] = [
  { key: 'what', label: text.what, render: (event) => <EventText event={event} /> },
  { key: 'where', label: text.where, render: (event) => <EventWhere event={event} /> },
  { key: 'when', label: text.when, render: ({ at }) => <When at={at} />, align: 'end' },
]

export function ActivityScreen() {
  const [filter, setFilter] = useState<Filter>(noFilter)
  const timeZone = useTimeZone()
  const wrong = filter.from !== '' && filter.to !== '' && filter.from > filter.to
  const query = queryOf(filter, timeZone)
  const pages = usePages(listOwnActivity, { query, enabled: !wrong })
  const csv = useDownload(exportOwnActivity, { name: text.csvFile, done: text.csvDone })
  return (
    <div className="stack stack-wide">
      <ScreenHead
        title={text.title}
        lead={text.lead}
        actions={
          <Button
            icon={<Download size={16} aria-hidden="true" />}
            aria-disabled={csv.busy || wrong || undefined}
            onClick={csv.busy || wrong ? undefined : () => csv.download({ query })}
          >
            {text.csv}
          </Button>
        }
      />
      {csv.error ? <Refused error={csv.error} /> : null}
      <Filters filter={filter} onChange={setFilter} refusal={wrong ? text.wrongOrder : undefined} />
      {wrong ? null : (
        <Loaded answer={pages} lines={8}>
          {(events) =>
            events.length === 0 ? <Empty filtered={filter !== noFilter} /> : <Events pages={pages} events={events} />
          }
        </Loaded>
      )}
    </div>
  )
}

type Pages = ReturnType<typeof usePages<typeof listOwnActivity>>

function Events({ pages, events }: { pages: Pages; events: Activity[] }) {
  return (
    <div>
      <DataTable
        caption={text.caption}
        columns={COLUMNS}
        rows={events}
        rowKey={({ id }) => id}
        busy={pages.isFetching && !pages.isFetchingNextPage}
      />
      <LoadMore
        hasMore={pages.hasNextPage}
        busy={pages.isFetchingNextPage}
        onMore={() => void pages.fetchNextPage()}
        words={{ more: account.list.more, busy: account.list.busy, all: account.list.all(events.length) }}
      />
    </div>
  )
}

function Empty({ filtered }: { filtered: boolean }) {
  return (
    <EmptyState icon={ScrollText} title={filtered ? text.empty : text.emptyAll}>
      {filtered ? text.emptyBody : null}
    </EmptyState>
  )
}

function queryOf({ kind, from, to }: Filter, timeZone: string | undefined) {
  return {
    kind: kind || undefined,
    from: from ? startOf(from, timeZone) : undefined,
    to: to ? endOf(to, timeZone) : undefined,
  }
}
