import type { ActivityCheck } from '@countersign/contract/routes/activity.ts'
import { firstIdAt } from '../platform/crypto/id.ts'
import { equalBytes } from '../platform/crypto/keys.ts'
import type { Queries, Row } from '../platform/store/database.ts'
import { bytes, integer } from '../platform/store/row.ts'
import { findAnchor, findHead, findOldestUnsealed, findSealedAfter, type Link } from './hash-chain.store.ts'
import { linkHash, personalHash } from './hash-chain.ts'

/** `personal_changed`: only the ip, address or device differs. */
export type Finding = 'changed' | 'personal_changed' | 'missing' | 'not_sealed'

const PAGE = 500
/** The sealer runs every few seconds, so an older unsealed event means that it has stopped. */
const SEALED_WITHIN_MS = 60_000

export async function verifyChain(queries: Queries, now: number): Promise<ActivityCheck> {
  let link = await findAnchor(queries)
  let checked = 0
  for (;;) {
    const page = await findSealedAfter(queries, link.seq, PAGE)
    if (page.length === 0) break
    const result = verifyPage(link, page)
    link = result.link
    checked += result.count
    if (result.bad) {
      // The start may just have been purged: continue from the new anchor.
      const anchor = await findAnchor(queries)
      if (result.bad.why !== 'missing' || anchor.seq <= link.seq) return failed(result.bad, checked, link)
      link = anchor
    }
    await new Promise(setImmediate)
  }
  const overdue = await findOverdue(queries, now)
  if (overdue !== undefined) return failed({ seq: link.seq + 1, id: overdue, why: 'not_sealed' }, checked, link)
  return { ok: true, checked, firstBad: null, head: headOf(link) }
}

const TAIL = 50

/** A quick check of the latest events only. */
export async function verifyTail(queries: Queries, now: number): Promise<'intact' | 'late' | 'changed'> {
  if ((await findOverdue(queries, now)) !== undefined) return 'late'
  const { seq } = await findHead(queries)
  const [first, ...others] = await findSealedAfter(queries, Math.max(0, seq - TAIL), TAIL)
  if (!first) return 'intact'
  let previous = { seq: integer(first, 'seq'), hash: bytes(first, 'hash') }
  for (const event of others) {
    if (!equalBytes(bytes(event, 'hash'), linkHash(previous, event, bytes(event, 'personal_hash')))) return 'changed'
    previous = { seq: integer(event, 'seq'), hash: bytes(event, 'hash') }
  }
  return 'intact'
}

function verifyPage(from: Link, page: Row[]): { link: Link; count: number; bad?: Bad } {
  let link = from
  for (const [count, event] of page.entries()) {
    const why = verifyLink(link, event)
    if (why) return { link, count, bad: { seq: link.seq + 1, id: why === 'missing' ? null : String(event.id), why } }
    link = { seq: link.seq + 1, hash: event.hash as Uint8Array } // checked by `verifyLink`
  }
  return { link, count: page.length }
}

function verifyLink(previous: Link, event: Row): Finding | undefined {
  if (event.seq !== previous.seq + 1) return 'missing'
  const { hash, personal_hash: personal } = event
  if (!(hash instanceof Uint8Array) || !(personal instanceof Uint8Array)) return 'changed'
  if (!equalBytes(hash, linkHash(previous, event, personal))) return 'changed'
  // Without a salt the personal data was erased on purpose.
  if (event.salt !== null && !equalBytes(personal, personalHash(event))) return 'personal_changed'
  return undefined
}

async function findOverdue(queries: Queries, now: number): Promise<string | undefined> {
  const oldest = await findOldestUnsealed(queries)
  return oldest !== undefined && oldest < firstIdAt(now - SEALED_WITHIN_MS, 'evt') ? oldest : undefined
}

type Bad = { seq: number; id: string | null; why: Finding }

function failed(firstBad: Bad, checked: number, link: Link): ActivityCheck {
  return { ok: false, checked, firstBad, head: headOf(link) }
}

function headOf({ seq, hash }: Link): string | null {
  return seq === 0 ? null : Buffer.from(hash).toString('hex')
}
