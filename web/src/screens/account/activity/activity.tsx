import { exportOwnActivity, listOwnActivity } from '@countersign/contract/routes/activity.ts'
import { Download, ScrollText } from 'lucide-react'
import { useState } from 'react'
import { usePages } from '../../../components/account-data.tsx'
import { EventTable } from '../../../components/event-table.tsx'
import { Loaded, Refused } from '../../../components/loaded.tsx'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { useDownload } from '../../../components/use-download.ts'
import { useTimeZone } from '../../../components/when.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { activity as text } from '../../../words/own.ts'
import { endOf, startOf } from './day.ts'
import { type Filter, Filters, noFilter } from './filters.tsx'

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
            events.length === 0 ? (
              <Empty filtered={filter !== noFilter} />
            ) : (
              <EventTable pages={pages} events={events} />
            )
          }
        </Loaded>
      )}
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
