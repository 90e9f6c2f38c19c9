import type { Interaction } from '@countersign/contract/routes/interaction.ts'
import { useEffect } from 'react'
import { AskForAccess } from '../../components/access-request/ask-for-access.tsx'
import { useAccess } from '../../components/access-request/use-access.ts'
import { Contact } from '../../components/contact.tsx'
import { navigate } from '../../page/history.tsx'
import { useSession } from '../../page/page-context.tsx'
import { interaction as text } from '../../words/interaction.ts'
import { AppRequest, useAccountName } from './app-request.tsx'
import { ClaimsList } from './claims-list.tsx'
import { Decisions } from './decisions.tsx'
import { Prove } from './prove.tsx'
import { RequestStatus } from './request-status.tsx'
import { useDecision } from './use-decision.ts'
import { useInteraction } from './use-interaction.ts'
import './consent.css'

/** An app's request, decided by who is signed in: consent, which account, or why it is not possible. */
export function ConsentScreen({ id }: { id: string }) {
  const session = useSession()
  const { lookup, retry } = useInteraction(id, session.status === 'signed-in' ? session.state.session.id : '')
  if (lookup.status !== 'found') return <RequestStatus lookup={lookup} onRetry={retry} />
  const { data: interaction } = lookup
  if (interaction.step === 'sign_in') return <ToSignIn id={id} />
  const Step = STEPS[interaction.step]
  return (
    <div className="card asked stack stack-wide">
      <Step interaction={interaction} onOutdated={retry} />
    </div>
  )
}

function ToSignIn({ id }: { id: string }) {
  useEffect(() => navigate(`/sign-in?interaction=${encodeURIComponent(id)}`, { replace: true }), [id])
  return null
}

type StepProps = { interaction: Interaction; onOutdated: () => void }

function Consent({ interaction, onOutdated }: StepProps) {
  const { app, scopes, newScopes } = interaction
  const deciding = useDecision(interaction, onOutdated)
  const widened = newScopes.length > 0 && newScopes.length < scopes.length
  const name = <bdi>{app.name}</bdi>
  return (
    <AppRequest
      interaction={interaction}
      title={
        <>
          {text.allowTitle} {name}?
        </>
      }
      lead={
        <>
          {name} {widened ? text.asksMore : text.asks}
        </>
      }
      withHost
    >
      <ClaimsList interaction={interaction} />
      <Decisions
        deciding={deciding}
        yes={{ label: text.allow, decision: 'allow' }}
        no={{ label: text.deny, decision: 'deny' }}
      />
      <p className="small soft">{text.disconnectNote}</p>
    </AppRequest>
  )
}

/** The app asked which account to use (`prompt=select_account`). */
function SelectAccount({ interaction, onOutdated }: StepProps) {
  const deciding = useDecision(interaction, onOutdated)
  const title = (
    <>
      {text.continueTitle} <bdi>{interaction.app.name}</bdi>
    </>
  )
  return (
    <AppRequest interaction={interaction} title={title} lead={text.continueLead} withHost>
      <Decisions
        deciding={deciding}
        yes={{ label: text.continueAs(useAccountName()), decision: 'continue' }}
        no={{ label: text.back, decision: 'deny' }}
      />
    </AppRequest>
  )
}

function NoAccess({ interaction, onOutdated }: StepProps) {
  const { app } = interaction
  const deciding = useDecision(interaction, onOutdated)
  const title = (
    <>
      <bdi>{app.name}</bdi> {text.accessTitle}
    </>
  )
  return (
    <AppRequest interaction={interaction} title={title} lead={text.access}>
      <AskForApp clientId={app.clientId} />
      <Decisions deciding={deciding} no={{ label: text.back, decision: 'deny' }} />
      <Contact />
    </AppRequest>
  )
}

/** Hidden until an earlier request is looked up; if that fails, the contact is left. */
function AskForApp({ clientId }: { clientId: string }) {
  const { lookup, ask } = useAccess({ clientId })
  if (lookup.status !== 'found' || lookup.data.admitted) return null
  return <AskForAccess request={lookup.data.request} onAsk={ask} />
}

const STEPS = { consent: Consent, select_account: SelectAccount, access: NoAccess, prove: Prove }
