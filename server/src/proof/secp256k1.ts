/** libsecp256k1 as a native addon. Its callers test it against known results before they use it. */

import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Every function throws for invalid input. `rs` is r and s, 64 bytes. */
export type Secp256k1Addon = {
  /** Writes into `output` and returns it. */
  ecdsaRecover(rs: Uint8Array, recovery: number, hash: Uint8Array, compressed: boolean, output: Uint8Array): Uint8Array
  ecdsaVerify(rs: Uint8Array, hash: Uint8Array, publicKey: Uint8Array): boolean
  publicKeyVerify(publicKey: Uint8Array): boolean
  /** `scalar` times the key. */
  publicKeyTweakMul(publicKey: Uint8Array, scalar: Uint8Array): Uint8Array
  /** The key plus `scalar` times the generator. */
  publicKeyTweakAdd(publicKey: Uint8Array, scalar: Uint8Array): Uint8Array
  /** In place. */
  privateKeyNegate(scalar: Uint8Array): Uint8Array
}

/** Undefined where it was not built. */
export function loadSecp256k1Addon(): Secp256k1Addon | undefined {
  try {
    return require('secp256k1/bindings.js')
  } catch {
    return undefined
  }
}

/** Loads noble at the first call: most installations never need it. */
export function loadNoble(): typeof import('@noble/curves/secp256k1.js') {
  return require('@noble/curves/secp256k1.js')
}
