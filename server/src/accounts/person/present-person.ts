import type { PersonItem } from '@countersign/contract/routes/admin/people.ts'
import { formatAddress } from '../../platform/crypto/address.ts'
import type { ListedPerson } from './list-people.store.ts'

export function presentPerson({ id, displayName, role, status, address, ens, ...times }: ListedPerson): PersonItem {
  const { createdAt, lastSeenAt } = times
  return {
    ...presentAddress({ id, displayName, role, status, address, ens }),
    createdAt: new Date(createdAt).toISOString(),
    lastSeenAt: lastSeenAt === null ? null : new Date(lastSeenAt).toISOString(),
  }
}

export function presentAddress<P extends { address: string | null }>(person: P): P {
  return { ...person, address: person.address === null ? null : formatAddress(person.address) }
}
