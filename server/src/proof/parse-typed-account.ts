import { AppError } from '@countersign/contract/error/errors.ts'
import { type Account, parseAccount } from '@countersign/contract/family/account.ts'
import { namespaceOfAddress } from '@countersign/contract/family/address-form.ts'
import { KEY_CHAIN } from './account.ts'
import { loadFamily } from './load-family.ts'

/** An address or a CAIP-10 account that a person or an operator typed, as it is stored. Throws what is wrong with it. */
export async function parseTypedAccount(typed: string): Promise<Account> {
  const written = parseAccount(typed)
  const namespace = written?.namespace ?? namespaceOfAddress(typed)
  if (!namespace) throw new AppError('address_invalid')
  const { parseAddress } = await loadFamily(namespace)
  if (!written) return parseAddress(typed)
  if (namespace === 'eip155' && !isChain(written.chain)) throw new AppError('address_invalid')
  const account = parseAddress(written.address)
  if (namespace === 'eip155') return { ...account, chain: written.chain }
  if (written.chain !== account.chain) throw new AppError('network_unsupported')
  return account
}

export function isChain(chain: string): boolean {
  return chain === KEY_CHAIN || (/^[1-9][0-9]{0,15}$/.test(chain) && Number.isSafeInteger(Number(chain)))
}
