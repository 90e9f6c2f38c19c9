/** A recovery code or an admin's recovery link, redeemed for the account it belongs to. */

import { AppError } from '@countersign/contract/errors.ts'
import { RATE_RECOVERIES_PER_PERSON } from '@countersign/contract/limits.ts'
import type { RequestSource } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import type { Queries } from '../../platform/store/database.ts'
import { cancelDeletion } from '../person/deletion.ts'
import { lockPerson, type Person } from '../person/person.store.ts'
import { findKeyHolder, forgetExpiredLinks, type Key, spendKey } from './recovery.store.ts'
import { hashTypedCode } from './recovery-codes.ts'

export type { Key } from './recovery.store.ts'

/** Exactly one of the two; everything else is as invalid as a wrong one. */
export function readKey({ code, link }: { code?: string | undefined; link?: string | undefined }): Key {
  if (code !== undefined && link === undefined) return { kind: 'code', hash: hashTypedCode(code) }
  if (link !== undefined && code === undefined) return { kind: 'link', hash: sha256(link) }
  throw new AppError('recovery_invalid')
}

/** Spends the key and returns its person, locked. The error for an unknown, a used and an expired key is the same. */
export async function redeemKey(
  context: Context,
  queries: Queries,
  { key, source }: { key: Key; source: RequestSource },
): Promise<Person> {
  const personId = await findKeyHolder(queries, key)
  const person = personId === undefined ? undefined : await lockPerson(queries, personId)
  if (!person || person.status === 'deleted') throw new AppError('recovery_invalid')
  context.rates.take(`recovery:${person.id}`, RATE_RECOVERIES_PER_PERSON)
  if (!(await spendKey(queries, key, context.now()))) throw new AppError('recovery_invalid')
  if (person.status !== 'deleting') return person
  // Recovering an account cancels its deletion.
  return cancelDeletion(context, queries, { id: person.id, actorId: person.id, source })
}

export function purgeRecoveryLinks(context: Context, queries: Queries): Promise<void> {
  return forgetExpiredLinks(queries, context.now())
}
