import { type ActivityKind, activityKinds } from '@countersign/contract/activity-kinds.ts'
import { exportOwnActivity, listOwnActivity } from '@countersign/contract/routes/activity.ts'
import { ChevronDown, Download, ScrollText } from 'lucide-react'
import { useState } from 'react'
import { usePages } from '../../../components/account-data.tsx'
import { EventTable } from '../../../components/event-table.tsx'
import { Loaded, Refused } from '../../../components/loaded.tsx'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { useDownload } from '../../../components/use-download.ts'
import { useTimeZone } from '../../../components/when.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Field, FieldFrame } from '../../../ui/field.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { account } from '../../../words/account.ts'
import { activity as text } from '../../../words/account-activity.ts'
import { endOfDay, startOfDay } from './day.ts'
import '../../../ui/select.css'

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
            busy={csv.busy || wrong}
            onClick={() => csv.download({ query })}
          >
            {text.csv}
          </Button>
        }
      />
      {csv.error ? <Refused error={csv.error} /> : null}
      <Filters filter={filter} onChange={setFilter} error={wrong ? text.wrongOrder : undefined} />
      {wrong ? null : (
        <Loaded answer={pages} lines={8}>
          {(events) => {
            if (events.length > 0) return <EventTable pages={pages} events={events} />
            if (filter === noFilter) return <EmptyState icon={ScrollText} title={text.emptyAll} />
            return (
              <EmptyState icon={ScrollText} title={text.empty}>
                {text.emptyBody}
              </EmptyState>
            )
          }}
        </Loaded>
      )}
    </div>
  )
}

function queryOf({ kind, from, to }: Filter, timeZone: string | undefined) {
  return {
    kind: kind || undefined,
    from: from ? startOfDay(from, timeZone) : undefined,
    to: to ? endOfDay(to, timeZone) : undefined,
  }
}

/** Days such as `2026-06-15`; an empty string does not filter. */
type Filter = { kind: ActivityKind | ''; from: string; to: string }

const noFilter: Filter = { kind: '', from: '', to: '' }

type FiltersProps = { filter: Filter; error: string | undefined; onChange: (filter: Filter) => void }

function Filters({ filter, error, onChange }: FiltersProps) {
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
        error={error}
        onChange={(event) => change({ to: event.currentTarget.value })}
      />
    </FilterBar>
  )
}

type Group = keyof typeof text.groups

/** By the first part of a kind, so that new kinds are grouped automatically. */
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
            <option value="">{text.allEvents}</option>
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
