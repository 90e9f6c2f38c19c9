import { AppError } from '@countersign/contract/error/errors.ts'
import { DELETION_GRACE_MS } from '@countersign/contract/limits.ts'
import { type Actor, type AuditEvent, recordEvent } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/store/database.ts'
import { touchPerson } from '../notice/notice.store.ts'
import { findPerson, markDeleting, type Person, restoreFromDeletion } from './person.store.ts'
import { findProfile } from './profile.store.ts'

/** The person is locked. Returns when the account will be erased: no later than an earlier deletion would have done. */
export async function startDeletion(
  context: Context,
  queries: Queries,
  { personId, actor }: { personId: string; actor: Actor },
): Promise<number> {
  const now = context.now()
  const profile = await findProfile(queries, personId)
  const deleteAfter = Math.min(profile?.deleteAfter ?? Number.POSITIVE_INFINITY, now + DELETION_GRACE_MS)
  await markDeleting(queries, { id: personId, deleteAfter, by: actor.actorId, now })
  await touchPerson(queries, personId, now)
  const data = { deleteAfter: new Date(deleteAfter).toISOString() }
  await recordEvent(context, queries, { kind: 'person.deletion_started', ...actor, personId, data })
  return deleteAfter
}

export async function cancelDeletion(
  context: Context,
  queries: Queries,
  { id, ...event }: { id: string } & Partial<AuditEvent>,
): Promise<Person> {
  await restoreFromDeletion(queries, { id, now: context.now() })
  await recordEvent(context, queries, { ...event, kind: 'person.deletion_cancelled', personId: id })
  const person = await findPerson(queries, id)
  if (!person) throw new Error('A locked person does not exist')
  return person
}

/** A person cancels only a deletion that they started themselves. */
export async function requireOwnDeletion(queries: Queries, id: string): Promise<{ until?: string }> {
  const { deleteAfter = null, deletionBy = null } = (await findProfile(queries, id)) ?? {}
  const details = deleteAfter === null ? {} : { until: new Date(deleteAfter).toISOString() }
  if (deleteAfter === null || deletionBy !== id) throw new AppError('deletion_not_yours', details)
  return details
}
