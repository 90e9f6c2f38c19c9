import type { Session } from '@countersign/contract/routes/session.ts'
import { When } from '../../../components/when.tsx'
import { pages } from '../../../words/pages.ts'

const { home } = pages

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
            <When at={at} exact />
          </dd>
        </div>
      ))}
    </dl>
  )
}
