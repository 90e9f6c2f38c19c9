import { DELETION_GRACE_MS } from '@countersign/contract/limits.ts'
import { type Actor, type AuditEvent, recordEvent } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/store/database.ts'
import { touchPerson } from '../notice/notice.store.ts'
import { findDeletion, findPerson, markDeleting, type Person, restoreFromDeletion } from './person.store.ts'

/** The person is locked by the transaction. Returns when the account will be erased. */
export async function startDeletion(
  context: Context,
  queries: Queries,
  { personId, actor }: { personId: string; actor: Actor },
): Promise<number> {
  const now = context.now()
  const deleteAfter = now + DELETION_GRACE_MS
  await markDeleting(queries, { id: personId, deleteAfter, now })
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

export async function deletionDetails(queries: Queries, id: string): Promise<{ until?: string }> {
  const deleteAfter = await findDeletion(queries, id)
  return deleteAfter === null ? {} : { until: new Date(deleteAfter).toISOString() }
}
