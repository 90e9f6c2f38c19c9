import type { Route } from '@countersign/contract/route.ts'
import type { AdminAction } from '../access/role-authority.ts'
import type { RequestSource } from '../audit/record-event.ts'
import type { SessionRecord } from '../session/session-record.ts'

type Call = { exchange: { source: RequestSource }; session: SessionRecord }

export function adminAction({ exchange, session }: Call, { method, path }: Route): AdminAction {
  return { session, source: exchange.source, call: `${method} ${path}` }
}

/** Who an audit event is attributed to. */
export function actorOf({ session, source }: AdminAction) {
  return { actorId: session.person.id, sessionId: session.id, source }
}
