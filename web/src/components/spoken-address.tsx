import { shortAddress } from '@countersign/contract/family/short-address.ts'
import { familyOf } from '../ui/identity/address-family.ts'
import { FamilyMark } from '../ui/identity/family-mark.tsx'
import { spokenAddress } from './wallet-words.ts'
import '../ui/identity/address.css'

export function SpokenAddress({ address }: { address: string }) {
  return (
    <span className="address" title={address}>
      <FamilyMark namespace={familyOf(address)} named />
      <bdi className="mono" translate="no" aria-hidden="true">
        {shortAddress(address)}
      </bdi>
      <span className="hidden-visually">{spokenAddress(address)}</span>
    </span>
  )
}
