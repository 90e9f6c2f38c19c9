import { AppError } from '@countersign/contract/errors.ts'
import { lockPerson } from '../accounts/person/person.store.ts'
import type { Queries } from '../platform/store/database.ts'
import { findSessionById, type SessionRecord } from './session.store.ts'

/**
 * Begins every change people make to their own account: nobody else changes it until the transaction ends, and what
 * was ended since the call came in does nothing more. Returns the session as it is now.
 */
export async function lockSession(queries: Queries, { id, person }: SessionRecord): Promise<SessionRecord> {
  const held = await lockPerson(queries, person.id)
  const session = await findSessionById(queries, id)
  if (held?.status !== 'active' || !session || session.ended) throw new AppError('session_revoked')
  return session
}
