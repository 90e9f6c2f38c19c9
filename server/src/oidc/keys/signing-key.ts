/** A key that signs where it lies: oidc-provider is shown its public half and asks for signatures. */

import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { ExternalSigningKey } from 'oidc-provider'
import type { KeyAlgorithm } from './key.store.ts'

const signAside = promisify(sign)

export type OpenedKey = { kid: string; alg: KeyAlgorithm; privateJwk: JsonWebKey }

export function createSigningKey(opened: OpenedKey): ExternalSigningKey {
  return new SigningKey(opened)
}

class SigningKey extends ExternalSigningKey {
  readonly #opened: OpenedKey
  readonly #private: KeyObject
  readonly #public: KeyObject

  constructor(opened: OpenedKey) {
    super()
    this.#opened = opened
    this.#private = createPrivateKey({ key: opened.privateJwk, format: 'jwk' })
    this.#public = createPublicKey(this.#private)
  }

  override get kid(): string {
    return this.#opened.kid
  }

  override get alg(): KeyAlgorithm {
    return this.#opened.alg
  }

  override keyObject(): KeyObject {
    return this.#public
  }

  override async sign(data: Uint8Array): Promise<Uint8Array> {
    // RSA takes a millisecond, which others need not wait for; a curve takes less than handing it over.
    if (this.alg === 'RS256') return signAside('sha256', data, this.#private)
    return joined(sign('sha256', data, this.#private))
  }
}

const HALF = 32

/**
 * A DER sequence of two integers, as the 64 bytes a JWS wants. Node can do that itself, in more time than the signature
 * takes.
 */
function joined(der: Uint8Array): Uint8Array {
  const signature = new Uint8Array(2 * HALF)
  const r = integerAt(der, 2)
  place(signature, r, HALF)
  place(signature, integerAt(der, r.byteOffset - der.byteOffset + r.length), 2 * HALF)
  return signature
}

/** Shorter than 128 bytes, so that its length is one byte. */
function integerAt(der: Uint8Array, at: number): Uint8Array {
  return der.subarray(at + 2, at + 2 + (der[at + 1] ?? 0))
}

/** Without the zero that keeps it positive, and with those that fill it up. */
function place(signature: Uint8Array, integer: Uint8Array, end: number): void {
  const digits = integer.subarray(Math.max(0, integer.length - HALF))
  signature.set(digits, end - digits.length)
}
