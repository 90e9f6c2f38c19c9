import { AppError } from '@countersign/contract/error/errors.ts'
import type { ReactNode } from 'react'
import { Heading } from '../../page/heading.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { requestAccess as text } from '../../words/request-access.ts'
import { requirements as needs } from '../../words/rules/requirements.ts'
import { Contact } from '../contact.tsx'
import { ErrorNotice } from '../loaded.tsx'
import { NotFoundScreen } from '../not-found.tsx'
import { SignedInAs } from '../person/signed-in-as.tsx'
import { AccessActions } from './access-actions.tsx'
import { AccessRequest } from './access-request.tsx'
import { type Access, type AccessTarget, useAccess } from './use-access.ts'
import './access.css'

type AccessCardProps = {
  target: AccessTarget
  logo?: ReactNode
  /** Where to sign in with another wallet. */
  switchTo: string
  /** For a person who has access by now. */
  enter: (access: Access) => ReactNode
  leave: ReactNode
}

/** Whether this person has access to an app or a protected host, and what to do if not. */
export function AccessCard({ target, logo, switchTo, enter, leave }: AccessCardProps) {
  const { lookup, retry, request, check } = useAccess(target)
  if (lookup.status === 'failed' && isUnknownTarget(lookup.error)) return <NotFoundScreen />
  if (lookup.status !== 'found') {
    return (
      <div key={lookup.status} className="card access-card stack stack-wide">
        <Heading screen={text.screen}>{text.screen}</Heading>
        {lookup.status === 'failed' ? (
          <ErrorNotice error={lookup.error} onRetry={retry} />
        ) : (
          <Skeleton label={text.loading} lines={4} />
        )}
        {leave}
      </div>
    )
  }
  const { data: access } = lookup
  const { outcome, name, requirements } = access
  const hasRule = requirements.some((requirement) => requirement.hasRule)
  const { title, lead } = TEXTS[outcome]
  return (
    // Another heading takes the focus of the button that is gone.
    <div key={outcome} className="card access-card stack stack-wide">
      <div className="stack">
        {logo}
        <div className="stack stack-close">
          <Heading screen={text.screen}>
            {title} <bdi>{name}</bdi>
          </Heading>
          <p className="soft">{outcome === 'no' && hasRule ? needs.deniedLead : lead}</p>
        </div>
      </div>
      <SignedInAs switchTo={switchTo} />
      <AccessActions access={access} onCheck={check} />
      {outcome === 'no' ? (
        <AccessRequest request={access.request} answer={text.answerAtHome} onSend={request} foldsMessage />
      ) : null}
      {outcome === 'yes' ? enter(access) : null}
      {leave}
      <Contact />
    </div>
  )
}

const TEXTS = {
  yes: { title: text.admittedTitle, lead: text.admitted },
  no: { title: text.deniedTitle, lead: text.denied },
  unknown: { title: needs.unknownTitle, lead: needs.unknownLead },
}

function isUnknownTarget(error: unknown): boolean {
  return error instanceof AppError && error.status < 500 && error.code !== 'rate_limited'
}
