import { AppError } from '@countersign/contract/error/errors.ts'
import { BITCOIN_MAINNET } from '@countersign/contract/family/family.ts'
import type { Family } from '../family.ts'
import { readAddress } from './address.ts'
import { withoutSimplePrefix } from './read-signature.ts'
import { verifyBip322 } from './verify-bip322.ts'

export const bitcoin: Family = {
  namespace: 'bip122',
  verify({ address, text, signature }) {
    const parsed = readAddress(address)
    if (parsed.text !== address) throw new AppError('address_invalid', { detail: 'The address must be in lower case.' })
    const { lockTime, sequence } = verifyBip322(parsed, text, signature)
    if (lockTime !== 0 || sequence !== 0)
      throw new AppError('signature_unsupported', { detail: 'Signatures with a time lock are not supported.' })
    return toAccount(address)
  },
  parseAddress: (text) => toAccount(readAddress(text).text),
  normalizeSignature: withoutSimplePrefix,
}

function toAccount(address: string) {
  return { namespace: 'bip122', chain: BITCOIN_MAINNET, address } as const
}
