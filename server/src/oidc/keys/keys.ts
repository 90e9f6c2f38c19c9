/** The keys tokens are signed with: made in time, published before they sign, trusted a while after. */

import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { KEY_ACTIVE_MS, KEY_NEXT_MS, KEY_RETIRING_MS } from '@countersign/contract/limits/app-limits.ts'
import type { SigningKey } from '@countersign/contract/routes/admin/key.ts'
import type { Context } from '../../context.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import { open, seal } from '../../platform/crypto/seal.ts'
import type { Queries } from '../../platform/store/database.ts'
import {
  findKeys,
  insertKey,
  type KeyAlgorithm,
  type KeyRecord,
  lockKeys,
  removeKey,
  removeOldKeys,
  retireKey,
} from './key.store.ts'
import type { OpenedKey } from './signing-key.ts'

const generate = promisify(generateKeyPair)
const ALGORITHMS: KeyAlgorithm[] = ['ES256', 'RS256']
/** The next key is made long before it is due: whoever caches keys for a day has seen it by then. */
const MADE_AHEAD_MS = 7 * KEY_NEXT_MS

/** Every key that is published, those that sign first. Makes what is missing. */
export async function readyKeys(context: Context): Promise<KeyRecord[]> {
  const now = context.now()
  const found = await findKeys(context.store)
  const missing = ALGORITHMS.flatMap((alg) => missingStart(context, found, alg))
  for (const { alg, activeFrom } of missing) await insertKey(context.store, await makeKey(context, alg, activeFrom))
  if (found.some(({ removeAt }) => removeAt <= now)) await removeOldKeys(context.store, now)
  const keys = missing.length > 0 ? await findKeys(context.store) : found
  return keys
    .filter((key) => key.removeAt > now && canOpen(context, key))
    .sort((a, b) => rank(a, now) - rank(b, now) || b.activeFrom - a.activeFrom)
}

type Start = { alg: KeyAlgorithm; activeFrom: number }

/**
 * When a key of this kind must begin for which there is none yet. It follows from what is kept, not from the moment: of
 * two nodes that find it missing together, one makes it.
 */
function missingStart(context: Context, keys: KeyRecord[], alg: KeyAlgorithm): Start[] {
  const now = context.now()
  const ofKind = keys.filter((key) => key.alg === alg)
  const last = Math.max(0, ...ofKind.filter((key) => canOpen(context, key)).map(({ retireAt }) => retireAt))
  if (last - now > MADE_AHEAD_MS) return []
  if (last > 0) return [{ alg, activeFrom: last }]
  const begun = ofKind.map(({ activeFrom }) => activeFrom).filter((activeFrom) => activeFrom <= now)
  return [{ alg, activeFrom: Math.max(-1, ...begun) + 1 }]
}

async function makeKey(context: Context, alg: KeyAlgorithm, activeFrom: number): Promise<KeyRecord> {
  const { publicKey, privateKey } =
    alg === 'ES256'
      ? await generate('ec', { namedCurve: 'P-256' })
      : await generate('rsa', { modulusLength: 2048, publicExponent: 0x10001 })
  const now = context.now()
  const publicJwk = JSON.stringify(publicKey.export({ format: 'jwk' }))
  const kid = sha256(publicJwk).toString('base64url').slice(0, 22)
  const content = Buffer.from(JSON.stringify(privateKey.export({ format: 'jwk' })))
  const retireAt = Math.max(activeFrom, now) + KEY_ACTIVE_MS
  return {
    kid,
    alg,
    publicJwk,
    privateJwk: seal(context, { key: context.keys.signing, about: `signing ${kid}`, content }),
    createdAt: now,
    activeFrom,
    retireAt,
    removeAt: retireAt + KEY_RETIRING_MS,
  }
}

/** A key that cannot be opened is left out: it was sealed with another secret. */
export function openKeys(context: Context, keys: KeyRecord[]): OpenedKey[] {
  return keys.flatMap((key) => {
    const content = openKey(context, key)
    return content ? [{ kid: key.kid, alg: key.alg, privateJwk: JSON.parse(content.toString()) }] : []
  })
}

/** Not when it was sealed with another secret than ours: then it is as good as none. */
export function canOpen(context: Pick<Context, 'keys'>, key: KeyRecord): boolean {
  return openKey(context, key) !== undefined
}

function openKey({ keys }: Pick<Context, 'keys'>, { kid, privateJwk }: KeyRecord): Buffer | undefined {
  return open(privateJwk, { key: keys.signing, about: `signing ${kid}` })
}

type Rotation = { alg: KeyAlgorithm; distrust: boolean }

/** A new key signs from now on. The old one is trusted a while longer, unless others may have it. */
export async function rotateNow(
  context: Context,
  { alg, distrust }: Rotation,
  record: (queries: Queries, kid: string) => Promise<void>,
): Promise<void> {
  const now = context.now()
  const made = await makeKey(context, alg, now)
  await context.store.transaction(async (queries) => {
    await lockKeys(queries)
    const held = (await findKeys(queries)).filter((key) => key.alg === alg)
    for (const key of held) {
      if (distrust || key.activeFrom > now) await removeKey(queries, key.kid)
      else if (key.retireAt > now)
        await retireKey(queries, { kid: key.kid, retireAt: now, removeAt: now + KEY_RETIRING_MS })
    }
    // Two rotations in one moment make two keys, the second of which counts.
    const activeFrom = !distrust && held.some((key) => key.activeFrom === now) ? now + 1 : now
    if (!(await insertKey(queries, { ...made, activeFrom }))) throw new Error('another key begins at this moment')
    await record(queries, made.kid)
  })
}

export function statusOf({ activeFrom, retireAt }: KeyRecord, now: number): SigningKey['status'] {
  if (now < activeFrom) return 'next'
  return now < retireAt ? 'active' : 'retiring'
}

export function presentKey(key: KeyRecord, now: number): SigningKey {
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

const RANKS = { active: 0, retiring: 1, next: 2 }

function rank(key: KeyRecord, now: number): number {
  return RANKS[statusOf(key, now)]
}
