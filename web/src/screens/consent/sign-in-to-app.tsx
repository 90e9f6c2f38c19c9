import { parseAccount } from '@countersign/contract/family/account.ts'
import { namespaceOfAddress } from '@countersign/contract/family/address-form.ts'
import type { Interaction } from '@countersign/contract/routes/interaction.ts'
import { useCallback, useEffect, useState } from 'react'
import { SignInCard } from '../../components/sign-in/sign-in-card.tsx'
import { SpokenAddress } from '../../components/spoken-address.tsx'
import { navigate, useQuery } from '../../page/history.tsx'
import { useConnection, usePage } from '../../page/page-context.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { AppLogo } from '../../ui/identity/app-logo.tsx'
import { interaction as text } from '../../words/interaction.ts'
import { RequestStatus } from './request-status.tsx'
import { sendDecision, useInteraction } from './use-interaction.ts'
import './consent.css'

export function SignInToApp({ id }: { id: string }) {
  const switching = useQuery('switch') !== undefined
  const { lookup, retry } = useInteraction(id)
  const found = lookup.status === 'found' ? lookup.data : undefined
  const redirects = found !== undefined && found.step !== 'sign_in' && !switching
  useEffect(() => {
    if (redirects) navigate(`/consent/${id}`, { replace: true })
  }, [redirects, id])
  if (!found || redirects) return <RequestStatus lookup={lookup} onRetry={retry} />
  return <SignIn interaction={found} switching={switching} />
}

function SignIn({ interaction, switching }: { interaction: Interaction; switching: boolean }) {
  const { id, app, step, phone } = interaction
  const { session } = usePage()
  const [signedIn] = useState(() => session.getSession().status === 'signed-in')
  const finish = useCallback(() => {
    const openConsent = () => navigate(`/consent/${id}`, { replace: true })
    if (step === 'consent') openConsent()
    else sendDecision(id, { decision: 'continue' }).catch(openConsent)
  }, [id, step])
  const card = (
    <SignInCard
      returnTo={`/consent/${id}`}
      switching={signedIn}
      phone={phone}
      title={text.signInTitle(app.name)}
      lead={text.signInLead(app.host)}
      banner={<SignInReason interaction={interaction} signedIn={signedIn} switching={switching} />}
      onSignedIn={finish}
    />
  )
  return app.logo ? (
    <div className="card stack request-sign-in">
      <AppLogo logo={app.logo} size={48} />
      {card}
    </div>
  ) : (
    card
  )
}

type SignInReasonProps = { interaction: Interaction; signedIn: boolean; switching: boolean }

/** With a connected wallet the heading asks for the account, so the app is named here. */
function SignInReason({ interaction: { app, step, phone, loginHint }, signedIn, switching }: SignInReasonProps) {
  const connected = useConnection().status === 'connected'
  const reason = switching ? text.otherWallet : signedIn && step === 'sign_in' ? text.freshSignature : undefined
  const hint = hintedAddress(loginHint)
  if (!reason && !hint && !connected && phone) return null
  return (
    <Notice>
      {connected ? <p>{text.signInFor(app.name, app.host)}</p> : null}
      {reason ? <p>{reason}</p> : null}
      {phone ? null : <p>{text.noPhone}</p>}
      {hint ? (
        <p>
          {text.hint} <SpokenAddress address={hint} />
        </p>
      ) : null}
    </Notice>
  )
}

/** A hint may be anything; an address or a CAIP-10 account is shown. */
function hintedAddress(hint: string | null): string | undefined {
  const address = parseAccount(hint ?? '')?.address ?? hint
  return address !== null && namespaceOfAddress(address) ? address : undefined
}
