/** Sessions that ran out are refused by their times at once; a little later they are marked as ended and recorded. */

import { recordEvent } from '../audit/record-event.ts'
import type { Context } from '../context.ts'
import { endExpiredSession, findExpiredSessions } from './session.store.ts'

const AT_ONCE = 200

/** Each is recorded once, whichever node notices it first. */
export async function endExpiredSessions(context: Context): Promise<void> {
  for (;;) {
    const now = context.now()
    const found = await findExpiredSessions(context.store, now, AT_ONCE)
    if (found.length === 0) return
    await context.store.transaction(async (queries) => {
      for (const session of found) {
        if (!(await endExpiredSession(queries, session, now))) continue
        const { id: sessionId, personId, address, reason } = session
        await recordEvent(context, queries, {
          kind: 'session.expired',
          by: 'system',
          ...{ personId, sessionId, address },
          data: { reason },
        })
      }
    })
  }
}
