import { AppError } from '@countersign/contract/errors.ts'
import type { Family } from '../family.ts'

export const bitcoin: Family = {
  namespace: 'bip122',
  verify() {
    throw new AppError('address_unsupported')
  },
  parseAddress() {
    throw new AppError('address_unsupported')
  },
  normalizeSignature: (signature) => signature,
}
