import type { PersonItem } from '@countersign/contract/routes/admin/people.ts'
import { shortAddress } from '../../ui/address-text.ts'
import { admin } from '../../words/admin.ts'

/** Whoever gave themselves no name is still told from everybody else who did not. */
export function nameInSentence({ displayName, ens, address }: Pick<PersonItem, 'displayName' | 'ens' | 'address'>) {
  return displayName ?? ens ?? (address === null ? admin.unnamed : shortAddress(address))
}
