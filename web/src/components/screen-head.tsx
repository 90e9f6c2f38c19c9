import type { ReactNode } from 'react'
import { Heading } from '../page/heading.tsx'
import { Link } from '../page/history.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { account } from '../words/account.ts'

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
    <PageHead picture={picture} lead={lead} actions={actions} crumbs={links} crumbsLabel={account.breadcrumb}>
      <Heading screen={screen}>{title}</Heading>
    </PageHead>
  )
}
