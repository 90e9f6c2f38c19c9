/** Each hash covers the previous one. Personal data is included as a salted hash, so that it can be erased. */

import { SEAL_EVERY_MS } from '@countersign/contract/limits.ts'
import type { Context } from '../context.ts'
import { sha256 } from '../platform/crypto/hash.ts'
import type { Row } from '../platform/store/database.ts'
import { text } from '../platform/store/row.ts'
import { findHead, findOldestUnsealed, findUnsealed, type Link, lockChain, storeLink } from './hash-chain.store.ts'
import { countEvents } from './statistics/count.ts'

const BATCH = 200

/** Seals events in the background. Returns a function that stops it after the current batch. */
export function startSealer(context: Context): () => Promise<void> {
  let sealing: Promise<unknown> | undefined
  const timer = setInterval(() => {
    sealing ??= seal(context)
      .catch((error) => context.log.warn('audit log sealing failed', { reason: String(error) }))
      .finally(() => {
        sealing = undefined
      })
  }, SEAL_EVERY_MS).unref()
  return async () => {
    clearInterval(timer)
    await sealing
  }
}

export async function seal(context: Context): Promise<number> {
  let sealed = 0
  while ((await findOldestUnsealed(context.store)) !== undefined) {
    const count = await sealBatch(context)
    sealed += count
    if (count < BATCH) break
  }
  return sealed
}

function sealBatch({ store }: Context): Promise<number> {
  return store.transaction(async (queries) => {
    await lockChain(store, queries)
    const events = await findUnsealed(queries, BATCH)
    let head = await findHead(queries)
    for (const event of events) {
      const personal = personalHash(event)
      head = { seq: head.seq + 1, hash: linkHash(head, event, personal) }
      await storeLink(queries, text(event, 'id'), { ...head, personal })
    }
    await countEvents(queries, events)
    return events.length
  })
}

export function linkHash(previous: Link, event: Row, personal: Uint8Array): Buffer {
  const { id, at, kind, outcome, code, actor, actor_id, person_id, session_id, data } = event
  const facts = [previous.seq + 1, id, at, kind, outcome, code, actor, actor_id, person_id, session_id, data]
  const content = JSON.stringify([...facts, Buffer.from(personal).toString('hex')])
  return sha256(Buffer.concat([previous.hash, Buffer.from(content)]))
}

export function personalHash({ salt, ip, address, device }: Row): Buffer {
  const content = Buffer.from(JSON.stringify([ip, address, device]))
  return sha256(Buffer.concat([salt instanceof Uint8Array ? salt : new Uint8Array(), content]))
}
