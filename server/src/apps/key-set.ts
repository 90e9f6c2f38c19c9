/** The public keys of an app. Only the members that verify a signature are stored. */

import { createPublicKey, type JsonWebKey } from 'node:crypto'
import {
  algorithmsOf,
  bitsOf,
  type KeySetReading,
  type PublicKey,
  readKeySet,
} from '@countersign/contract/app/app-keys.ts'
import type { AppKey } from '@countersign/contract/routes/admin/app.ts'
import type { Context } from '../context.ts'
import { sha256 } from '../platform/crypto/hash.ts'
import type { Queries } from '../platform/store/database.ts'
import { findKeyUse, findKeyUses, type KeyOfApp, markKeyUsed, removeKeyUse } from './key-use.store.ts'
import { RECORD_USE_EVERY_MS } from './secret.ts'

export type { KeyOfApp } from './key-use.store.ts'

type Problem = Extract<KeySetReading, { problem: unknown }>

export function keySetProblem(text: string): Problem | undefined {
  const read = readKeySet(text)
  if ('problem' in read) return read
  const broken = read.keys.findIndex((key) => !isImportable(key))
  return broken === -1 ? undefined : { problem: 'key_broken', at: broken }
}

export function keysOf(text: string): PublicKey[] {
  const read = readKeySet(text)
  if ('problem' in read) throw new Error(`stored key set is invalid: ${read.problem}`)
  return read.keys
}

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

/** RFC 7638. Not by jose, which hashes asynchronously: a transaction may await nothing but its own queries. */
export function thumbprintOf(key: PublicKey): string {
  const members =
    key.kty === 'RSA'
      ? { e: key.e, kty: key.kty, n: key.n }
      : key.kty === 'OKP'
        ? { crv: key.crv, kty: key.kty, x: key.x }
        : { crv: key.crv, kty: key.kty, x: key.x, y: key.y }
  return sha256(JSON.stringify(members)).toString('base64url')
}

/** Coordinates of the right length need not be a point on the curve. */
function isImportable({ kid: _, alg: __, ...material }: PublicKey): boolean {
  try {
    createPublicKey({ key: material as JsonWebKey, format: 'jwk' }) // each is one
    return true
  } catch {
    return false
  }
}

export function recordKeyUse(context: Context, key: KeyOfApp): void {
  context.background.run('record the use of an app key', async () => {
    const now = context.now()
    const before = now - RECORD_USE_EVERY_MS
    if (((await findKeyUse(context.store, key)) ?? 0) < before)
      await markKeyUsed(context.store, { ...key, now, before })
  })
}

export async function removeStaleKeyUses(queries: Queries, appId: string, jwks: string | null): Promise<void> {
  const current = jwks === null ? [] : keysOf(jwks).map(thumbprintOf)
  for (const thumbprint of (await findKeyUses(queries, appId)).keys())
    if (!current.includes(thumbprint)) await removeKeyUse(queries, { appId, thumbprint })
}
