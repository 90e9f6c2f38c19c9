import type { ReactNode } from 'react'
import './spinner.css'

/** Its style sheet shows it after 400 ms, as three dots with reduced motion. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />
}

export function Waiting({ role, children }: { role?: 'status'; children: ReactNode }) {
  return (
    <p className="inline small soft" role={role}>
      <Spinner />
      {children}
    </p>
  )
}
