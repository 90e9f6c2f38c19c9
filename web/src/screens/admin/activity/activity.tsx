import * as routes from '@countersign/contract/routes/activity.ts'
import { listApps } from '@countersign/contract/routes/admin/app.ts'
import { Download, Link2, ScrollText } from 'lucide'
import { useEffect } from 'react'
import { usePages, useRouteMutation, useRouteQuery } from '../../../components/account-data.tsx'
import { activityColumns } from '../../../components/admin/activity/activity-columns.tsx'
import { activityQuery, FILTERS, isReversedRange } from '../../../components/admin/activity/activity-query.ts'
import { optionsOf, optionsOfItems } from '../../../components/admin/options.ts'
import { PagedTable } from '../../../components/admin/table.tsx'
import { type FilterState, useFilters } from '../../../components/admin/use-filters.ts'
import { ErrorNotice } from '../../../components/loaded.tsx'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { useDownload } from '../../../components/use-download.ts'
import { useMay } from '../../../components/use-signed-in.ts'
import { VERBATIM } from '../../../forms/use-form.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { FilterBar, FilterRange } from '../../../ui/controls/filter-bar.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { announce } from '../../../ui/feedback/live.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { list } from '../../../words/account/account.ts'
import { activity as own } from '../../../words/account/activity.ts'
import { activity as words } from '../../../words/admin/site.ts'
import '../../../components/admin/admin.css'

export function ActivityScreen() {
  const state = useFilters(FILTERS)
  const { filters, change } = state
  const query = activityQuery(filters)
  const isReversed = isReversedRange(filters)
  const pages = usePages(routes.listActivity, { query, enabled: !isReversed })
  const filtered = Object.values(query).some((value) => value !== undefined)
  return (
    <div className="stack stack-wide">
      <ScreenHead title={words.title} lead={words.lead} />
      <VerifyAuditLog />
      <ActivityFilter state={state} filtered={filtered} isReversed={isReversed} />
      {query.person || query.actor ? (
        <Notice actions={<Button onClick={() => change({ person: '', actor: '' })}>{list.clear}</Button>}>
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
      {useMay('activity.export') && !isReversed ? <Exports query={query} /> : null}
    </div>
  )
}

function Exports({ query }: { query: ReturnType<typeof activityQuery> }) {
  const csv = useDownload(routes.exportActivity, { name: 'activity.csv', toast: words.downloaded })
  const lines = useDownload(routes.exportActivityLines, { name: 'activity.jsonl', toast: words.downloaded })
  const error = csv.error ?? lines.error
  return (
    <div className="stack stack-close">
      {error ? <ErrorNotice error={error} /> : null}
      <div className="row">
        {[
          { label: words.csv, ...csv },
          { label: words.lines, ...lines },
        ].map(({ label, busy, download }) => (
          <Button key={label} icon={Download} busy={busy} onClick={() => download({ query })}>
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}

const KINDS = optionsOf<string>(own.kinds).sort((one, other) => one.label.localeCompare(other.label))

type ActivityFilterProps = {
  state: FilterState<(typeof FILTERS)[number]>
  filtered: boolean
  isReversed: boolean
}

function ActivityFilter({ state, filtered, isReversed }: ActivityFilterProps) {
  const { clear, choice, text } = state
  return (
    <FilterBar label={words.filter} clear={filtered || isReversed ? { label: list.clear, onClear: clear } : undefined}>
      <Select label={words.kind} {...choice('kind', words.allEvents, KINDS)} />
      <Select label={words.outcome} {...choice('outcome', words.anyOutcome, optionsOf(words.outcomes))} />
      <AppSelect state={state} />
      <Field
        label={words.code}
        type="search"
        placeholder={words.codeHint}
        maxLength={40}
        {...VERBATIM}
        {...text('code')}
      />
      <FilterRange>
        <Field label={words.from} type="date" error={isReversed ? words.wrongOrder : undefined} {...text('from')} />
        <Field label={words.to} type="date" {...text('to')} />
      </FilterRange>
    </FilterBar>
  )
}

function AppSelect({ state: { filters, choice } }: Pick<ActivityFilterProps, 'state'>) {
  const apps = useRouteQuery(listApps).data?.items ?? []
  const { app } = filters
  if (apps.length === 0 && app === undefined) return null
  const isDeleted = app !== undefined && !apps.some(({ id }) => id === app)
  const deleted = isDeleted ? [{ value: app, label: words.goneApp }] : []
  return <Select label={words.app} {...choice('app', words.anyApp, [...optionsOfItems(apps), ...deleted])} />
}

function VerifyAuditLog() {
  const check = useRouteMutation(routes.verifyActivity)
  return (
    <div className="stack stack-close">
      <div>
        <Button icon={Link2} busy={check.isPending} onClick={() => check.mutate({})}>
          {check.isPending ? words.checking : words.check}
        </Button>
      </div>
      {check.error ? <ErrorNotice error={check.error} /> : null}
      {check.data ? <Result result={check.data} /> : null}
    </div>
  )
}

function Result({ result }: { result: routes.ActivityCheck }) {
  const { checked, firstBad, head } = result
  const text = firstBad ? words.chainBad(firstBad.seq) : checked === 0 ? words.chainEmpty : words.chainGood(checked)
  useEffect(() => announce(text, firstBad ? 'assertive' : 'polite'), [text, firstBad])
  return (
    <Notice
      tone={firstBad ? 'bad' : 'good'}
      title={text}
      actions={head ? <CopyButton text={head} label={words.copyHead} done={words.headCopied} /> : undefined}
    >
      {firstBad ? (
        <>
          <p>
            {words.why}: {firstBad.why}
            {firstBad.id ? <span className="mono break"> {firstBad.id}</span> : null}
          </p>
          <p>{words.chainBadNext}</p>
        </>
      ) : null}
      {head ? (
        <>
          <p className="small soft">
            {words.head}: <span className="mono break">{head}</span>
          </p>
          <p className="small soft">{words.headNote}</p>
        </>
      ) : null}
    </Notice>
  )
}
