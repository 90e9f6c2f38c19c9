import { shortAddress } from '../family/short-address.ts'

/** `ens` and `address` are of the main wallet. */
export type NamedPerson = { displayName: string | null; ens: string | null; address: string | null }

/** What a person is called: the display name, else the ENS name, else the short address. Deleted people have none. */
export function personName(person: NamedPerson & { address: string }): string
export function personName(person: NamedPerson): string | null
export function personName({ displayName, ens, address }: NamedPerson): string | null {
  return displayName ?? ens ?? (address === null ? null : shortAddress(address))
}
