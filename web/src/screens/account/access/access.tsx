import { AppError } from '@countersign/contract/errors.ts'
import type { ReactNode } from 'react'
import { AskForAccess } from '../../../components/access-request/ask-for-access.tsx'
import { useAccess } from '../../../components/access-request/use-access.ts'
import { Contact } from '../../../components/contact.tsx'
import { Refused } from '../../../components/loaded.tsx'
import { NotFoundScreen } from '../../../components/not-found.tsx'
import { Heading } from '../../../page/heading.tsx'
import { Link, useQuery } from '../../../page/history.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { requestAccess as text } from '../../../words/request-access.ts'

/** Where the refusal of a protected host leads: what it is, and how to get in. */
export function AccessScreen() {
  const host = useQuery('host')
  return host ? <HostAccess host={host} /> : <NotFoundScreen />
}

function HostAccess({ host }: { host: string }) {
  const { looked, ask, again } = useAccess({ host })
  if (looked.status === 'looking') {
    return (
      <Card title={text.screen}>
        <Skeleton label={text.loading} lines={4} />
      </Card>
    )
  }
  if (looked.status === 'refused') {
    const { error } = looked
    if (error instanceof AppError && error.status < 500 && error.code !== 'rate_limited') return <NotFoundScreen />
    return (
      <Card title={text.screen}>
        <Refused error={error} onRetry={again} />
      </Card>
    )
  }
  const { name, url, admitted, request } = looked.access
  return (
    <Card title={admitted ? text.admittedTitle : text.deniedTitle} name={name}>
      <p className="soft">{admitted ? text.admitted : text.denied}</p>
      {admitted ? null : <AskForAccess request={request} onAsk={ask} />}
      <div className="actions">
        {admitted && url ? (
          <a className="button primary" href={url}>
            <span>{text.openIt}</span>
          </a>
        ) : null}
        <Link to="/home" className="button plain">
          <span>{text.home}</span>
        </Link>
      </div>
      <Contact />
    </Card>
  )
}

function Card({ title, name, children }: { title: string; name?: string; children: ReactNode }) {
  return (
    <div className="card stack stack-wide">
      <Heading screen={text.screen}>
        {title} {name === undefined ? null : <bdi>{name}</bdi>}
      </Heading>
      {children}
    </div>
  )
}
