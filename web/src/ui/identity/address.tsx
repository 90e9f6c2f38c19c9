import { familyOf } from './address-family.ts'
import { addressGroups } from './address-text.ts'
import { FamilyMark } from './family-mark.tsx'
import './address.css'

/** Groups of four; copied text has no gaps. */
export function FullAddress({ address }: { address: string }) {
  return (
    <bdi className="address mono full" dir="ltr" translate="no">
      <FamilyMark namespace={familyOf(address)} />
      {addressGroups(address).map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one address never move
        <span key={index}>
          {group}
          <wbr />
        </span>
      ))}
    </bdi>
  )
}
