/** Recovers public keys with libsecp256k1 as a native addon, or noble. The addon is used only after a self-test. */

import { createRequire } from 'node:module'
import { secp256k1 } from '@noble/curves/secp256k1.js'

/** 65 bytes uncompressed; undefined if there is none. `signature` is r and s, 64 bytes. */
export type Recover = (signature: Uint8Array, recovery: 0 | 1, hash: Uint8Array) => Uint8Array | undefined

type Addon = {
  ecdsaRecover(signature: Uint8Array, recovery: number, hash: Uint8Array, compressed: boolean): Uint8Array
}

export type Recovery = { recover: Recover; kind: 'native' | 'plain' }

export function loadRecovery(): Recovery {
  const native = loadAddon()
  return native && passSelfTest(native, recoverPlain)
    ? { recover: native, kind: 'native' }
    : { recover: recoverPlain, kind: 'plain' }
}

function loadAddon(): Recover | undefined {
  try {
    const addon: Addon = createRequire(import.meta.url)('secp256k1/bindings.js')
    return (signature, recovery, hash) => {
      try {
        return addon.ecdsaRecover(signature, recovery, hash, false)
      } catch {
        return undefined
      }
    }
  } catch {
    return undefined
  }
}

export const recoverPlain: Recover = (signature, recovery, hash) => {
  try {
    const parsed = secp256k1.Signature.fromBytes(signature).addRecoveryBit(recovery)
    return parsed.recoverPublicKey(hash).toBytes(false)
  } catch {
    return undefined
  }
}

function passSelfTest(native: Recover, plain: Recover): boolean {
  const hash = new Uint8Array(32).fill(7)
  const valid = secp256k1.sign(hash, new Uint8Array(32).fill(9), { prehash: false, format: 'recovered' })
  const recovery = valid[0] === 1 ? 1 : 0
  const cases = [valid.subarray(1), new Uint8Array(64), new Uint8Array(64).fill(0xff)]
  return cases.every((signature) => {
    const [a, b] = [native(signature, recovery, hash), plain(signature, recovery, hash)]
    return a === undefined ? b === undefined : b !== undefined && Buffer.compare(a, b) === 0
  })
}
