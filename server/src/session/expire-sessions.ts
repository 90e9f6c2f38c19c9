/** Expired sessions are rejected at once by their times; later they are marked as ended, recorded, and deleted. */

import { ENDED_SESSION_KEPT_MS } from '@countersign/contract/limits.ts'
import { recordEvent } from '../audit/record-event.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../platform/store/database.ts'
import { removeEndedProofs } from './contract-proof.store.ts'
import { endExpiredSession, findExpiredSessions, removeEndedSessions } from './session.store.ts'

const AT_ONCE = 200

/** Each is recorded once, by the first node that notices. */
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

/** Ended sessions past their retention, and the contract proofs nobody will check again. */
export async function purgeSessions({ now }: Context, queries: Queries): Promise<void> {
  await removeEndedProofs(queries)
  await removeEndedSessions(queries, now() - ENDED_SESSION_KEPT_MS)
}
