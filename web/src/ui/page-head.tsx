import type { ReactNode } from 'react'
import { WithLogo } from './identity/app-logo.tsx'
import './page-head.css'

type PageHeadProps = {
  /** The screen's h1. */
  children: ReactNode
  picture?: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  help?: ReactNode
  /** Links to the parent pages, top-level first. */
  crumbs?: { key: string; link: ReactNode }[]
  crumbsLabel?: string
}

export function PageHead({ children, picture, lead, actions, help, crumbs = [], crumbsLabel }: PageHeadProps) {
  return (
    <div className="page-head">
      {crumbs.length > 0 ? (
        <nav className="page-head-crumbs small soft" aria-label={crumbsLabel}>
          <ol>
            {crumbs.map(({ key, link }) => (
              <li key={key}>{link}</li>
            ))}
          </ol>
        </nav>
      ) : null}
      <div className="page-head-row">
        <div className="page-head-title">
          <div className="page-head-heading">
            <WithLogo picture={picture}>{children}</WithLogo>
            {help}
          </div>
          {lead ? <p className="soft">{lead}</p> : null}
        </div>
        {actions ? <div className="row">{actions}</div> : null}
      </div>
    </div>
  )
}
