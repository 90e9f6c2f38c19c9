import { AppError } from '@countersign/contract/errors.ts'
import { AccessRequest, useAccess } from '../../../components/access-request.tsx'
import { Contact } from '../../../components/contact.tsx'
import { ErrorNotice } from '../../../components/loaded.tsx'
import { NotFoundScreen } from '../../../components/not-found.tsx'
import { AccessActions } from '../../../components/rule/access-actions.tsx'
import { RequirementList } from '../../../components/rule/requirement-list.tsx'
import { Card } from '../../../page/card.tsx'
import { useQuery } from '../../../page/history.tsx'
import { LinkButton } from '../../../page/link-button.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { requestAccess as text } from '../../../words/request-access.ts'
import { requirements as needs } from '../../../words/requirements.ts'

export function AccessScreen() {
  const host = useQuery('host')
  return host ? <HostAccess host={host} /> : <NotFoundScreen />
}

function HostAccess({ host }: { host: string }) {
  const { lookup, request: sendRequest, retry, check } = useAccess({ host })
  if (lookup.status === 'loading') {
    return (
      <Card key="loading" screen={text.screen} title={text.screen}>
        <Skeleton label={text.loading} lines={4} />
      </Card>
    )
  }
  if (lookup.status === 'failed') {
    const { error } = lookup
    if (error instanceof AppError && error.status < 500 && error.code !== 'rate_limited') return <NotFoundScreen />
    return (
      <Card key="failed" screen={text.screen} title={text.screen}>
        <ErrorNotice error={error} onRetry={retry} />
      </Card>
    )
  }
  const { name, url, outcome, request, requirements } = lookup.data
  const isAdmitted = outcome === 'yes'
  const hasRule = requirements.some((requirement) => requirement.hasRule)
  const { title, lead } = TEXTS[outcome]
  return (
    <Card
      // Another heading, which takes the focus of the button that is gone.
      key={isAdmitted ? 'admitted' : 'refused'}
      screen={text.screen}
      title={
        <>
          {title} <bdi>{name}</bdi>
        </>
      }
      lead={outcome === 'no' && hasRule ? needs.deniedLead : lead}
    >
      {isAdmitted ? null : <RequirementList requirements={requirements} />}
      {hasRule ? <AccessActions access={lookup.data} switchTo={switchPath()} onCheck={check} /> : null}
      {outcome === 'no' ? <AccessRequest request={request} onSend={sendRequest} /> : null}
      <div className="actions">
        {isAdmitted && url ? (
          <ButtonLink look="primary" href={url}>
            {text.openIt}
          </ButtonLink>
        ) : null}
        <LinkButton to="/home">{text.home}</LinkButton>
      </div>
      <Contact />
    </Card>
  )
}

function switchPath(): string {
  return `/sign-in?switch=1&return_to=${encodeURIComponent(location.pathname + location.search)}`
}

const TEXTS = {
  yes: { title: text.admittedTitle, lead: text.admitted },
  no: { title: text.deniedTitle, lead: text.denied },
  unknown: { title: needs.unknownTitle, lead: needs.unknownLead },
}
