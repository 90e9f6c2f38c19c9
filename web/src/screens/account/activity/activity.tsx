import { type ActivityKind, activityKinds } from '@countersign/contract/activity-kinds.ts'
import { exportOwnActivity, listOwnActivity } from '@countersign/contract/routes/activity.ts'
import { ChevronDown, Download, ScrollText } from 'lucide'
import { useState } from 'react'
import { usePages } from '../../../components/account-data.tsx'
import { startOfDay } from '../../../components/activity/start-of-day.ts'
import { EventTable } from '../../../components/event-table.tsx'
import { ErrorNotice, Loaded } from '../../../components/loaded.tsx'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { useTimeZone } from '../../../components/timestamp.tsx'
import { useDownload } from '../../../components/use-download.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Field, FieldFrame } from '../../../ui/controls/field.tsx'
import { FilterBar, FilterRange } from '../../../ui/controls/filter-bar.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { list } from '../../../words/account/account.ts'
import { activity as text } from '../../../words/account/activity.ts'
import '../../../ui/controls/select.css'

export function ActivityScreen() {
  const [filter, setFilter] = useState<Filter>(noFilter)
  const timeZone = useTimeZone()
  const isReversed = filter.from !== '' && filter.to !== '' && filter.from > filter.to
  const query = toQuery(filter, timeZone)
  const pages = usePages(listOwnActivity, { query, enabled: !isReversed })
  const csv = useDownload(exportOwnActivity, { name: text.csvFile, toast: text.csvDone })
  return (
    <div className="stack stack-wide">
      <ScreenHead
        title={text.title}
        lead={text.lead}
        actions={
          <Button icon={Download} busy={csv.busy || isReversed} onClick={() => csv.download({ query })}>
            {text.csv}
          </Button>
        }
      />
      {csv.error ? <ErrorNotice error={csv.error} /> : null}
      <Filters filter={filter} onChange={setFilter} error={isReversed ? text.wrongOrder : undefined} />
      {isReversed ? null : (
        <Loaded answer={pages} lines={8}>
          {(events) => {
            if (events.length > 0) return <EventTable pages={pages} events={events} />
            const empty =
              filter === noFilter ? { title: text.emptyAll } : { title: text.empty, children: text.emptyBody }
            return <EmptyState icon={ScrollText} {...empty} />
          }}
        </Loaded>
      )}
    </div>
  )
}

function toQuery({ kind, from, to }: Filter, timeZone: string | undefined) {
  return {
    kind: kind || undefined,
    from: from ? startOfDay(from, timeZone) : undefined,
    to: to ? startOfDay(to, timeZone, 1) : undefined,
  }
}

/** Days are ISO dates; an empty string does not filter. */
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
      clear={filter === noFilter ? undefined : { label: list.clear, onClear: () => onChange(noFilter) }}
    >
      <KindField kind={filter.kind} onChoose={(kind) => change({ kind })} />
      <FilterRange>
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
      </FilterRange>
    </FilterBar>
  )
}

type Group = keyof typeof text.groups

/** By the prefix of a kind, so that new kinds are grouped automatically. */
const PREFIXES: [Group, string[]][] = [
  ['signIn', ['sign_in', 'sign_out', 'session', 'step_up', 'access', 'device', 'phone']],
  ['app', ['grant', 'oidc', 'forward_auth']],
  ['wallet', ['wallet']],
  ['recovery', ['recovery']],
  ['account', ['person', 'request']],
  ['site', []],
]

function KindField({ kind, onChoose }: { kind: Filter['kind']; onChoose: (kind: Filter['kind']) => void }) {
  const choose = (value: string) => onChoose(activityKinds.find((each) => each === value) ?? '')
  return (
    <FieldFrame label={text.kind}>
      {(ties) => (
        <div className="select">
          <select {...ties} value={kind} onChange={(event) => choose(event.currentTarget.value)}>
            <option value="">{text.allEvents}</option>
            {PREFIXES.map(([group]) => (
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
          <Icon icon={ChevronDown} size={16} />
        </div>
      )}
    </FieldFrame>
  )
}

function groupOf(kind: ActivityKind): Group {
  const [prefix = ''] = kind.split('.')
  return PREFIXES.find(([, prefixes]) => prefixes.includes(prefix))?.[0] ?? 'site'
}
