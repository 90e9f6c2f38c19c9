import { BookOpen } from 'lucide'
import type { ReactNode } from 'react'
import { Heading } from '../page/heading.tsx'
import { Link, usePath } from '../page/history.tsx'
import { Icon } from '../ui/icon.tsx'
import { WithLogo } from '../ui/identity/app-logo.tsx'
import { account } from '../words/account/account.ts'
import { findAdminHelp } from './help/admin-help.ts'
import { DocumentationLink } from './help/documentation-link.tsx'
import '../ui/page-head.css'

export type Crumb = { label: string; to: string }

type ScreenHeadProps = {
  title: string
  screen?: string
  picture?: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  /** Links to the parent pages, top-level first. */
  crumbs?: Crumb[]
}

export function ScreenHead({ title, screen = title, picture, lead, actions, crumbs = [] }: ScreenHeadProps) {
  return (
    <div className="page-head">
      {crumbs.length > 0 ? (
        <nav className="page-head-crumbs small soft" aria-label={account.breadcrumb}>
          <ol>
            {crumbs.map(({ label, to }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ol>
        </nav>
      ) : null}
      <div className="page-head-row">
        <div className="page-head-title stack">
          <div className="page-head-heading">
            <WithLogo picture={picture}>
              <Heading screen={screen}>{title}</Heading>
            </WithLogo>
            <Help />
          </div>
          {lead ? <p className="soft">{lead}</p> : null}
        </div>
        {actions ? <div className="row">{actions}</div> : null}
      </div>
    </div>
  )
}

function Help() {
  const target = findAdminHelp(usePath())
  if (target === undefined) return null
  return (
    <DocumentationLink href={target} className="page-head-help text-link small">
      <Icon icon={BookOpen} size={16} />
      {account.docs}
    </DocumentationLink>
  )
}
