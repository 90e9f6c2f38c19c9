import { SmallLink } from '../../page/link-button.tsx'
import { useSession } from '../../page/page-context.tsx'
import { Identicon } from '../../ui/identity/identicon.tsx'
import { interaction as text } from '../../words/interaction.ts'
import { SpokenAddress } from '../spoken-address.tsx'
import './signed-in-as.css'

type SignedInAsProps = { /** Where to sign in with another wallet. */ switchTo: string; switchLabel?: string }

export function SignedInAs({ switchTo, switchLabel = text.another }: SignedInAsProps) {
  const session = useSession()
  if (session.status !== 'signed-in') return null
  const { me, session: current } = session.state
  const { address, ens } = current.wallet
  const name = me.displayName ?? ens
  return (
    <div className="signed-in-as row panel">
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
      <SmallLink to={switchTo}>{switchLabel}</SmallLink>
    </div>
  )
}
