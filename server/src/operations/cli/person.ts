import { findPerson, type Person } from '../../accounts/person/person.ts'
import { findWallet } from '../../accounts/wallet/wallet.ts'
import type { Context } from '../../context.ts'
import { checksumAddress, isReservedAddress } from '../../platform/crypto/ethereum-address.ts'
import { KEY_CHAIN } from '../../proof/account.ts'
import { CommandError, UsageError } from './command.ts'

/** By id, or by the address of a wallet. */
export async function requirePerson(context: Context, idOrAddress: string): Promise<Person> {
  if (/^per_[0-9A-Z]{26}$/.test(idOrAddress))
    return (await findPerson(context.store, idOrAddress)) ?? notFound(idOrAddress)
  if (!idOrAddress.startsWith('0x'))
    throw new UsageError(`"${idOrAddress}" is neither a person ID (per_…) nor an address (0x…).`)
  const address = readAddress(idOrAddress)
  const wallet = await findWallet(context.store, { namespace: 'eip155', address, chainRef: KEY_CHAIN })
  return (wallet && (await findPerson(context.store, wallet.personId))) ?? notFound(idOrAddress)
}

function notFound(idOrAddress: string): never {
  throw new CommandError(
    `No person found for ${idOrAddress}. Search in the admin area under People, or with: countersign sessions`,
  )
}

/** In lowercase. Mixed case carries an EIP-55 checksum, which must match. */
export function readAddress(typed: string): string {
  if (!/^0x[0-9a-fA-F]{40}$/.test(typed))
    throw new UsageError(`"${typed}" is not an address. Expected 0x followed by 40 hex digits.`)
  const lower = typed.toLowerCase()
  const digits = typed.slice(2)
  const mixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  if (mixed && checksumAddress(lower) !== typed)
    throw new UsageError(`${typed} has an invalid EIP-55 checksum. Copy it from the wallet.`)
  if (isReservedAddress(lower)) throw new UsageError(`${typed} is a reserved address.`)
  return lower
}
