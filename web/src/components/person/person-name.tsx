import { type NamedPerson, personName } from '@countersign/contract/names/person-name.ts'
import type { PersonItem } from '@countersign/contract/routes/admin/people.ts'
import type { PersonStatus } from '@countersign/contract/routes/person.ts'
import { Link } from '../../page/history.tsx'
import { Tag, type TagTone } from '../../ui/data/tag.tsx'
import { FullAddress } from '../../ui/identity/address.tsx'
import { Identicon } from '../../ui/identity/identicon.tsx'
import { admin } from '../../words/admin/admin.ts'
import { NameLink } from '../admin/table.tsx'
import { SpokenAddress } from '../spoken-address.tsx'
import './person-name.css'

/** Only deleted people have no name. */
export function personLabel(person: NamedPerson): string {
  return personName(person) ?? admin.deletedPerson
}

/** Names are self-chosen, so the address is shown with them. */
export function PersonName({ person }: { person: NamedPerson & { id: string } }) {
  const { id, displayName, ens, address } = person
  const isNamedByAddress = displayName === null && ens === null && address !== null
  return (
    <span className="person-name inline">
      {address ? <Identicon address={address} size={32} /> : null}
      <span>
        <Link to={`/admin/people/${id}`}>
          {isNamedByAddress ? <SpokenAddress address={address} /> : <bdi>{personLabel(person)}</bdi>}
        </Link>
        {address === null || isNamedByAddress ? null : (
          <span className="small soft">
            {ens === null || displayName === null ? null : <bdi translate="no">{ens} </bdi>}
            <SpokenAddress address={address} />
          </span>
        )}
      </span>
    </span>
  )
}

export function GroupLinks({ groups }: { groups: readonly { id: string; name: string }[] }) {
  return (
    <span className="row">
      {groups.map(({ id, name }) => (
        <NameLink key={id} to={`/admin/groups/${id}`} name={name} />
      ))}
    </span>
  )
}

const TONES: Record<PersonStatus, TagTone> = { active: 'good', suspended: 'bad', deleting: 'warn', deleted: 'plain' }

export function StatusTag({ status }: { status: PersonStatus }) {
  return <Tag tone={TONES[status]}>{admin.statuses[status]}</Tag>
}

/** Shows the whole address, since addresses with the same ends can be generated. */
export function PersonFacts({ person }: { person: PersonItem }) {
  const { address } = person
  return (
    <div className="person-facts inline panel">
      {address ? <Identicon address={address} size={40} /> : null}
      <div>
        <p>
          <strong>
            <bdi>{personLabel(person)}</bdi>
          </strong>
        </p>
        {address ? <FullAddress address={address} /> : null}
      </div>
    </div>
  )
}
