import { Link } from '../../page/history.tsx'
import { useSession } from '../../page/page-context.tsx'
import { ShortAddress } from '../../ui/address.tsx'
import { shortAddress, spelledEnd } from '../../ui/address-text.ts'
import { Identicon } from '../../ui/identicon.tsx'
import { interaction as text } from '../../words/interaction.ts'
import { steps } from '../../words/steps.ts'

type WhoProps = { id: string /** What the way to be somebody else is called. */; another?: string }

/** Who would go on, and the way to be somebody else. */
export function Who({ id, another = text.another }: WhoProps) {
  const session = useSession()
  if (session.status !== 'signed-in') return null
  const { me, session: current } = session.state
  const { address, ens } = current.wallet
  const name = me.displayName ?? ens
  return (
    <div className="asked-who">
      <Identicon address={address} size={32} />
      <div>
        <p className="hidden-visually">{text.you}</p>
        {name ? (
          <p>
            <bdi>{name}</bdi>
          </p>
        ) : null}
        <p className={name ? 'small soft' : undefined}>
          <ShortAddress address={address} spoken={steps.address.spoken(spelledEnd(address))} />
        </p>
      </div>
      <Link to={`/sign-in?interaction=${encodeURIComponent(id)}&switch=1`} className="text-link small">
        {another}
      </Link>
    </div>
  )
}

/** What to call whoever is signed in. */
export function useName(): string {
  const session = useSession()
  if (session.status !== 'signed-in') return ''
  const { me, session: current } = session.state
  return me.displayName ?? current.wallet.ens ?? shortAddress(current.wallet.address)
}
