import { AppError } from '@countersign/contract/error/errors.ts'
import { isLive } from '../accounts/live-session.ts'
import { lockPerson } from '../accounts/person/person.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../platform/store/database.ts'
import { findSessionById } from './session.store.ts'
import type { SessionRecord } from './session-record.ts'

/** Locks the person, and rejects a session that ended since the request arrived. */
export async function lockSession(
  context: Context,
  queries: Queries,
  { id, person }: SessionRecord,
): Promise<SessionRecord> {
  await lockPerson(queries, person.id)
  return reloadSession(context, queries, id)
}

export async function reloadSession(context: Context, queries: Queries, id: string): Promise<SessionRecord> {
  const session = await findSessionById(queries, id)
  if (!session || !isLive(session, context.now())) throw new AppError('session_revoked')
  return session
}
