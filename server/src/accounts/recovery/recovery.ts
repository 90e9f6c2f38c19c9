/** Recovery codes (shown once, stored as hashes) and an admin's recovery links. Each works once. */

import { AppError } from '@countersign/contract/error/errors.ts'
import {
  LINK_TOKEN_BYTES,
  RATE_RECOVERIES_PER_PERSON,
  RECOVERY_CODE_LENGTH,
  RECOVERY_CODES,
  RECOVERY_LINK_MS,
} from '@countersign/contract/limits.ts'
import { isHigh, mayDo, outranks, type Role } from '@countersign/contract/permission.ts'
import { type RequestSource, recordEvent } from '../../audit/record-event.ts'
import type { Acting } from '../../call.ts'
import type { Context } from '../../context.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import { crockford, newToken, normalizeCrockford } from '../../platform/crypto/id.ts'
import type { Queries } from '../../platform/store/database.ts'
import { addNotice } from '../notice/notice.ts'
import { cancelDeletion, requireOwnDeletion } from '../person/deletion.ts'
import { findPerson, lockPerson, type Person } from '../person/person.store.ts'
import { findWalletById } from '../wallet/wallet.store.ts'
import * as store from './recovery.store.ts'

export type RecoveryKey = store.RecoveryKey

/** Replaces all earlier codes. */
export async function createCodes(
  context: Context,
  actor: Acting,
  signerId: string,
): Promise<{ codes: string[]; createdAt: number }> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => crockford(context.random(RECOVERY_CODE_LENGTH)))
  const now = context.now()
  const { actorId: personId } = actor
  await actor.lockedTransaction(async (queries) => {
    const address = (await findWalletById(queries, signerId))?.address
    const replaced = await store.replaceCodes(queries, { personId, hashes: codes.map(sha256), now })
    const data = { codes: codes.length }
    await recordEvent(context, queries, { kind: 'recovery.codes_created', ...actor, personId, address, data })
    const kind = replaced > 0 ? 'recovery_codes_replaced' : 'recovery_codes_created'
    await addNotice(context, queries, { ...actor, personId, kind })
  })
  return { codes: codes.map((code) => code.match(/.{5}/g)?.join('-') ?? code), createdAt: now }
}

export function deleteCodes(context: Context, actor: Acting): Promise<void> {
  const { actorId: personId } = actor
  return actor.lockedTransaction(async (queries) => {
    if ((await store.removeCodes(queries, personId)) === 0) return
    await recordEvent(context, queries, { kind: 'recovery.codes_dropped', ...actor, personId })
    await addNotice(context, queries, { ...actor, personId, kind: 'recovery_codes_deleted' })
  })
}

/** For `/recover#link=<token>`. The caller has locked the person and records it. */
export async function createRecoveryLinkFor(
  context: Context,
  queries: Queries,
  { personId, createdBy }: { personId: string; createdBy: string },
): Promise<{ token: string; expiresAt: number }> {
  const token = newToken(context, LINK_TOKEN_BYTES)
  const now = context.now()
  const expiresAt = now + RECOVERY_LINK_MS
  await store.replaceLink(queries, { personId, hash: sha256(token), createdBy, now, expiresAt })
  return { token, expiresAt }
}

export function readKey({ code, link }: { code?: string | undefined; link?: string | undefined }): RecoveryKey {
  if (code !== undefined && link === undefined) return { kind: 'code', hash: sha256(normalizeCrockford(code)) }
  if (link !== undefined && code === undefined) return { kind: 'link', hash: sha256(link) }
  throw new AppError('recovery_invalid')
}

/** Spends the key and returns its person, locked. The error for an unknown, a used and an expired key is the same. */
export async function redeemKey(
  context: Context,
  queries: Queries,
  { key, source }: { key: RecoveryKey; source: RequestSource },
): Promise<Person> {
  const personId = await store.findKeyHolder(queries, key)
  const person = personId === undefined ? undefined : await lockPerson(queries, personId)
  if (!person || person.status === 'deleted') throw new AppError('recovery_invalid')
  if (key.kind === 'link' && !(await isLinkStillAllowed(queries, key.hash, person)))
    throw new AppError('recovery_invalid')
  if (!(await store.spendKey(queries, key, context.now()))) throw new AppError('recovery_invalid')
  // After it: a used code, which is worth nothing, must not use up the tries of the person.
  context.rates.take(`recovery:${person.id}`, RATE_RECOVERIES_PER_PERSON)
  if (person.status !== 'deleting') return person
  await requireOwnDeletion(queries, person.id)
  return cancelDeletion(context, queries, { id: person.id, actorId: person.id, source })
}

/** Who created the link may have lost the role since, and the person may have got a higher one. */
async function isLinkStillAllowed(queries: Queries, hash: Uint8Array, person: Person): Promise<boolean> {
  const creatorId = await store.findLinkCreator(queries, hash)
  const creator = creatorId === undefined ? undefined : await findPerson(queries, creatorId)
  return creator?.status === 'active' && mayRecover(creator.role, person.role)
}

export function mayRecover(actor: Role, person: Role): boolean {
  return mayDo(actor, 'people.recover') && outranks(actor, person) && (!isHigh(person) || actor === 'owner')
}

export function purgeRecoveryLinks(context: Context, queries: Queries): Promise<number> {
  return store.removeExpiredLinks(queries, context.now())
}
