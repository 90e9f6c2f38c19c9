import type { ReactNode } from 'react'

export type Fact = [term: string, value: ReactNode]

/** A list of terms and their values. Facts that do not apply are passed as `null`. */
export function Facts({ of, className }: { of: (Fact | null)[]; className?: string }) {
  return (
    <dl className={className}>
      {of.map((fact) =>
        fact === null ? null : (
          <div key={fact[0]}>
            <dt>{fact[0]}</dt>
            <dd>{fact[1]}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
