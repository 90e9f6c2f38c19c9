import type { ReactNode } from 'react'
import { Heading } from '../page/heading.tsx'
import { Link } from '../page/history.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { account } from '../words/account.ts'

export type Crumb = { label: string; to: string }

type ScreenHeadProps = {
  title: string
  /** What the tab says, where the title is a name. */
  screen?: string
  /** Of whatever the title names. */
  picture?: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  crumbs?: Crumb[]
}

/** The head of a signed-in screen: its h1, which takes the focus, what it is for and what one can do. */
export function ScreenHead({ title, screen = title, picture, lead, actions, crumbs = [] }: ScreenHeadProps) {
  const links = crumbs.map(({ label, to }) => ({ key: to, link: <Link to={to}>{label}</Link> }))
  return (
    <PageHead picture={picture} lead={lead} actions={actions} crumbs={links} crumbsLabel={account.breadcrumb}>
      <Heading screen={screen}>{title}</Heading>
    </PageHead>
  )
}
