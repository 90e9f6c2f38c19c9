/** `signature` has 64 bytes: r and s of ECDSA, or one of BIP-340. What is malformed is invalid; nothing throws. */
export type Curve = {
  kind: 'webassembly' | 'javascript'
  /** 65 bytes uncompressed, valid until the next call; undefined if there is none. */
  recover(signature: Uint8Array, recovery: 0 | 1, hash: Uint8Array): Uint8Array | undefined
  /** s has to be the lower of the two that are valid. */
  verifyEcdsa(signature: Uint8Array, hash: Uint8Array, key: Uint8Array): boolean
  /** `x` is the public key. */
  verifySchnorr(signature: Uint8Array, hash: Uint8Array, x: Uint8Array): boolean
  isOnCurve(x: Uint8Array): boolean
}
