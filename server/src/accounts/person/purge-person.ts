import { recordEvent } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import { lockPerson } from './person.store.ts'
import { findPeopleToForget, forgetPerson } from './purge-person.store.ts'

const AT_ONCE = 100

/** Erases everyone whose grace period is over. The id stays, for the audit log. */
export async function forgetDeleted(context: Context): Promise<void> {
  const now = context.now()
  for (const id of await findPeopleToForget(context.store, now, AT_ONCE))
    await context.store.transaction(async (queries) => {
      await lockPerson(queries, id)
      if (!(await forgetPerson(queries, id, now))) return
      await recordEvent(context, queries, { kind: 'person.deleted', by: 'system', personId: id })
    })
}
