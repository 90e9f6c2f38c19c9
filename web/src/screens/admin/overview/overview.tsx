import { type ChecklistItem, getChecklist } from '@countersign/contract/routes/admin/checklist.ts'
import { getHealth, type HealthCheck } from '@countersign/contract/routes/admin/health.ts'
import { getStats, type Stats } from '@countersign/contract/routes/admin/stats.ts'
import { type ReactNode, useState } from 'react'
import { useRouteQuery } from '../../../components/account-data.tsx'
import { type LocalDay, localDays, spanOf } from '../../../components/admin/activity/local-days.ts'
import { NameLink } from '../../../components/admin/table.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { useMay } from '../../../components/use-signed-in.ts'
import { Link, useQuery } from '../../../page/history.tsx'
import { LinkButton } from '../../../page/link-button.tsx'
import { Chart } from '../../../ui/data/chart.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { account } from '../../../words/account/account.ts'
import { overview } from '../../../words/admin/admin.ts'
import { health } from '../../../words/admin/site.ts'
import { isProblemCode, wordsForProblem } from '../../../words/problems.ts'
import { Checklist, isOpen } from './checklist.tsx'
import './overview.css'
import '../../../components/item/part-nav.css'

const SPANS = [30, 90]
const number = new Intl.NumberFormat()
const shortDay = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })

export function OverviewScreen() {
  const days = useQuery('days') === '90' ? 90 : 30
  const [now] = useState(() => new Date())
  const answer = useRouteQuery(getStats, { query: spanOf(days, now) })
  const isOwner = useMay('settings.write')
  const checklist = useRouteQuery(getChecklist, { enabled: isOwner })
  const items = checklist.data?.items ?? []
  // What is above the charts comes first, so that they do not move.
  const waits = isOwner && checklist.isPending
  return (
    <div className="stack stack-wide">
      <ScreenHead title={overview.title} />
      {waits ? null : <HealthProblems except={items.filter(isOpen).flatMap(({ item }) => CHECKS[item] ?? [])} />}
      <Checklist items={items} />
      {waits ? (
        <Skeleton label={account.loading} lines={8} />
      ) : (
        <>
          <section className="sheet overview-chart stack">
            <div className="spread">
              <h2>{overview.signIns}</h2>
              <Spans chosen={days} />
            </div>
            <Loaded answer={answer} lines={8}>
              {({ hours }) => <SignIns days={localDays(hours, days, now)} />}
            </Loaded>
          </section>
          {answer.data ? <Numbers stats={answer.data} days={localDays(answer.data.hours, days, now)} /> : null}
        </>
      )}
    </div>
  )
}

/** Items of the checklist that Health checks, too. */
const CHECKS: Partial<Record<ChecklistItem, HealthCheck>> = { recovery: 'owners', backup: 'backup' }

function Spans({ chosen }: { chosen: number }) {
  return (
    <nav className="segments" aria-label={overview.span}>
      {SPANS.map((days) => (
        <Link
          key={days}
          to={days === SPANS[0] ? '/admin' : `/admin?days=${days}`}
          className="segment"
          aria-current={days === chosen ? 'true' : undefined}
        >
          {overview.days(days)}
        </Link>
      ))}
    </nav>
  )
}

function SignIns({ days }: { days: LocalDay[] }) {
  if (sum(days, 'ok') + sum(days, 'refused') === 0) return <p className="soft">{overview.noSignIns}</p>
  return (
    <Chart
      series={[
        { key: 'ok', label: overview.ok, tone: 'ink' },
        { key: 'refused', label: overview.refused, tone: 'bad' },
      ]}
      points={days.map(({ start, ok, refused }) => ({ label: shortDay.format(start), values: { ok, refused } }))}
      summary={summaryOf(days)}
      words={account.chart}
    />
  )
}

function Numbers({ stats, days }: { stats: Stats; days: LocalDay[] }) {
  const { refusals, wallets, apps } = stats
  return (
    <>
      <Totals stats={stats} days={days} />
      <div className="overview-lists">
        <Ranking
          title={overview.refusals}
          empty={overview.noRefusals}
          rows={refusals.map(({ code, count }) => ({ key: code, count, label: <Refusal code={code} /> }))}
        />
        <Ranking
          title={overview.wallets}
          empty={overview.noWallets}
          rows={wallets.map(({ name, count }) => ({ key: name, count, label: <bdi>{name}</bdi> }))}
        />
        <Ranking
          title={overview.apps}
          empty={overview.noApps}
          rows={apps.map(({ id, name, count }) => ({
            ...{ key: id, count },
            label: <NameLink to={`/admin/apps/${id}`} name={name} />,
          }))}
        />
      </div>
    </>
  )
}

function Totals({ stats: { totals }, days }: { stats: Stats; days: LocalDay[] }) {
  const { people, active1, active7, active30, sessions } = totals
  const figures: [string, number, string?][] = [
    [overview.people, people, '/admin/people'],
    [overview.newPeople(days.length), sum(days, 'newPeople')],
    [overview.active1, active1],
    [overview.active7, active7],
    [overview.active30, active30],
    [overview.sessions, sessions, '/admin/sessions'],
  ]
  return (
    <section aria-labelledby="overview-numbers">
      <h2 id="overview-numbers" className="hidden-visually">
        {overview.numbers}
      </h2>
      <dl className="figures">
        {figures.map(([label, value, to]) => (
          <div key={label}>
            <dt className="small soft">{to ? <Link to={to}>{label}</Link> : label}</dt>
            <dd>{number.format(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Refusal({ code }: { code: string }) {
  const label = isProblemCode(code) ? wordsForProblem(code, account.theWallet).title : code
  return <Link to={`/admin/activity?outcome=refused&code=${encodeURIComponent(code)}`}>{label}</Link>
}

function summaryOf(days: LocalDay[]): string {
  const text = overview.summary(days.length, sum(days, 'ok'), sum(days, 'refused'))
  const peak = days.reduce((best, day) => (day.ok > best.ok ? day : best), days[0] as LocalDay) // a span has days
  return peak.ok === 0 ? `${text}.` : `${text}${overview.peak(shortDay.format(peak.start), peak.ok)}.`
}

function sum(days: LocalDay[], key: 'ok' | 'refused' | 'newPeople'): number {
  return days.reduce((total, day) => total + day[key], 0)
}

type RankingProps = { title: string; empty: string; rows: { key: string; label: ReactNode; count: number }[] }

function Ranking({ title, empty, rows }: RankingProps) {
  const most = Math.max(1, ...rows.map(({ count }) => count))
  return (
    <section className="sheet">
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p className="sheet-empty soft">{empty}</p>
      ) : (
        <ol className="ranking stack stack-medium">
          {rows.map(({ key, label, count }) => (
            <li key={key}>
              <span>{label}</span>
              <span className="soft">{overview.times(count)}</span>
              <svg className="ranking-bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
                <rect width={(count / most) * 100} height={1} />
              </svg>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** Above everything else, and only when something is wrong. `except`: what the checklist asks for. */
function HealthProblems({ except }: { except: HealthCheck[] }) {
  const { data } = useRouteQuery(getHealth, { query: { browserOrigin: location.origin } })
  const problems = data?.items.filter(({ check, state }) => state === 'bad' && !except.includes(check)) ?? []
  if (problems.length === 0) return null
  return (
    <Notice tone="bad" title={overview.problems} actions={<LinkButton to="/admin/health">{overview.fix}</LinkButton>}>
      <ul className="stack stack-close">
        {problems.map(({ check, text }) => (
          <li key={check}>
            <strong>{health.checks[check]}:</strong> {text}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
