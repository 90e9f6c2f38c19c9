import { KEY_ACTIVE_MS, KEY_NEXT_MS, KEY_RETIRING_MS } from '@countersign/contract/limits/app-limits.ts'
import type { SigningKey } from '@countersign/contract/routes/admin/key.ts'
import { recordEvent } from '../../audit/record-event.ts'
import type { Acting } from '../../call.ts'
import type { Context } from '../../context.ts'
import { open, seal } from '../../platform/crypto/seal.ts'
import type { KeyAlgorithm, KeyRecord } from './key.store.ts'
import * as store from './key.store.ts'
import type { DecryptedKey } from './signing-key.ts'

const ALGORITHMS: KeyAlgorithm[] = ['ES256', 'RS256']
const ORDER = { active: 0, retiring: 1, next: 2 }
/** Long enough for apps that cache the key set for a day. */
const CREATED_AHEAD_MS = 7 * KEY_NEXT_MS

/** The published keys, active ones first. Creates those that are missing. */
export async function ensureKeys(context: Context): Promise<KeyRecord[]> {
  const now = context.now()
  const found = await store.findKeys(context.store)
  const missing = ALGORITHMS.flatMap((alg) => missingStart(context, found, alg))
  for (const { alg, activeFrom } of missing)
    await store.insertKey(context.store, await createKey(context, alg, activeFrom))
  if (found.some(({ removeAt }) => removeAt <= now)) await store.removeOldKeys(context.store, now)
  const keys = missing.length > 0 ? await store.findKeys(context.store) : found
  return keys
    .filter((key) => key.removeAt > now && canDecrypt(context, key))
    .sort((a, b) => ORDER[statusOf(a, now)] - ORDER[statusOf(b, now)] || b.activeFrom - a.activeFrom)
}

type Start = { alg: KeyAlgorithm; activeFrom: number }

/** When the next key must become active. Derived from the stored keys, so that of two nodes only one creates it. */
function missingStart(context: Context, keys: KeyRecord[], alg: KeyAlgorithm): Start[] {
  const now = context.now()
  const ofKind = keys.filter((key) => key.alg === alg)
  const last = Math.max(0, ...ofKind.filter((key) => canDecrypt(context, key)).map(({ retireAt }) => retireAt))
  if (last - now > CREATED_AHEAD_MS) return []
  if (last > 0) return [{ alg, activeFrom: last }]
  const begun = ofKind.map(({ activeFrom }) => activeFrom).filter((activeFrom) => activeFrom <= now)
  return [{ alg, activeFrom: Math.max(-1, ...begun) + 1 }]
}

async function createKey(context: Context, alg: KeyAlgorithm, activeFrom: number): Promise<KeyRecord> {
  const { calculateJwkThumbprint, exportJWK, generateKeyPair } = await import('jose')
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true, modulusLength: 2048 })
  const now = context.now()
  const publicJwk = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(publicJwk)
  const content = Buffer.from(JSON.stringify(await exportJWK(privateKey)))
  const retireAt = Math.max(activeFrom, now) + KEY_ACTIVE_MS
  return {
    kid,
    alg,
    publicJwk: JSON.stringify(publicJwk),
    privateJwk: seal(context, { key: context.keys.signing, aad: `signing ${kid}`, content }),
    createdAt: now,
    activeFrom,
    retireAt,
    removeAt: retireAt + KEY_RETIRING_MS,
  }
}

export function decryptKeys(context: Context, keys: KeyRecord[]): DecryptedKey[] {
  return keys.flatMap((key) => {
    const content = decrypt(context, key)
    return content ? [{ kid: key.kid, alg: key.alg, privateJwk: JSON.parse(content.toString()) }] : []
  })
}

export async function findPublishedKeys(context: Context): Promise<(KeyRecord & { canDecrypt: boolean })[]> {
  const keys = (await store.findKeys(context.store)).filter(({ removeAt }) => removeAt > context.now())
  return keys.map((key) => ({ ...key, canDecrypt: canDecrypt(context, key) }))
}

function canDecrypt(context: Context, key: KeyRecord): boolean {
  return decrypt(context, key) !== undefined
}

function decrypt({ keys }: Context, { kid, privateJwk }: KeyRecord): Buffer | undefined {
  return open(privateJwk, { key: keys.signing, aad: `signing ${kid}` })
}

export async function listKeys(context: Context): Promise<{ items: SigningKey[] }> {
  const now = context.now()
  return { items: (await ensureKeys(context)).map((key) => presentKey(key, now)) }
}

/** In an emergency. The old key stays trusted for a while, unless `distrust` revokes it. */
export async function rotateKey(
  context: Context,
  by: Acting,
  { alg, distrust }: { alg: KeyAlgorithm; distrust: boolean },
): Promise<{ items: SigningKey[] }> {
  await ensureKeys(context)
  const now = context.now()
  const created = await createKey(context, alg, now)
  await by.transaction(async (queries) => {
    await store.lockKeys(queries)
    const current = (await store.findKeys(queries)).filter((key) => key.alg === alg)
    for (const key of current) {
      if (distrust || key.activeFrom > now) await store.removeKey(queries, key.kid)
      else if (key.retireAt > now)
        await store.retireKey(queries, { kid: key.kid, retireAt: now, removeAt: now + KEY_RETIRING_MS })
    }
    // Of two rotations within one millisecond the second one is newer.
    const activeFrom = !distrust && current.some((key) => key.activeFrom === now) ? now + 1 : now
    if (!(await store.insertKey(queries, { ...created, activeFrom })))
      throw new Error('another key becomes active at this moment')
    await recordEvent(context, queries, { kind: 'key.rotated', ...by, data: { alg, distrust, kid: created.kid } })
  })
  return listKeys(context)
}

function statusOf({ activeFrom, retireAt }: KeyRecord, now: number): SigningKey['status'] {
  if (now < activeFrom) return 'next'
  return now < retireAt ? 'active' : 'retiring'
}

function presentKey(key: KeyRecord, now: number): SigningKey {
  const time = (at: number) => new Date(at).toISOString()
  const { kid, alg, createdAt, activeFrom, retireAt, removeAt } = key
  return {
    kid,
    alg,
    status: statusOf(key, now),
    createdAt: time(createdAt),
    activeFrom: time(Math.max(activeFrom, createdAt)),
    retireAt: time(retireAt),
    removeAt: time(removeAt),
  }
}
