/** libsecp256k1 as WebAssembly, which scripts/libsecp256k1/build.mjs compiles. It allocates and imports nothing. */

import { readFileSync } from 'node:fs'
import type { Curve } from './curve.ts'

/** The part that is used. Node's types do not declare it. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object) => { exports: unknown }
}

/** What verify.c exports; 1 is yes. */
type Library = {
  memory: { buffer: ArrayBuffer }
  hashAddress(): number
  signatureAddress(): number
  keyAddress(): number
  recover(recovery: 0 | 1): number
  verifyEcdsa(keyLength: number): number
  verifySchnorr(): number
  isOnCurve(): number
}

const HASH_LENGTH = 32
const SIGNATURE_LENGTH = 64
const X_LENGTH = 32
const COMPRESSED_LENGTH = 33
const UNCOMPRESSED_LENGTH = 65

/** Returns what starts an instance. */
export function compileLibsecp256k1(): () => Curve {
  const module = new WebAssembly.Module(readFileSync(new URL('libsecp256k1.wasm', import.meta.url)))
  return () => curveOf(new WebAssembly.Instance(module).exports as Library) // a file of this version
}

function curveOf(library: Library): Curve {
  const memory = new Uint8Array(library.memory.buffer)
  const [hashAt, signatureAt, keyAt] = [library.hashAddress(), library.signatureAddress(), library.keyAddress()]
  const key = memory.subarray(keyAt, keyAt + UNCOMPRESSED_LENGTH)

  function writeSigned(signature: Uint8Array, hash: Uint8Array): boolean {
    if (signature.length !== SIGNATURE_LENGTH || hash.length !== HASH_LENGTH) return false
    memory.set(signature, signatureAt)
    memory.set(hash, hashAt)
    return true
  }

  function writeKey(bytes: Uint8Array, ...lengths: readonly number[]): boolean {
    if (!lengths.includes(bytes.length)) return false
    memory.set(bytes, keyAt)
    return true
  }

  return {
    kind: 'webassembly',
    recover: (signature, recovery, hash) =>
      writeSigned(signature, hash) && library.recover(recovery) === 1 ? key : undefined,
    verifyEcdsa: (signature, hash, publicKey) =>
      writeSigned(signature, hash) &&
      writeKey(publicKey, COMPRESSED_LENGTH, UNCOMPRESSED_LENGTH) &&
      library.verifyEcdsa(publicKey.length) === 1,
    verifySchnorr: (signature, hash, x) =>
      writeSigned(signature, hash) && writeKey(x, X_LENGTH) && library.verifySchnorr() === 1,
    isOnCurve: (x) => writeKey(x, X_LENGTH) && library.isOnCurve() === 1,
  }
}
