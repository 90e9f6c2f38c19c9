import type { ReactNode } from 'react'
import { admin } from '../../../words/admin.ts'

type RankingProps = { rows: { key: string; label: ReactNode; count: number }[]; empty: string }

/** What there was most of, first, each with its share drawn beneath. */
export function Ranking({ rows, empty }: RankingProps) {
  const most = Math.max(1, ...rows.map(({ count }) => count))
  if (rows.length === 0) return <p className="ranking-empty soft">{empty}</p>
  return (
    <ol className="ranking">
      {rows.map(({ key, label, count }) => (
        <li key={key}>
          <span className="ranking-label">{label}</span>
          <span className="ranking-count">{admin.overview.times(count)}</span>
          <svg className="ranking-bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <rect width={(count / most) * 100} height={1} />
          </svg>
        </li>
      ))}
    </ol>
  )
}
