import { touchPerson } from '../accounts/notice/notice.ts'
import type { Context } from '../context.ts'
import { endSessionsOf } from './end-session.ts'
import { endLapsedSessions, findPeopleWithSessions } from './session-retention.store.ts'

/** Small, so that concurrent sign-ins do not wait. */
const BATCH = 100

/** Everyone's, in the order in which people are locked. Returns how many were live. */
export async function endAllSessions({ store, now }: Context): Promise<number> {
  const at = now()
  let ended = 0
  for (;;) {
    const batch = await store.transaction(async (queries) => {
      const people = await findPeopleWithSessions(queries, at, BATCH)
      let count = 0
      for (const personId of people) {
        await touchPerson(queries, personId, at)
        count += await endSessionsOf(queries, { personId, at, reason: 'revoked_admin' })
      }
      return { people: people.length, count }
    })
    ended += batch.count
    if (batch.people < BATCH) break
  }
  await endLapsedSessions(store, at)
  return ended
}
