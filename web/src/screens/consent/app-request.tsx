import type { Interaction } from '@countersign/contract/routes/interaction.ts'
import type { ReactNode } from 'react'
import { SignedInAs } from '../../components/person/signed-in-as.tsx'
import { Heading } from '../../page/heading.tsx'
import { useSession } from '../../page/page-context.tsx'
import { ownName } from '../../session/own-name.ts'
import { AppLogo } from '../../ui/identity/app-logo.tsx'
import { interaction as text } from '../../words/interaction.ts'

type AppRequestProps = {
  interaction: Interaction
  title: { before?: string; after?: string }
  lead: ReactNode
  withHost?: boolean
  beforeAccount?: ReactNode
  otherWallet?: string
  children: ReactNode
}

export function AppRequest(props: AppRequestProps) {
  const { interaction, title, lead, withHost, beforeAccount, otherWallet, children } = props
  const { app } = interaction
  return (
    <>
      <div className="stack">
        {app.logo ? <AppLogo logo={app.logo} size={48} /> : null}
        <div className="stack stack-close">
          <Heading screen={text.screen}>
            {title.before} <bdi>{app.name}</bdi>
            {title.after}
          </Heading>
          <p className="soft">{lead}</p>
          {withHost ? (
            <p className="small soft">
              {text.answerGoesTo}{' '}
              <bdi className="request-host mono" dir="ltr" translate="no">
                {app.host}
              </bdi>
            </p>
          ) : null}
        </div>
      </div>
      {beforeAccount}
      <SignedInAs switchTo={switchPath(interaction)} {...(otherWallet ? { switchLabel: otherWallet } : {})} />
      {children}
    </>
  )
}

/** Where to sign in with another wallet for this request. */
export function switchPath({ id }: Interaction): string {
  return `/sign-in?interaction=${encodeURIComponent(id)}&switch=1`
}

export function useAccountName(): string {
  const session = useSession()
  return session.status === 'signed-in' ? ownName(session.state) : ''
}
