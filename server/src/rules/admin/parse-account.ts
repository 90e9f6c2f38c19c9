import { AppError } from '@countersign/contract/error/errors.ts'
import { type Account, parseAnyAccount, type WrittenAccount } from '@countersign/contract/family/account.ts'
import { namespaceOfAddress } from '@countersign/contract/family/address-form.ts'
import { namespaces } from '@countersign/contract/family/family.ts'
import { ENS_NAME_MAX_BYTES } from '@countersign/contract/limits.ts'
import { normalizeName } from '../../networks/rpc/normalize-name.ts'
import { checksumAddress, isReservedAddress } from '../../platform/crypto/address.ts'
import { isChain, parseTypedAccount } from '../../proof/parse-typed-account.ts'

export type IdentifiedAccount = { kind: 'account' } & Account

/** `name` is normalized (ENSIP-15). */
export type ParsedAccount =
  | IdentifiedAccount
  | { kind: 'name'; name: string }
  | { kind: 'problem'; code: AccountProblem }

export type AccountProblem =
  | 'invalid_account'
  | 'unsupported_namespace'
  | 'unsupported_network'
  | 'unsupported_address'
  | 'invalid_checksum'
  | 'reserved_address'
  | 'invalid_name'

/** An address, a CAIP-10 account or an ENS name, as an administrator writes it. */
export async function parseAccount(written: string): Promise<ParsedAccount> {
  const account = parseAnyAccount(written)
  if (account) return identify(written, account)
  if (/^0x/i.test(written)) return parseAddress(written, '0')
  if (namespaceOfAddress(written)) return parseOther(written)
  if (!written.includes('.')) return problem('invalid_account')
  const name = Buffer.byteLength(written) > ENS_NAME_MAX_BYTES ? undefined : await normalizeName(written)
  return name === undefined ? problem('invalid_name') : { kind: 'name', name }
}

async function identify(written: string, { namespace, chain, address }: WrittenAccount): Promise<ParsedAccount> {
  if (!namespaces.some((each) => each === namespace)) return problem('unsupported_namespace')
  if (namespace !== 'eip155') return parseOther(written)
  return isChain(chain) ? parseAddress(address, chain) : problem('invalid_account')
}

/** An account of Solana or Bitcoin. */
async function parseOther(written: string): Promise<ParsedAccount> {
  try {
    return { kind: 'account', ...(await parseTypedAccount(written)) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.code === 'network_unsupported') return problem('unsupported_network')
    return problem(error.code === 'address_unsupported' ? 'unsupported_address' : 'invalid_account')
  }
}

function parseAddress(written: string, chain: string): ParsedAccount {
  if (!/^0x[0-9a-fA-F]{40}$/.test(written)) return problem('invalid_account')
  const address = written.toLowerCase()
  const digits = written.slice(2)
  const mixed = /[a-f]/.test(digits) && /[A-F]/.test(digits)
  if (mixed && checksumAddress(address) !== written) return problem('invalid_checksum')
  if (isUnowned(address)) return problem('reserved_address')
  return { kind: 'account', namespace: 'eip155', address, chain }
}

/** Tokens are sent to these addresses to destroy them. */
const BURN_ADDRESSES = new Set([
  '0x000000000000000000000000000000000000dead',
  '0xdead000000000000000000000000000000000000',
  '0xdead000000000000000042069420694206942069',
  '0xdeaddeaddeaddeaddeaddeaddeaddeaddeaddead',
  '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  '0xffffffffffffffffffffffffffffffffffffffff',
])

/** Nobody can sign for the address. */
export function isUnowned(address: string): boolean {
  return isReservedAddress(address) || BURN_ADDRESSES.has(address)
}

function problem(code: AccountProblem): ParsedAccount {
  return { kind: 'problem', code }
}
