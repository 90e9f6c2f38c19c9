import type { Interaction } from '@countersign/contract/routes/interaction.ts'
import { useEffect } from 'react'
import { AccessRequest, useAccess } from '../../components/access-request.tsx'
import { Contact } from '../../components/contact.tsx'
import { navigate } from '../../page/history.tsx'
import { useSession } from '../../page/page-context.tsx'
import { interaction as text } from '../../words/interaction.ts'
import { AppRequest, useAccountName } from './app-request.tsx'
import { ClaimsList } from './claims-list.tsx'
import { Decisions } from './decisions.tsx'
import { Prove } from './prove.tsx'
import { RequestStatus } from './request-status.tsx'
import { useDecision, useInteraction } from './use-interaction.ts'
import './consent.css'

export function ConsentScreen({ id }: { id: string }) {
  const session = useSession()
  const { lookup, retry } = useInteraction(id, session.status === 'signed-in' ? session.state.session.id : '')
  if (lookup.status !== 'found') return <RequestStatus lookup={lookup} onRetry={retry} />
  const { data: interaction } = lookup
  if (interaction.step === 'sign_in') return <RedirectToSignIn id={id} />
  const Step = STEPS[interaction.step]
  return (
    <div className="card app-request stack stack-wide">
      <Step interaction={interaction} onOutdated={retry} />
    </div>
  )
}

function RedirectToSignIn({ id }: { id: string }) {
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
      <p className="small soft">{text.later}</p>
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
      <AppAccessRequest clientId={app.clientId} />
      <Decisions deciding={deciding} no={{ label: text.back, decision: 'deny' }} />
      <Contact />
    </AppRequest>
  )
}

/** Hidden until an earlier request is loaded, or if that fails. */
function AppAccessRequest({ clientId }: { clientId: string }) {
  const { lookup, request } = useAccess({ clientId })
  if (lookup.status !== 'found' || lookup.data.admitted) return null
  return <AccessRequest request={lookup.data.request} onSend={request} />
}

const STEPS = { consent: Consent, select_account: SelectAccount, access: NoAccess, prove: Prove }
