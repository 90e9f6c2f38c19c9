import { AppError } from '@countersign/contract/errors.ts'
import { lockPerson } from '../accounts/person/person.ts'
import type { Queries } from '../platform/store/database.ts'
import { findSessionById } from './session.store.ts'
import type { SessionRecord } from './session-record.ts'

/**
 * Begins every change people make to their own account: nobody else changes it until the transaction ends, and a
 * session that ended since the request arrived is rejected. Returns the session as it is now.
 */
export async function lockSession(queries: Queries, { id, person }: SessionRecord): Promise<SessionRecord> {
  await lockPerson(queries, person.id)
  return reloadSession(queries, id)
}

/** The session as it is now, if it has not ended since. */
export async function reloadSession(queries: Queries, id: string): Promise<SessionRecord> {
  const session = await findSessionById(queries, id)
  if (!session || session.ended || session.person.status !== 'active') throw new AppError('session_revoked')
  return session
}
