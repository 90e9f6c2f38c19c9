/** secp256k1 in audited JavaScript, more than ten times slower. Loaded with the first call: most installations never need it. */

import { createRequire } from 'node:module'
import type { Curve } from './curve.ts'

const require = createRequire(import.meta.url)

const load = (): typeof import('@noble/curves/secp256k1.js') => require('@noble/curves/secp256k1.js')

/** Noble takes others. */
const HASH_LENGTH = 32

export const noble: Curve = {
  kind: 'javascript',
  recover(signature, recovery, hash) {
    const { Signature } = load().secp256k1
    if (hash.length !== HASH_LENGTH) return undefined
    try {
      return Signature.fromBytes(signature).addRecoveryBit(recovery).recoverPublicKey(hash).toBytes(false)
    } catch {
      return undefined
    }
  },
  verifyEcdsa(signature, hash, key) {
    const { secp256k1 } = load()
    try {
      return hash.length === HASH_LENGTH && secp256k1.verify(signature, hash, key, { prehash: false })
    } catch {
      return false
    }
  },
  verifySchnorr(signature, hash, x) {
    const { schnorr } = load()
    try {
      return hash.length === HASH_LENGTH && schnorr.verify(signature, hash, x)
    } catch {
      return false
    }
  },
  isOnCurve: (x) => load().secp256k1.utils.isValidPublicKey(Buffer.concat([EVEN, x]), true),
}

/** The first byte of a compressed key whose y is even. */
const EVEN = Buffer.from([2])
