/** oidc-provider gets the public key and asks for signatures; with a JWK it would hold the private key itself. */

import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { ExternalSigningKey } from 'oidc-provider'
import type { KeyAlgorithm } from './key.store.ts'

const signInThreadPool = promisify(sign)

export type DecryptedKey = { kid: string; alg: KeyAlgorithm; privateJwk: JsonWebKey }

export class SigningKey extends ExternalSigningKey {
  readonly #key: DecryptedKey
  readonly #private: KeyObject
  readonly #public: KeyObject

  constructor(key: DecryptedKey) {
    super()
    this.#key = key
    this.#private = createPrivateKey({ key: key.privateJwk, format: 'jwk' })
    this.#public = createPublicKey(this.#private)
  }

  override get kid(): string {
    return this.#key.kid
  }

  override get alg(): KeyAlgorithm {
    return this.#key.alg
  }

  override keyObject(): KeyObject {
    return this.#public
  }

  override async sign(data: Uint8Array): Promise<Uint8Array> {
    // RSA takes a millisecond; ECDSA less than a switch of threads.
    if (this.alg === 'RS256') return signInThreadPool('sha256', data, this.#private)
    return derToJose(sign('sha256', data, this.#private))
  }
}

const HALF = 32

/** The 64 bytes of a JWS signature (RFC 7518 3.4). `dsaEncoding: 'ieee-p1363'` doubles the time of the signature. */
function derToJose(der: Uint8Array): Uint8Array {
  const signature = new Uint8Array(2 * HALF)
  const r = integerAt(der, 2)
  copyInteger(signature, r, HALF)
  copyInteger(signature, integerAt(der, r.byteOffset - der.byteOffset + r.length), 2 * HALF)
  return signature
}

/** Its length is one byte, since the sequence is shorter than 128 bytes. */
function integerAt(der: Uint8Array, at: number): Uint8Array {
  return der.subarray(at + 2, at + 2 + (der[at + 1] ?? 0))
}

function copyInteger(signature: Uint8Array, integer: Uint8Array, end: number): void {
  const digits = integer.subarray(Math.max(0, integer.length - HALF))
  signature.set(digits, end - digits.length)
}
