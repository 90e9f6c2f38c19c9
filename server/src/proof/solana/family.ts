import { AppError } from '@countersign/contract/errors.ts'
import type { Family } from '../family.ts'

export const solana: Family = {
  namespace: 'solana',
  verify() {
    throw new AppError('address_unsupported')
  },
  parseAddress() {
    throw new AppError('address_unsupported')
  },
  normalizeSignature: (signature) => signature,
}
