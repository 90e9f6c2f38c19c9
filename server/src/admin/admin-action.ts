import type { Route } from '@countersign/contract/route.ts'
import type { AdminAction } from '../access/role-authority.ts'
import type { Acting } from '../call.ts'
import type { SessionRecord } from '../session/session-record.ts'

type Call = { actor: Acting; session: SessionRecord }

export function adminAction({ actor: { source, transaction }, session }: Call, { method, path }: Route): AdminAction {
  return { session, source, transaction, call: `${method} ${path}` }
}

/** Who an audit event is attributed to. */
export function actorOf({ session, source }: AdminAction) {
  return { actorId: session.person.id, sessionId: session.id, source }
}
