import type { Interaction } from '@countersign/contract/routes/interaction.ts'
import { useCallback, useEffect, useState } from 'react'
import { navigate, useQuery } from '../../page/history.tsx'
import { useConnection, usePage } from '../../page/page-context.tsx'
import { shortAddress } from '../../ui/address-text.ts'
import { AppLogo } from '../../ui/app-logo.tsx'
import { Notice } from '../../ui/notice.tsx'
import { interaction as text } from '../../words/interaction.ts'
import { SignIn } from '../sign-in/sign-in.tsx'
import { NotShown } from './request-status.tsx'
import { sendDecision } from './use-decision.ts'
import { useInteraction } from './use-interaction.ts'
import './consent.css'

/** A sign-in that an app asked for: it says for whom, and leads back there. */
export function SignInToApp({ id }: { id: string }) {
  const switching = useQuery('switch') !== undefined
  const { looked, again } = useInteraction(id)
  const found = looked.status === 'found' ? looked.interaction : undefined
  const elsewhere = found !== undefined && found.step !== 'sign_in' && !switching
  useEffect(() => {
    if (elsewhere) navigate(`/consent/${id}`, { replace: true })
  }, [elsewhere, id])
  if (!found || elsewhere) return <NotShown looked={looked} onAgain={again} />
  return <Sign interaction={found} switching={switching} />
}

function Sign({ interaction, switching }: { interaction: Interaction; switching: boolean }) {
  const { id, app, step } = interaction
  const { session } = usePage()
  const [inside] = useState(() => session.getSession().status === 'signed-in')
  const goOn = useCallback(() => {
    const look = () => navigate(`/consent/${id}`, { replace: true })
    if (step === 'consent') look()
    else sendDecision(id, { decision: 'continue' }).catch(look)
  }, [id, step])
  const card = (
    <SignIn
      returnTo={`/consent/${id}`}
      switching={inside}
      title={text.signInTitle(app.name)}
      lead={text.signInLead(app.host)}
      banner={<Why interaction={interaction} inside={inside} switching={switching} />}
      onSignedIn={goOn}
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

type WhyProps = { interaction: Interaction; inside: boolean; switching: boolean }

/** Where a wallet is connected the heading asks for the account, so the app is named here. */
function Why({ interaction: { app, step, loginHint }, inside, switching }: WhyProps) {
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
