import { AppError } from '@countersign/contract/error/errors.ts'
import { hasWrongChecksum, isReservedAddress } from '../../platform/crypto/address.ts'
import { KEY_CHAIN } from '../account.ts'
import type { Family } from '../family.ts'
import { verifyEvmProof } from './verify-signature.ts'

export const evm: Family = {
  namespace: 'eip155',
  verify({ address, text, signature }) {
    verifyEvmProof({ address, message: text, signature })
    return toAccount(address)
  },
  parseAddress(text) {
    if (!/^0x[0-9a-fA-F]{40}$/.test(text)) throw new AppError('address_invalid')
    if (hasWrongChecksum(text))
      throw new AppError('address_invalid', { detail: 'The address has an invalid EIP-55 checksum.' })
    if (isReservedAddress(text.toLowerCase()))
      throw new AppError('address_invalid', { detail: 'The address is reserved.' })
    return toAccount(text)
  },
  normalizeSignature: (signature) => signature.toLowerCase(),
}

function toAccount(address: string) {
  return { namespace: 'eip155', chain: KEY_CHAIN, address: address.toLowerCase() } as const
}
