import { useEffect } from 'react'
import { AccessRequest, useAccess } from '../../components/access-request.tsx'
import { Contact } from '../../components/contact.tsx'
import { ErrorNotice } from '../../components/loaded.tsx'
import { AccessActions } from '../../components/rule/access-actions.tsx'
import { RequirementList } from '../../components/rule/requirement-list.tsx'
import { navigate } from '../../page/history.tsx'
import { useSession } from '../../page/page-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { interaction as text } from '../../words/interaction.ts'
import { requestAccess as access } from '../../words/request-access.ts'
import { requirements as needs } from '../../words/requirements.ts'
import { AppRequest, useAccountName } from './app-request.tsx'
import { ClaimsList } from './claims-list.tsx'
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
  const { app, scopes, newScopes } = step.interaction
  const widened = newScopes.length > 0 && newScopes.length < scopes.length
  return (
    <AppRequest
      interaction={step.interaction}
      title={{ before: text.allowTitle, after: '?' }}
      lead={
        <>
          <bdi>{app.name}</bdi> {widened ? text.asksMore : text.asks}
        </>
      }
      withHost
    >
      <ClaimsList interaction={step.interaction} />
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

function NoAccess(step: StepProps) {
  return (
    <AppRequest interaction={step.interaction} title={{ after: ` ${text.accessTitle}` }} lead={text.access}>
      <AppAccessRequest clientId={step.interaction.app.clientId} onAdmitted={step.onOutdated} />
      <Decisions {...step} no={{ label: text.back, decision: 'deny' }} />
      <Contact />
    </AppRequest>
  )
}

type AppAccessRequestProps = { clientId: string; onAdmitted: () => void }

function AppAccessRequest({ clientId, onAdmitted }: AppAccessRequestProps) {
  const { lookup, retry, request, check } = useAccess({ clientId })
  if (lookup.status === 'loading') return <Skeleton label={access.loading} />
  if (lookup.status === 'failed') return <ErrorNotice error={lookup.error} onRetry={retry} />
  const { data } = lookup
  if (data.admitted)
    return (
      <Notice tone="good" actions={<Button onClick={onAdmitted}>{needs.continue}</Button>}>
        {needs.admitted}
      </Notice>
    )
  const checkAgain = async () => {
    const answer = await check()
    if (answer.admitted) onAdmitted()
    return answer
  }
  return (
    <>
      <RequirementList requirements={data.requirements} />
      {data.requirements.some(({ hasRule }) => hasRule) ? <AccessActions access={data} onCheck={checkAgain} /> : null}
      {data.outcome === 'no' ? <AccessRequest request={data.request} onSend={request} /> : null}
    </>
  )
}

const STEPS = { consent: Consent, select_account: SelectAccount, access: NoAccess, prove: Prove }
