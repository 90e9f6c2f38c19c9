import { AppError } from '@countersign/contract/error/errors.ts'
import type { Account } from '@countersign/contract/family/account.ts'
import { findPerson, type Person } from '../../accounts/person/person.ts'
import { findWallet } from '../../accounts/wallet/wallet.ts'
import type { Context } from '../../context.ts'
import { isContractAccount } from '../../proof/account.ts'
import { parseTypedAccount } from '../../proof/parse-typed-account.ts'
import { CommandError, UsageError } from './command.ts'

/** By id, or by a wallet: its address or CAIP-10 account. */
export async function requirePerson(context: Context, idOrAddress: string): Promise<Person> {
  if (/^per_[0-9A-Z]{26}$/.test(idOrAddress))
    return (await findPerson(context.store, idOrAddress)) ?? notFound(idOrAddress)
  const wallet = await findWallet(context.store, await parseAccount(idOrAddress))
  return (wallet && (await findPerson(context.store, wallet.personId))) ?? notFound(idOrAddress)
}

function notFound(idOrAddress: string): never {
  throw new CommandError(
    `No person found for ${idOrAddress}. Search in the admin area under People, or with: countersign sessions`,
  )
}

/** The account of a key, since a contract can be taken over by changing its owner. */
export async function readAccount(typed: string): Promise<Account> {
  const account = await parseAccount(typed)
  if (isContractAccount(account))
    throw new UsageError(`${typed} is a contract wallet. Use the account of a key, for example eip155:0:0x….`)
  return account
}

async function parseAccount(typed: string): Promise<Account> {
  try {
    return await parseTypedAccount(typed)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new UsageError(describeProblem(typed, error))
  }
}

const EXPECTED = 'Expected an Ethereum (0x…), Solana or Bitcoin address, or a CAIP-10 account.'

function describeProblem(typed: string, { code, detail }: AppError): string {
  if (code === 'network_unsupported') return `"${typed}" is on a network that is not supported. Use the main network.`
  if (code === 'address_unsupported')
    return `"${typed}" is an address of a kind that is not supported. ${detail ?? ''}`.trim()
  return detail === undefined ? `"${typed}" is not an address. ${EXPECTED}` : `"${typed}" is not valid. ${detail}`
}
