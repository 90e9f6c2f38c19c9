import { AppError } from '@countersign/contract/error/errors.ts'
import { outranks, type Role } from '@countersign/contract/permission.ts'
import { changeTarget, reloadActor, requireAuthorityOver, requireRoleChange } from '../../access/role-authority.ts'
import { markVerdictsDue, suspendVerdicts } from '../../accounts/group/verdict.store.ts'
import { addNotice, touchPerson } from '../../accounts/notice/notice.ts'
import { rejectImitation } from '../../accounts/person/display-name.ts'
import { lockPersonAndOwners } from '../../accounts/person/person.ts'
import { type PersonState, updatePersonState } from '../../accounts/person/person-state.store.ts'
import { findProfile, isSuspended, type ProfileRecord } from '../../accounts/person/profile.ts'
import { indexPerson } from '../../accounts/person/search-index.ts'
import { type AuditEvent, recordEvent } from '../../audit/record-event.ts'
import type { Acting } from '../../call.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/store/database.ts'
import { endSessionsOf } from '../../session/end-session.ts'

export type PersonChange = {
  status?: 'active' | 'suspended' | undefined
  reason?: string | undefined
  role?: Role | undefined
  displayName?: string | null | undefined
}

/** Without `version`, concurrent changes are not detected. */
type Changing = { id: string; version?: number; change: PersonChange }

export async function changePerson(context: Context, admin: Acting, changing: Changing): Promise<void> {
  const { id, version, change } = changing
  await rejectImitation(context, change.displayName)
  return changeTarget(context, admin, id, async (queries) => {
    const { person: locked, lastOwner } = await lockPersonAndOwners(queries, id)
    const actor = await reloadActor(context, queries, admin)
    const person = await findProfile(queries, id)
    if (!person || locked.status === 'deleted') throw new AppError('not_found')
    requireAuthorityOver(actor.person, person)
    if (actor.person.id === id && (change.role !== undefined || change.status !== undefined))
      throw new AppError('own_role')
    if (change.role !== undefined && change.role !== person.role) requireRoleChange(actor, [change.role, person.role])
    if (change.status !== undefined) requireRoleChange(actor, [person.role])
    if (version !== undefined && person.version !== version && !isSuspension(change))
      throw new AppError('version_conflict')
    const next = stateAfter(person, change)
    if (lastOwner && (next.role !== 'owner' || next.status === 'suspended')) throw new AppError('last_owner')
    await applyChange(context, queries, { admin, person, next })
  })
}

/** Whatever else changed: a person who keeps changing their profile could not be suspended. */
function isSuspension({ status, role, displayName }: PersonChange): boolean {
  return status === 'suspended' && role === undefined && displayName === undefined
}

/** A suspension during a deletion outlasts it if the deletion is canceled. */
function stateAfter(person: ProfileRecord, { status, reason, role, displayName }: PersonChange): PersonState {
  const suspended = status === undefined ? isSuspended(person) : status === 'suspended'
  return {
    role: role ?? person.role,
    status: person.status === 'deleting' ? 'deleting' : suspended ? 'suspended' : 'active',
    suspendedFor: suspended ? (reason ?? person.suspendedFor ?? '') : null,
    displayName: displayName === undefined ? person.displayName : displayName,
  }
}

async function applyChange(
  context: Context,
  queries: Queries,
  { admin, person, next }: { admin: Acting; person: ProfileRecord; next: PersonState },
): Promise<void> {
  const events = eventsFor(person, next)
  if (events.length === 0) return
  const now = context.now()
  const { id } = person
  await updatePersonState(queries, { ...next, id, now })
  if (next.displayName !== person.displayName) await indexPerson(queries, id)
  if (isSuspended(next) && !isSuspended(person))
    await endSessionsOf(queries, { personId: id, at: now, reason: 'person_suspended' })
  // A lower role ends all sessions; a higher one takes effect in them.
  if (next.role !== person.role && outranks(person.role, next.role))
    await endSessionsOf(queries, { personId: id, at: now, reason: 'role_changed' })
  if (next.role !== person.role) await addNotice(context, queries, { personId: id, kind: 'role_changed' })
  const isNewRole = next.role !== person.role
  if (isSuspended(next) || (isNewRole && outranks(person.role, next.role))) await suspendVerdicts(queries, id)
  else if (isNewRole) await markVerdictsDue(queries, id)
  await touchPerson(queries, id, now)
  for (const event of events) await recordEvent(context, queries, { ...admin, personId: id, ...event })
}

function eventsFor(person: ProfileRecord, next: PersonState): AuditEvent[] {
  const events: AuditEvent[] = []
  if (isSuspended(next) && (!isSuspended(person) || next.suspendedFor !== person.suspendedFor))
    events.push({ kind: 'person.suspended', data: { reason: next.suspendedFor } })
  if (!isSuspended(next) && isSuspended(person)) events.push({ kind: 'person.restored' })
  if (next.role !== person.role)
    events.push({ kind: 'person.role_changed', data: { from: person.role, to: next.role } })
  if (next.displayName !== person.displayName) events.push({ kind: 'person.updated', data: { fields: 'displayName' } })
  return events
}
