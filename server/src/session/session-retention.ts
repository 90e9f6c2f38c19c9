import { ENDED_SESSION_KEPT_MS } from '@countersign/contract/limits.ts'
import { recordEvent } from '../audit/record-event.ts'
import type { Context } from '../context.ts'
import { firstIdAt } from '../platform/crypto/id.ts'
import { truncateIp } from '../platform/ip-address.ts'
import type { Queries } from '../platform/store/database.ts'
import { endExpiredSession, findExpiredSessions, removeEndedSessions } from './session.store.ts'
import { findFullIps, updateIps } from './session-retention.store.ts'
import { removeEndedProofs } from './start/contract-proof.store.ts'

const BATCH = 200

/** Expired sessions are rejected by their times already. Each is recorded once, by the first node that ends it. */
export async function endExpiredSessions(context: Context): Promise<void> {
  for (;;) {
    const now = context.now()
    const found = await findExpiredSessions(context.store, now, BATCH)
    if (found.length === 0) return
    await context.store.transaction(async (queries) => {
      for (const session of found) {
        if (!(await endExpiredSession(queries, { ...session, now }))) continue
        const { id: sessionId, personId, address, reason } = session
        const about = { personId, sessionId, address, data: { reason } }
        await recordEvent(context, queries, { kind: 'session.expired', by: 'system', ...about })
      }
    })
  }
}

export async function purgeSessions({ now }: Context, queries: Queries): Promise<void> {
  await removeEndedProofs(queries)
  await removeEndedSessions(queries, now() - ENDED_SESSION_KEPT_MS)
}

/** Truncates addresses last used before then. */
export async function maskSessionIps({ store }: Context, before: number): Promise<void> {
  let after = ''
  for (;;) {
    const sessions = await store.transaction(async (queries) => {
      const found = await findFullIps(queries, { after, before: firstIdAt(before, 'ses'), limit: BATCH })
      for (const { id, first, last, lastSeenAt } of found) {
        const recent = lastSeenAt >= before
        await updateIps(queries, { id, first: truncateIp(first), last: recent ? last : truncateIp(last), full: recent })
      }
      return found
    })
    if (sessions.length < BATCH) return
    after = sessions.at(-1)?.id ?? ''
  }
}
