import { base58ToBin } from '@bitauth/libauth/build/lib/format/base-convert.js'
import { AppError } from '@countersign/contract/error/errors.ts'
import { families } from '@countersign/contract/family/family.ts'
import { isCanonical, isOnCurve, isSmallOrder, KEY_BYTES } from './ed25519.ts'

/** The public key that an address is; base58 has one form of every key. Whether it is a point of the curve is not checked. */
export function decodeAddress(address: string): Buffer {
  if (!families.solana.address.test(address)) throw invalid('A Solana address has 32 to 44 base58 characters.')
  const bytes = base58ToBin(address)
  if (typeof bytes === 'string' || bytes.length !== KEY_BYTES) throw invalid('A Solana address is 32 bytes in base58.')
  const key = Buffer.from(bytes)
  if (isSmallOrder(key)) throw invalid('The address is reserved.')
  if (!isCanonical(key)) throw invalid('The public key is not in canonical form.')
  return key
}

/** Addresses of programs and of the accounts they own have no key. */
export function requireKey(key: Buffer): void {
  if (!isOnCurve(key)) throw invalid('The address belongs to a program and has no private key.')
}

function invalid(detail: string): AppError {
  return new AppError('address_invalid', { detail })
}
