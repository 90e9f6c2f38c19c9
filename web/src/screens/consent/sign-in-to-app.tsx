import type { Interaction } from '@countersign/contract/routes/interaction.ts'
import { useCallback, useEffect, useState } from 'react'
import { SignInCard } from '../../components/sign-in/sign-in-card.tsx'
import { navigate, useQuery } from '../../page/history.tsx'
import { useConnection, usePage } from '../../page/page-context.tsx'
import { shortAddress } from '../../ui/address-text.ts'
import { AppLogo } from '../../ui/app-logo.tsx'
import { Notice } from '../../ui/notice.tsx'
import { interaction as text } from '../../words/interaction.ts'
import { RequestStatus } from './request-status.tsx'
import { sendDecision, useInteraction } from './use-interaction.ts'
import './consent.css'

/** A sign-in requested by an app, which returns to the app. */
export function SignInToApp({ id }: { id: string }) {
  const switching = useQuery('switch') !== undefined
  const { lookup, retry } = useInteraction(id)
  const found = lookup.status === 'found' ? lookup.data : undefined
  const elsewhere = found !== undefined && found.step !== 'sign_in' && !switching
  useEffect(() => {
    if (elsewhere) navigate(`/consent/${id}`, { replace: true })
  }, [elsewhere, id])
  if (!found || elsewhere) return <RequestStatus lookup={lookup} onRetry={retry} />
  return <Sign interaction={found} switching={switching} />
}

function Sign({ interaction, switching }: { interaction: Interaction; switching: boolean }) {
  const { id, app, step } = interaction
  const { session } = usePage()
  const [inside] = useState(() => session.getSession().status === 'signed-in')
  const finish = useCallback(() => {
    const openConsent = () => navigate(`/consent/${id}`, { replace: true })
    if (step === 'consent') openConsent()
    else sendDecision(id, { decision: 'continue' }).catch(openConsent)
  }, [id, step])
  const card = (
    <SignInCard
      returnTo={`/consent/${id}`}
      switching={inside}
      title={text.signInTitle(app.name)}
      lead={text.signInLead(app.host)}
      banner={<SignInReason interaction={interaction} inside={inside} switching={switching} />}
      onSignedIn={finish}
    />
  )
  return app.logo ? (
    <div className="card stack asked-sign-in">
      <AppLogo logo={app.logo} size={48} />
      {card}
    </div>
  ) : (
    card
  )
}

type SignInReasonProps = { interaction: Interaction; inside: boolean; switching: boolean }

/** With a connected wallet the heading asks for the account, so the app is named here. */
function SignInReason({ interaction: { app, step, loginHint }, inside, switching }: SignInReasonProps) {
  const connected = useConnection().status === 'connected'
  const why = switching ? text.otherWallet : inside && step === 'sign_in' ? text.freshSignature : undefined
  const [hint] = /0x[0-9a-fA-F]{40}$/.exec(loginHint ?? '') ?? []
  if (!why && !hint && !connected) return null
  return (
    <Notice>
      {connected ? <p>{text.signInFor(app.name, app.host)}</p> : null}
      {why ? <p>{why}</p> : null}
      {hint ? (
        <p>
          {text.hint}{' '}
          <bdi className="mono" title={hint} translate="no">
            {shortAddress(hint)}
          </bdi>
        </p>
      ) : null}
    </Notice>
  )
}
