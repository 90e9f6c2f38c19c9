/** Finds a person by id or by the address of one of their wallets. */

import { findPerson, type Person } from '../../accounts/person/person.ts'
import { findWallet } from '../../accounts/wallet/wallet.ts'
import type { Context } from '../../context.ts'
import { checksumAddress, isReservedAddress } from '../../platform/crypto/ethereum-address.ts'
import { KEY_CHAIN } from '../../proof/account.ts'
import { Refusal, UsageError } from './command.ts'

export async function findNamed(context: Context, named: string): Promise<Person> {
  if (/^per_[0-9A-Z]{26}$/.test(named)) return (await findPerson(context.store, named)) ?? unknown(named)
  if (!named.startsWith('0x')) throw new UsageError(`"${named}" is neither a person ID (per_…) nor an address (0x…).`)
  const address = readAddress(named)
  const wallet = await findWallet(context.store, { address, chainRef: KEY_CHAIN })
  return (wallet && (await findPerson(context.store, wallet.personId))) ?? unknown(named)
}

function unknown(named: string): never {
  throw new Refusal(
    `No person found for ${named}. Search in the admin area under People, or with: countersign sessions`,
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
