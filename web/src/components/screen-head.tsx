import { BookOpen } from 'lucide'
import type { ReactNode } from 'react'
import { Heading } from '../page/heading.tsx'
import { Link, usePath } from '../page/history.tsx'
import { Icon } from '../ui/icon.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { account } from '../words/account/account.ts'
import { findAdminHelp } from './help/admin-help.ts'
import { DocumentationLink } from './help/documentation-link.tsx'

export type Crumb = { label: string; to: string }

type ScreenHeadProps = {
  title: string
  screen?: string
  picture?: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  crumbs?: Crumb[]
}

export function ScreenHead({ title, screen = title, picture, lead, actions, crumbs = [] }: ScreenHeadProps) {
  const links = crumbs.map(({ label, to }) => ({ key: to, link: <Link to={to}>{label}</Link> }))
  return (
    <PageHead
      picture={picture}
      lead={lead}
      actions={actions}
      help={<Help />}
      crumbs={links}
      crumbsLabel={account.breadcrumb}
    >
      <Heading screen={screen}>{title}</Heading>
    </PageHead>
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
