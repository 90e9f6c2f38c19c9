/** libsecp256k1 as WebAssembly, from libauth. It reads and writes memory that is allocated once. */

import {
  CompressionFlag,
  ContextFlag,
  instantiateSecp256k1Wasm,
} from '@bitauth/libauth/build/lib/bin/secp256k1/secp256k1-wasm.js'
import type { Curve } from './curve.ts'
import { verifySchnorrByRecovery } from './schnorr.ts'

const HASH_LENGTH = 32
const SIGNATURE_LENGTH = 64
const X_LENGTH = 32
const COMPRESSED_LENGTH = 33
const UNCOMPRESSED_LENGTH = 65
/** Of a signature or a key as the library keeps it. */
const PARSED_LENGTH = 65
const SUCCESS = 1

const EVEN = Buffer.from([2])
/** Compressed, or uncompressed. The library also reads the hybrid form, which nothing else does. */
const PREFIXES = new Map([
  [2, COMPRESSED_LENGTH],
  [3, COMPRESSED_LENGTH],
  [4, UNCOMPRESSED_LENGTH],
])

export async function startLibsecp256k1(): Promise<Curve> {
  const library = await instantiateSecp256k1Wasm()
  const context = library.contextCreate(ContextFlag.VERIFY)
  const hashAt = library.malloc(HASH_LENGTH)
  const signatureAt = library.malloc(SIGNATURE_LENGTH)
  const keyAt = library.malloc(UNCOMPRESSED_LENGTH)
  const parsedSignatureAt = library.malloc(PARSED_LENGTH)
  const parsedKeyAt = library.malloc(PARSED_LENGTH)
  const lengthAt = library.mallocSizeT(UNCOMPRESSED_LENGTH)
  const key = library.heapU8.subarray(keyAt, keyAt + UNCOMPRESSED_LENGTH)

  function writeSigned(signature: Uint8Array, hash: Uint8Array): boolean {
    if (signature.length !== SIGNATURE_LENGTH || hash.length !== HASH_LENGTH) return false
    library.heapU8.set(signature, signatureAt)
    library.heapU8.set(hash, hashAt)
    return true
  }

  function parseKey(bytes: Uint8Array): boolean {
    if (PREFIXES.get(bytes[0] ?? 0) !== bytes.length) return false
    key.set(bytes)
    return library.pubkeyParse(context, parsedKeyAt, keyAt, bytes.length as 33 | 65) === SUCCESS // one of PREFIXES
  }

  function recover(signature: Uint8Array, recovery: 0 | 1, hash: Uint8Array): Uint8Array | undefined {
    const isFound =
      writeSigned(signature, hash) &&
      library.recoverableSignatureParse(context, parsedSignatureAt, signatureAt, recovery) === SUCCESS &&
      library.recover(context, parsedKeyAt, parsedSignatureAt, hashAt) === SUCCESS
    if (!isFound) return undefined
    library.pubkeySerialize(context, keyAt, lengthAt, parsedKeyAt, CompressionFlag.UNCOMPRESSED)
    return key
  }

  return {
    kind: 'webassembly',
    recover,
    verifyEcdsa: (signature, hash, publicKey) =>
      writeSigned(signature, hash) &&
      library.signatureParseCompact(context, parsedSignatureAt, signatureAt) === SUCCESS &&
      parseKey(publicKey) &&
      library.verify(context, parsedSignatureAt, hashAt, parsedKeyAt) === SUCCESS,
    // The library's own are those of Bitcoin Cash.
    verifySchnorr: (signature, hash, x) => verifySchnorrByRecovery(recover, { signature, hash, x }),
    isOnCurve: (x) => x.length === X_LENGTH && parseKey(Buffer.concat([EVEN, x])),
  }
}
