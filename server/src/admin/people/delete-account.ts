/** An account that is to go: signed out at once, gone for good after the grace, kept by signing in before that. */

import { AppError } from '@countersign/contract/errors.ts'
import { DELETION_GRACE_MS } from '@countersign/contract/limits.ts'
import { DELETION_PHRASE } from '@countersign/contract/routes/person.ts'
import { touchPerson } from '../../accounts/notice/notice.store.ts'
import { lockPersonAndOwners } from '../../accounts/person/lock-person.ts'
import { markDeleting, type Person } from '../../accounts/person/person.store.ts'
import { type RequestSource, recordEvent } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/store/database.ts'
import { endSessionsOf } from '../../session/session.store.ts'

/** Who asks for it, from where. */
export type Asker = { actorId: string; sessionId: string; source: RequestSource }

type Request = Asker & { phrase: string; check: (queries: Queries) => Promise<void> }

/** The person's own wish; `check` refuses when their session has ended since. */
export async function deleteOwnAccount(context: Context, { phrase, check, ...asker }: Request): Promise<number> {
  if (phrase !== DELETION_PHRASE)
    throw new AppError('phrase_wrong', { fields: [{ path: '/phrase', code: 'other_words' }] })
  return context.store.transaction(async (queries) => {
    const { person, lastOwner } = await lockPersonAndOwners(queries, asker.actorId)
    if (lastOwner) throw new AppError('last_owner')
    await check(queries)
    return beginDeletion(context, queries, { person, asker })
  })
}

/** The person is held by the transaction. Returns when they will be gone. */
export async function beginDeletion(
  context: Context,
  queries: Queries,
  { person, asker }: { person: Person; asker: Asker },
): Promise<number> {
  const now = context.now()
  const deleteAfter = now + DELETION_GRACE_MS
  await markDeleting(queries, { id: person.id, deleteAfter, now })
  await endSessionsOf(queries, { personId: person.id, at: now, reason: 'person_deleted' })
  await touchPerson(queries, person.id, now)
  await recordEvent(context, queries, {
    kind: 'person.deletion_started',
    ...asker,
    personId: person.id,
    data: { deleteAfter: new Date(deleteAfter).toISOString() },
  })
  return deleteAfter
}
