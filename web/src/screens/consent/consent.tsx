import type { Interaction } from '@countersign/contract/routes/interaction.ts'
import { useEffect } from 'react'
import { AskForAccess } from '../../components/access-request/ask-for-access.tsx'
import { useAccess } from '../../components/access-request/use-access.ts'
import { Contact } from '../../components/contact.tsx'
import { Heading } from '../../page/heading.tsx'
import { navigate } from '../../page/history.tsx'
import { useSession } from '../../page/page-context.tsx'
import { interaction as text } from '../../words/interaction.ts'
import { AppHead } from './app-head.tsx'
import { Told } from './claims-list.tsx'
import { Decisions } from './decisions.tsx'
import { Prove } from './prove.tsx'
import { NotShown } from './request-status.tsx'
import { useName, Who } from './signed-in-as.tsx'
import { useDecision } from './use-decision.ts'
import { useInteraction } from './use-interaction.ts'
import './consent.css'

/** What an app asks for, decided by whoever is signed in: consent, which account, or why not at all. */
export function ConsentScreen({ id }: { id: string }) {
  const session = useSession()
  const { looked, again } = useInteraction(id, session.status === 'signed-in' ? session.state.session.id : '')
  if (looked.status !== 'found') return <NotShown looked={looked} onAgain={again} />
  const { interaction } = looked
  if (interaction.step === 'sign_in') return <ToSignIn id={id} />
  const Step = STEPS[interaction.step]
  return (
    <div className="card asked stack stack-wide">
      <Step interaction={interaction} onOutdated={again} />
    </div>
  )
}

function ToSignIn({ id }: { id: string }) {
  useEffect(() => navigate(`/sign-in?interaction=${encodeURIComponent(id)}`, { replace: true }), [id])
  return null
}

type StepProps = { interaction: Interaction; onOutdated: () => void }

function Consent({ interaction, onOutdated }: StepProps) {
  const { id, app, scopes, newScopes } = interaction
  const deciding = useDecision(interaction, onOutdated)
  const widened = newScopes.length > 0 && newScopes.length < scopes.length
  return (
    <>
      <AppHead app={app}>
        <Heading screen={text.screen}>
          {text.allowTitle} <bdi>{app.name}</bdi>?
        </Heading>
        <p className="soft">
          <bdi>{app.name}</bdi> {widened ? text.asksMore : text.asks}
        </p>
        <Destination host={app.host} />
      </AppHead>
      <Who id={id} />
      <Told interaction={interaction} />
      <Decisions
        deciding={deciding}
        yes={{ label: text.allow, decision: 'allow' }}
        no={{ label: text.deny, decision: 'deny' }}
      />
      <p className="small soft">{text.later}</p>
    </>
  )
}

/** Signed in already: the app wants to hear which account it is to be. */
function Choose({ interaction, onOutdated }: StepProps) {
  const { id, app } = interaction
  const deciding = useDecision(interaction, onOutdated)
  return (
    <>
      <AppHead app={app}>
        <Heading screen={text.screen}>
          {text.continueTitle} <bdi>{app.name}</bdi>
        </Heading>
        <p className="soft">{text.continueLead}</p>
        <Destination host={app.host} />
      </AppHead>
      <Who id={id} />
      <Decisions
        deciding={deciding}
        yes={{ label: text.continueAs(useName()), decision: 'continue' }}
        no={{ label: text.back, decision: 'deny' }}
      />
    </>
  )
}

function NoAccess({ interaction, onOutdated }: StepProps) {
  const { id, app } = interaction
  const deciding = useDecision(interaction, onOutdated)
  return (
    <>
      <AppHead app={app}>
        <Heading screen={text.screen}>
          <bdi>{app.name}</bdi> {text.accessTitle}
        </Heading>
        <p className="soft">{text.access}</p>
      </AppHead>
      <Who id={id} />
      <AskForApp clientId={app.clientId} />
      <Decisions deciding={deciding} no={{ label: text.back, decision: 'deny' }} />
      <Contact />
    </>
  )
}

/** Nothing is offered until it is known whether they asked before; a failure to look leaves the contact. */
function AskForApp({ clientId }: { clientId: string }) {
  const { looked, ask } = useAccess({ clientId })
  if (looked.status !== 'found' || looked.access.admitted) return null
  return <AskForAccess request={looked.access.request} onAsk={ask} />
}

const STEPS = { consent: Consent, select_account: Choose, access: NoAccess, prove: Prove }

function Destination({ host }: { host: string }) {
  return (
    <p className="small soft">
      {text.answerGoesTo}{' '}
      <bdi className="asked-host mono" dir="ltr" translate="no">
        {host}
      </bdi>
    </p>
  )
}
