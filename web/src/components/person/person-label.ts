import { shortAddress } from '@countersign/contract/family/short-address.ts'
import type { PersonItem } from '@countersign/contract/routes/admin/people.ts'
import { admin } from '../../words/admin.ts'

/** People without a name are identified by their wallet. */
export function personLabel({ displayName, ens, address }: Pick<PersonItem, 'displayName' | 'ens' | 'address'>) {
  return displayName ?? ens ?? (address === null ? admin.unnamed : shortAddress(address))
}
