import { AppError, type ErrorCode } from '@countersign/contract/error/errors.ts'
import { isHigh, outranks, type Role } from '@countersign/contract/permission.ts'
import type { Person } from '../accounts/person/person.ts'
import { recordRefusal } from '../audit/record-event.ts'
import type { Acting } from '../call.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../platform/store/database.ts'
import { reloadSession } from '../session/lock-session.ts'
import type { SessionRecord } from '../session/session-record.ts'

/** Rejects when the session ended or its role changed since the request arrived. */
export async function reloadActor(
  context: Context,
  queries: Queries,
  { sessionId, role }: Acting,
): Promise<SessionRecord> {
  const current = await reloadSession(context, queries, sessionId)
  if (current.person.role !== role) throw new AppError('forbidden')
  return current
}

export function requireAuthorityOver(actor: Person, person: Person): void {
  if (!outranks(actor.role, person.role)) throw new AppError('role_too_high')
}

/** Only owners promote, demote, suspend and restore admins and owners. */
export function requireRoleChange({ person }: SessionRecord, roles: Role[]): void {
  if (person.role !== 'owner' && roles.some(isHigh)) throw new AppError('role_too_high')
}

const RECORDED: readonly ErrorCode[] = ['own_role', 'role_too_high', 'last_owner', 'forbidden']

/** Refusals of what an admin does to the target are recorded. */
export async function changeTarget<T>(
  context: Context,
  by: Acting,
  target: string,
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  try {
    return await by.transaction(work)
  } catch (error) {
    if (error instanceof AppError && RECORDED.includes(error.code)) {
      const data = { call: by.call, target }
      recordRefusal(context, error, { kind: 'access.refused', ...by, personId: by.actorId, data })
    }
    throw error
  }
}
