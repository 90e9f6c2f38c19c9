import { AppError } from '@countersign/contract/errors.ts'
import { listOwnActivity } from '@countersign/contract/routes/activity.ts'
import { type GrantDetails, getGrant } from '@countersign/contract/routes/grant.ts'
import { useState } from 'react'
import { useAnswer, usePages } from '../../../components/account-data.tsx'
import { EventTable } from '../../../components/event-table.tsx'
import { safeLaunchUrl } from '../../../components/launch-url.ts'
import { Loaded } from '../../../components/loaded.tsx'
import { NotFoundScreen } from '../../../components/not-found.tsx'
import { ScreenHead } from '../../../components/screen-head.tsx'
import { When } from '../../../components/when.tsx'
import { navigate } from '../../../page/history.tsx'
import { AppLogo } from '../../../ui/app-logo.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { type Fact, Facts } from '../../../ui/facts.tsx'
import { account } from '../../../words/account.ts'
import { apps as text } from '../../../words/account-apps.ts'
import { describeScopes } from './app-row.tsx'
import { Disconnect } from './disconnect.tsx'
import './apps.css'

const CRUMBS = [{ label: text.title, to: '/apps' }]

/** A connected app: the data it receives, its sessions and its activity. */
export function AppScreen({ params }: { params: Record<string, string> }) {
  const answer = useAnswer(getGrant, { params: { id: params.id ?? '' } })
  if (answer.error instanceof AppError && answer.error.code === 'not_found') return <NotFoundScreen />
  const { data } = answer
  const logo = data?.grant.app.logo
  return (
    <div className="stack stack-wide">
      <ScreenHead
        key={data ? 'known' : 'unknown'}
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
  const { id, app, scopes, grantedAt, lastUsedAt } = grant
  const [confirming, setConfirming] = useState(false)
  const launch = safeLaunchUrl(app.launchUrl)
  const facts: Fact[] = [
    [text.access, describeScopes(scopes)],
    [text.since, <When key="since" at={grantedAt} exact />],
    [text.lastUsedFact, <When key="used" at={lastUsedAt} />],
    [text.tokens, text.tokenCount(sessions)],
  ]
  return (
    <section className="connected-about sheet sheet-even">
      <h2>{text.about}</h2>
      <Facts of={facts} />
      <div className="row">
        {launch ? (
          <ButtonLink href={launch} rel="noreferrer">
            {text.open}
          </ButtonLink>
        ) : null}
        <Button onClick={() => setConfirming(true)}>{text.disconnect}</Button>
      </div>
      {confirming ? (
        <Disconnect
          id={id}
          name={app.name}
          onEnded={() => navigate('/apps', { replace: true })}
          onClose={() => setConfirming(false)}
        />
      ) : null}
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
