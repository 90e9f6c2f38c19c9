/** Each hash covers the previous one. Personal data is included as a salted hash, so that it can be erased. */

import { SEAL_EVERY_MS } from '@countersign/contract/limits.ts'
import { sha256 } from '../platform/crypto/hash.ts'
import type { PlatformContext } from '../platform/platform-context.ts'
import { runEvery } from '../platform/run-every.ts'
import type { Row } from '../platform/store/database.ts'
import { integer, text } from '../platform/store/row.ts'
import { putSetting } from '../platform/store/setting.ts'
import type { SealedLink } from './event.store.ts'
import type { Link } from './hash-chain.store.ts'
import * as store from './hash-chain.store.ts'
import { countEvents } from './statistics/count.ts'

const BATCH = 200

/** Seals and counts events in the background. Returns a function that stops it after the current batch. */
export function startSealer(context: PlatformContext): () => Promise<void> {
  const onFailure = (error: unknown) => context.log.warn('audit log sealing failed', { reason: String(error) })
  return runEvery(SEAL_EVERY_MS, () => seal(context), onFailure)
}

/** Returns how many events were added to the statistics: all that were sealed since the last time. */
export async function seal(context: PlatformContext): Promise<number> {
  while ((await store.findOldestUnsealed(context.store)) !== undefined) if ((await sealBatch(context)) < BATCH) break
  let counted = 0
  for (;;) {
    const count = await countBatch(context)
    counted += count
    if (count < BATCH) return counted
  }
}

/** On PostgreSQL, where sign-ins would otherwise wait for each other, and for events of earlier versions. */
function sealBatch(context: PlatformContext): Promise<number> {
  return context.store.transaction(async (queries) => {
    await store.lockChain(context.store, queries)
    const events = await store.findUnsealed(queries, BATCH)
    let head: Link = await store.findHead(queries)
    for (const event of events) {
      const link = linkAfter(head, event)
      await store.storeLink(queries, { ...link, id: text(event, 'id') })
      head = link
    }
    store.rememberHead(queries, head)
    return events.length
  })
}

async function countBatch(context: PlatformContext): Promise<number> {
  const [next] = await store.findCountable(context.store, await store.findCounted(context.store), 1)
  if (!next) return 0
  return context.store.transaction(async (queries) => {
    await store.lockChain(context.store, queries)
    const events = await store.findCountable(queries, await store.findCounted(queries), BATCH)
    const last = events.at(-1)
    if (!last) return 0
    await countEvents(queries, events)
    await putSetting(queries, 'activity_counted', String(integer(last, 'seq')), context.now())
    return events.length
  })
}

/** The next link of the chain. No other transaction may add to it until this one ends. */
export function linkAfter(head: Link, event: Row): SealedLink {
  const personal = personalHash(event)
  return { seq: head.seq + 1, personal, hash: linkHash(head, event, personal) }
}

export function linkHash(previous: Link, event: Row, personal: Uint8Array): Buffer {
  const { id, at, kind, outcome, code, actor, actor_id, person_id, session_id, data } = event
  const facts = [previous.seq + 1, id, at, kind, outcome, code, actor, actor_id, person_id, session_id, data]
  return hashAfter(previous.hash, JSON.stringify([...facts, toHex(personal)]))
}

export function personalHash({ salt, ip, address, device }: Row): Buffer {
  return hashAfter(salt instanceof Uint8Array ? salt : new Uint8Array(), JSON.stringify([ip, address, device]))
}

/** SHA-256 of the bytes and the text after them. */
function hashAfter(start: Uint8Array, text: string): Buffer {
  const content = Buffer.allocUnsafe(start.length + Buffer.byteLength(text))
  content.set(start)
  content.write(text, start.length)
  return sha256(content)
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')
}
