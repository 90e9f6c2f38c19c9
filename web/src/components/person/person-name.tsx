import { Link } from '../../page/history.tsx'
import { ShortAddress } from '../../ui/address.tsx'
import { spelledEnd } from '../../ui/address-text.ts'
import { Identicon } from '../../ui/identicon.tsx'
import { admin } from '../../words/admin.ts'
import { steps } from '../../words/steps.ts'
import './person-name.css'

type PersonNameProps = {
  person: { id: string; displayName: string | null }
  address?: string | null
  ens?: string | null
}

/** A name anyone can give themselves never stands without the address it goes with. */
export function PersonName({ person: { id, displayName }, address, ens }: PersonNameProps) {
  return (
    <span className="person-name">
      {address ? <Identicon address={address} size={32} /> : null}
      <span>
        <Link to={`/admin/people/${id}`}>{displayName === null ? admin.unnamed : <bdi>{displayName}</bdi>}</Link>
        {address ? (
          <span className="small soft">
            {ens ? <bdi translate="no">{ens} </bdi> : null}
            <SpokenAddress address={address} />
          </span>
        ) : null}
      </span>
    </span>
  )
}

export function GroupLinks({ groups }: { groups: readonly { id: string; name: string }[] }) {
  return (
    <span className="row">
      {groups.map(({ id, name }) => (
        <Link key={id} to={`/admin/groups/${id}`}>
          <bdi>{name}</bdi>
        </Link>
      ))}
    </span>
  )
}

export function SpokenAddress({ address }: { address: string }) {
  return <ShortAddress address={address} spoken={steps.address.spoken(spelledEnd(address))} />
}
