import { AppError } from '@countersign/contract/error/errors.ts'
import { listOwnActivity } from '@countersign/contract/routes/activity.ts'
import { type GrantDetails, getGrant } from '@countersign/contract/routes/grant.ts'
import { usePages, useRouteQuery } from '../../../components/account-data.tsx'
import { EventTable } from '../../../components/event-table.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { NotFoundScreen } from '../../../components/not-found.tsx'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { Timestamp } from '../../../components/timestamp.tsx'
import { navigate } from '../../../page/history.tsx'
import { CodeBlock } from '../../../ui/data/code-block.tsx'
import { type Fact, Facts } from '../../../ui/data/facts.tsx'
import { AppLogo } from '../../../ui/identity/app-logo.tsx'
import { account } from '../../../words/account/account.ts'
import { apps as text } from '../../../words/account/apps.ts'
import { describeScopes, GrantActions } from './grant-actions.tsx'
import './apps.css'

const CRUMBS = [{ label: text.title, to: '/apps' }]

export function AppScreen({ params }: { params: Record<string, string> }) {
  const answer = useRouteQuery(getGrant, { params: { id: params.id ?? '' } })
  if (answer.error instanceof AppError && answer.error.code === 'not_found') return <NotFoundScreen />
  const { data } = answer
  const logo = data?.grant.app.logo
  return (
    <div className="stack stack-wide">
      <ScreenHead
        key={data ? 'loaded' : 'loading'}
        title={data?.grant.app.name ?? account.unknownTitle}
        picture={logo ? <AppLogo logo={logo} size={36} /> : null}
        crumbs={CRUMBS}
      />
      <Loaded answer={answer} lines={8}>
        {(details) => (
          <>
            <About details={details} />
            <SharedData claims={details.claims} />
            <AppActivity appId={details.grant.app.id} />
          </>
        )}
      </Loaded>
    </div>
  )
}

function About({ details: { grant, sessions } }: { details: GrantDetails }) {
  const { scopes, grantedAt, lastUsedAt } = grant
  const facts: Fact[] = [
    [text.access, describeScopes(scopes)],
    [text.since, <Timestamp key="since" at={grantedAt} exact />],
    [text.lastUsedFact, <Timestamp key="used" at={lastUsedAt} />],
    [text.tokens, text.tokenCount(sessions)],
  ]
  return (
    <section className="connected-about sheet sheet-even">
      <h2>{text.about}</h2>
      <Facts of={facts} />
      <GrantActions grant={grant} onEnded={() => navigate('/apps', { replace: true })} />
    </section>
  )
}

function SharedData({ claims }: { claims: GrantDetails['claims'] }) {
  return (
    <section className="stack stack-close">
      <h2>{text.shared}</h2>
      <p className="soft">{text.sharedNote}</p>
      <CodeBlock title={text.sharedTitle} text={JSON.stringify(claims, null, 2)} words={text.copyShared} />
    </section>
  )
}

function AppActivity({ appId }: { appId: string }) {
  const pages = usePages(listOwnActivity, { query: { app: appId } })
  return (
    <section className="stack stack-close">
      <h2>{text.activity}</h2>
      <Loaded answer={pages} lines={4}>
        {(events) => (events.length === 0 ? <p>{text.nothing}</p> : <EventTable pages={pages} events={events} />)}
      </Loaded>
    </section>
  )
}
