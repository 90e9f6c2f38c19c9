import type { Activity, listOwnActivity } from '@countersign/contract/routes/activity.ts'
import { type Column, DataTable } from '../ui/data/data-table.tsx'
import { activity as text } from '../words/account/activity.ts'
import type { usePages } from './account-data.tsx'
import { EventText, EventWhere } from './event-text.tsx'
import { MorePages } from './more-pages.tsx'
import { Timestamp } from './timestamp.tsx'
import './event-table.css'

type Pages = ReturnType<typeof usePages<typeof listOwnActivity>>

export function EventTable({ pages, events }: { pages: Pages; events: Activity[] }) {
  return (
    <div>
      <DataTable
        caption={text.caption}
        columns={COLUMNS}
        rows={events}
        rowKey={({ id }) => id}
        busy={pages.isFetching && !pages.isFetchingNextPage}
      />
      <MorePages pages={pages} shown={events} />
    </div>
  )
}

const COLUMNS: Column<Activity>[] = [
  { label: text.what, render: (event) => <EventText event={event} /> },
  { label: text.where, render: (event) => <EventWhere event={event} /> },
  { label: text.when, render: ({ at }) => <Timestamp at={at} />, align: 'end' },
]
