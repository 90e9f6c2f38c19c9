import { shortAddress } from '@countersign/contract/family/short-address.ts'
import type { Interaction } from '@countersign/contract/routes/interaction.ts'
import type { ReactNode } from 'react'
import { SpokenAddress } from '../../components/spoken-address.tsx'
import { Heading } from '../../page/heading.tsx'
import { SmallLink } from '../../page/link-button.tsx'
import { useSession } from '../../page/page-context.tsx'
import { AppLogo } from '../../ui/app-logo.tsx'
import { Identicon } from '../../ui/identicon.tsx'
import { interaction as text } from '../../words/interaction.ts'

type AppRequestProps = {
  interaction: Interaction
  title: { before?: string; after?: string }
  lead: ReactNode
  withHost?: boolean
  otherWallet?: string
  children: ReactNode
}

export function AppRequest({
  interaction: { id, app },
  title,
  lead,
  withHost,
  otherWallet,
  children,
}: AppRequestProps) {
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
      <SignedInAs id={id} otherWallet={otherWallet ?? text.another} />
      {children}
    </>
  )
}

function SignedInAs({ id, otherWallet }: { id: string; otherWallet: string }) {
  const session = useSession()
  if (session.status !== 'signed-in') return null
  const { me, session: current } = session.state
  const { address, ens } = current.wallet
  const name = me.displayName ?? ens
  return (
    <div className="request-account panel">
      <Identicon address={address} size={32} />
      <div>
        <p className="hidden-visually">{text.you}</p>
        {name ? (
          <p>
            <bdi>{name}</bdi>
          </p>
        ) : null}
        <p className={name ? 'small soft' : undefined}>
          <SpokenAddress address={address} />
        </p>
      </div>
      <SmallLink to={`/sign-in?interaction=${encodeURIComponent(id)}&switch=1`}>{otherWallet}</SmallLink>
    </div>
  )
}

export function useAccountName(): string {
  const session = useSession()
  if (session.status !== 'signed-in') return ''
  const { me, session: current } = session.state
  return me.displayName ?? current.wallet.ens ?? shortAddress(current.wallet.address)
}
