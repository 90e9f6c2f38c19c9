import { type NamedPerson, personName } from '@countersign/contract/names/person-name.ts'
import { admin } from '../../words/admin/admin.ts'

/** Only deleted people have no name. */
export function personLabel(person: NamedPerson): string {
  return personName(person) ?? admin.deletedPerson
}
