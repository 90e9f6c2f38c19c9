/** Keys of Solana and Bitcoin, derived from the keys of the demo wallet. A lazily loaded chunk. */

import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { type Hex, hexToBytes, sha256, stringToBytes } from 'viem'
import { createSegwitKey, createTaprootKey } from './bip322.ts'

export type FamilyKey = { address: string; publicKey: Uint8Array; sign(message: Uint8Array): Uint8Array }

export const deriveKeys: Record<'solana' | 'bip122', (key: Hex) => FamilyKey[]> = {
  solana(key) {
    const seed = deriveSecret(key, 'solana')
    const publicKey = ed25519.getPublicKey(seed)
    return [{ address: base58.encode(publicKey), publicKey, sign: (message) => ed25519.sign(message, seed) }]
  },
  bip122(key) {
    const secret = deriveSecret(key, 'bip122')
    return [createSegwitKey(secret), createTaprootKey(secret)]
  },
}

/** One secret for each family, so that the public keys do not show that they belong together. */
function deriveSecret(key: Hex, namespace: string): Uint8Array {
  return sha256(new Uint8Array([...stringToBytes(`countersign demo ${namespace} `), ...hexToBytes(key)]), 'bytes')
}
