import { SOLANA_MAINNET } from '@countersign/contract/family/family.ts'
import type { Family } from '../family.ts'
import { decodeAddress, requireKey } from './address.ts'
import { verifySolanaProof } from './verify-signature.ts'

export const solana: Family = {
  namespace: 'solana',
  verify(signed) {
    verifySolanaProof(signed)
    return toAccount(signed.address)
  },
  parseAddress(text) {
    requireKey(decodeAddress(text))
    return toAccount(text)
  },
  // Only one spelling is accepted.
  normalizeSignature: (signature) => signature,
}

function toAccount(address: string) {
  return { namespace: 'solana', chain: SOLANA_MAINNET, address } as const
}
