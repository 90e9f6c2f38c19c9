import { useEffect } from 'react'
import { AccessCard } from '../../components/access/access-card.tsx'
import { navigate } from '../../page/history.tsx'
import { useSession } from '../../page/page-context.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { AppLogo } from '../../ui/identity/app-logo.tsx'
import { interaction as text } from '../../words/interaction.ts'
import { requestAccess as access } from '../../words/request-access.ts'
import { AppRequest, switchPath, useAccountName } from './app-request.tsx'
import { ClaimsList, OfflineAccess } from './claims-list.tsx'
import { findOfflineAccess, summarizeClaims } from './claims-summary.ts'
import { Decisions, type StepProps } from './decisions.tsx'
import { Prove } from './prove.tsx'
import { RequestStatus } from './request-status.tsx'
import { useInteraction } from './use-interaction.ts'
import './consent.css'

export function ConsentScreen({ id }: { id: string }) {
  const session = useSession()
  const { lookup, retry } = useInteraction(id, session.status === 'signed-in' ? session.state.session.id : '')
  if (lookup.status !== 'found') return <RequestStatus lookup={lookup} onRetry={retry} />
  const { data: interaction } = lookup
  if (interaction.step === 'sign_in') return <RedirectToSignIn id={id} />
  if (interaction.step === 'access') return <NoAccess interaction={interaction} onOutdated={retry} />
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

function Consent(step: StepProps) {
  const { interaction } = step
  const summaries = summarizeClaims(interaction)
  const offline = findOfflineAccess(interaction)
  const widened = offline?.isNew || summaries.some(({ isNew }) => isNew)
  return (
    <AppRequest
      interaction={interaction}
      title={{ before: text.allowTitle, after: '?' }}
      lead={
        <>
          <bdi>{interaction.app.name}</bdi> {widened ? text.asksMore : text.asks}
        </>
      }
      withHost
      beforeAccount={offline ? <OfflineAccess {...offline} /> : null}
    >
      <ClaimsList summaries={summaries} claims={interaction.claims} />
      <Decisions {...step} yes={{ label: text.allow, decision: 'allow' }} no={{ label: text.deny, decision: 'deny' }} />
      <p className="small soft">{text.disconnectNote}</p>
    </AppRequest>
  )
}

/** The app asked which account to use (`prompt=select_account`). */
function SelectAccount(step: StepProps) {
  return (
    <AppRequest interaction={step.interaction} title={{ before: text.continueTitle }} lead={text.continueLead} withHost>
      <Decisions
        {...step}
        yes={{ label: text.continueAs(useAccountName()), decision: 'continue' }}
        no={{ label: text.back, decision: 'deny' }}
      />
    </AppRequest>
  )
}

function NoAccess({ interaction, onOutdated }: StepProps) {
  const { app } = interaction
  return (
    <AccessCard
      target={{ clientId: app.clientId }}
      logo={app.logo ? <AppLogo logo={app.logo} size={48} /> : null}
      switchTo={switchPath(interaction)}
      enter={() => (
        <Button look="primary" onClick={onOutdated}>
          {access.continue}
        </Button>
      )}
      leave={
        <Decisions interaction={interaction} onOutdated={onOutdated} no={{ label: text.back, decision: 'deny' }} />
      }
    />
  )
}

const STEPS = { consent: Consent, select_account: SelectAccount, prove: Prove }
