import type { ReactNode } from 'react'

export type Fact = [term: string, value: ReactNode]

/** What is known of something, line by line. */
export function Facts({ of }: { of: Fact[] }) {
  return (
    <dl>
      {of.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
