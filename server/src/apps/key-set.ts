/** The public keys of an app. What is kept of them is what checks a signature, and nothing else that was pasted. */

import { createPublicKey, type JsonWebKey } from 'node:crypto'
import { algorithmsOf, bitsOf, type KeySetReading, type PublicKey, readKeySet } from '@countersign/contract/app-keys.ts'
import type { AppKey } from '@countersign/contract/routes/admin/app.ts'
import { sha256 } from '../platform/crypto/hash.ts'

type Problem = Extract<KeySetReading, { problem: unknown }>

export function keySetProblem(text: string): Problem | undefined {
  const read = readKeySet(text)
  if ('problem' in read) return read
  const broken = read.keys.findIndex((key) => !isKey(key))
  return broken === -1 ? undefined : { problem: 'key_broken', at: broken }
}

/** Of a set that has no problem. */
export function plainKeySet(text: string): string {
  return JSON.stringify({ keys: keysOf(text) })
}

export function keysOf(text: string): PublicKey[] {
  const read = readKeySet(text)
  if ('problem' in read) throw new Error(`a key set that was not checked: ${read.problem}`)
  return read.keys
}

/** `uses` says when each was last used, by its thumbprint. */
export function presentKeys(text: string, uses: ReadonlyMap<string, number>): AppKey[] {
  return keysOf(text).map((key) => {
    const thumbprint = thumbprintOf(key)
    const lastUsedAt = uses.get(thumbprint)
    return {
      kid: key.kid ?? null,
      type: key.kty === 'RSA' ? 'RSA' : key.crv,
      bits: key.kty === 'RSA' ? bitsOf(key.n) : null,
      algorithms: algorithmsOf(key),
      thumbprint,
      lastUsedAt: lastUsedAt === undefined ? null : new Date(lastUsedAt).toISOString(),
    }
  })
}

export function thumbprintsOf(text: string): string[] {
  return keysOf(text).map(thumbprintOf)
}

/** RFC 7638: the members it takes, in the order of the alphabet. */
export function thumbprintOf(key: PublicKey): string {
  const members =
    key.kty === 'RSA'
      ? { e: key.e, kty: key.kty, n: key.n }
      : key.kty === 'OKP'
        ? { crv: key.crv, kty: key.kty, x: key.x }
        : { crv: key.crv, kty: key.kty, x: key.x, y: key.y }
  return sha256(JSON.stringify(members)).toString('base64url')
}

/** Numbers of the right length can still be no point on their curve. */
function isKey({ kid: _, alg: __, ...material }: PublicKey): boolean {
  try {
    createPublicKey({ key: material as JsonWebKey, format: 'jwk' }) // each is one
    return true
  } catch {
    return false
  }
}
