import { shortAddress } from '@countersign/contract/family/short-address.ts'
import { familyOf } from './address-family.ts'
import { addressGroups } from './address-text.ts'
import { FamilyMark } from './family-mark.tsx'
import './address.css'

type ShortProps = { address: string /** For screen readers. */; spoken: string }

export function ShortAddress({ address, spoken }: ShortProps) {
  return (
    <span className="address" title={address}>
      <FamilyMark namespace={familyOf(address)} named />
      <bdi className="mono" translate="no" aria-hidden="true">
        {shortAddress(address)}
      </bdi>
      <span className="hidden-visually">{spoken}</span>
    </span>
  )
}

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
