import type { Session } from '@countersign/contract/session.ts'
import { pages } from '../../words/pages.ts'

const { home } = pages
const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' })

export function SessionFacts({ session }: { session: Session }) {
  const { createdAt, idleExpiresAt, expiresAt } = session
  const rows: [string, string][] = [[home.since, createdAt]]
  if (idleExpiresAt < expiresAt) rows.push([home.idleEnd, idleExpiresAt], [home.latestEnd, expiresAt])
  else rows.push([home.end, expiresAt])
  return (
    <dl>
      <div>
        <dt>{home.device}</dt>
        <dd>{session.device}</dd>
      </div>
      {rows.map(([term, at]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            <time dateTime={at} title={exact.format(new Date(at))}>
              {moment.format(new Date(at))}
            </time>
          </dd>
        </div>
      ))}
    </dl>
  )
}
