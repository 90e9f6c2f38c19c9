import { AppError } from '@countersign/contract/errors.ts'
import { families } from '@countersign/contract/family/family.ts'
import { base58 } from '@scure/base'
import { isCanonical, isOnCurve, isSmallOrder, KEY_BYTES } from './ed25519.ts'

/** The public key that an address is. Whether it is a point of the curve is not checked. */
export function decodeAddress(address: string): Buffer {
  if (!families.solana.address.test(address)) throw invalid('It has another form than a Solana address.')
  const key = Buffer.from(base58.decode(address))
  if (key.length !== KEY_BYTES) throw invalid('It is not the base58 form of 32 bytes.')
  if (base58.encode(key) !== address) throw invalid('It is not written in its only base58 form.')
  if (isSmallOrder(key)) throw invalid('The address is reserved.')
  if (!isCanonical(key)) throw invalid('It is not the only form of its key.')
  return key
}

/** Addresses of programs and of the accounts they own have no key. */
export function requireKey(key: Buffer): void {
  if (!isOnCurve(key)) throw invalid('No key can sign for this address: it belongs to a program.')
}

function invalid(detail: string): AppError {
  return new AppError('address_invalid', { detail })
}
