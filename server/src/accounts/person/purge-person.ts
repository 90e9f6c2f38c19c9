import { recordEvent } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import { lockPerson } from './person.store.ts'
import { findPeopleToPurge, purgePerson } from './purge-person.store.ts'

const BATCH = 100

/** Erases people whose grace period is over. Their ids stay, for the audit log. */
export async function purgeDeletedPeople(context: Context): Promise<void> {
  const now = context.now()
  for (const id of await findPeopleToPurge(context.store, now, BATCH))
    await context.store.transaction(async (queries) => {
      await lockPerson(queries, id)
      if (!(await purgePerson(queries, id, now))) return
      await recordEvent(context, queries, { kind: 'person.deleted', by: 'system', personId: id })
    })
}
