import type { PersonItem } from '@countersign/contract/routes/admin/people.ts'
import { FullAddress } from '../../ui/address.tsx'
import { Identicon } from '../../ui/identicon.tsx'
import { admin } from '../../words/admin.ts'

/** The name and the whole address, since addresses with the same ends can be generated. */
export function PersonFacts({ person: { displayName, address } }: { person: PersonItem }) {
  return (
    <div className="person-facts inline panel">
      {address ? <Identicon address={address} size={40} /> : null}
      <div>
        <p>
          <strong>{displayName === null ? admin.unnamed : <bdi>{displayName}</bdi>}</strong>
        </p>
        {address ? <FullAddress address={address} /> : null}
      </div>
    </div>
  )
}
