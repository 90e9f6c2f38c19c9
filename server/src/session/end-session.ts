/** Ending sessions: one's own, all one's others, somebody else's. Each is refused everywhere from the commit on. */

import { AppError } from '@countersign/contract/errors.ts'
import { outranks } from '@countersign/contract/permission.ts'
import type { SessionEndReason } from '@countersign/contract/routes/session.ts'
import { touchPerson } from '../accounts/notice/notice.store.ts'
import { findPersonForChange } from '../accounts/person/person.store.ts'
import { type Place, recordActivity, recordLater } from '../audit/record-event.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../platform/store/database.ts'
import { holdSession } from './lock-session.ts'
import { endSession, endSessionsOf, findSessionById, type SessionRecord } from './session.store.ts'

type Acting = { session: SessionRecord; place: Place }

/** `app` is the relying party that asked for it, where one did. */
type SigningOut = Acting & { app?: { id: string; name: string } }

export function signOut(context: Context, { session, place, app }: SigningOut): Promise<void> {
  const { person, wallet } = session
  return context.store.transaction(async (queries) => {
    await findPersonForChange(queries, person.id)
    if (!(await endSession(queries, { id: session.id, at: context.now(), reason: 'signed_out' }))) return
    await touchPerson(queries, person.id, context.now())
    await recordActivity(context, queries, {
      kind: app ? 'oidc.signed_out' : 'sign_out',
      actorId: person.id,
      personId: person.id,
      sessionId: session.id,
      place,
      address: wallet.address,
      ...(app ? { data: { appId: app.id, app: app.name } } : {}),
    })
  })
}

/** One that is not there and one of somebody else look the same. One that ended before stays as it is. */
export function endOwn(context: Context, { session, place, id }: Acting & { id: string }): Promise<void> {
  return context.store.transaction(async (queries) => {
    await holdSession(queries, session)
    const target = await findSessionById(queries, id)
    if (target?.person.id !== session.person.id) throw new AppError('not_found')
    await end(context, queries, { session, place, target, reason: 'revoked_self' })
  })
}

export function endOthers(context: Context, { session, place }: Acting): Promise<number> {
  const { person } = session
  return context.store.transaction(async (queries) => {
    // Of two that end each other at the same moment, the first stays.
    await holdSession(queries, session)
    const at = context.now()
    const ended = await endSessionsOf(queries, { personId: person.id, except: session.id, at, reason: 'revoked_self' })
    if (ended === 0) return ended
    await touchPerson(queries, person.id, at)
    await recordActivity(context, queries, {
      kind: 'session.ended',
      actorId: person.id,
      personId: person.id,
      sessionId: session.id,
      place,
      data: { reason: 'revoked_self', others: ended },
    })
    return ended
  })
}

export async function endAny(context: Context, { session, place, id }: Acting & { id: string }): Promise<void> {
  const found = await findSessionById(context.store, id)
  if (!found) throw new AppError('not_found')
  await context.store.transaction(async (queries) => {
    const person = await findPersonForChange(queries, found.person.id)
    const target = await findSessionById(queries, id)
    if (!person || !target) throw new AppError('not_found')
    const acting = await findSessionById(queries, session.id)
    if (!acting || acting.ended || acting.person.status !== 'active') throw new AppError('session_revoked')
    if (!outranks(acting.person.role, person.role)) throw tooHigh(context, { session, place, target })
    await end(context, queries, { session, place, target, reason: 'revoked_admin' })
  })
}

type Ending = Acting & { target: SessionRecord; reason: SessionEndReason }

async function end(context: Context, queries: Queries, { session, place, target, reason }: Ending): Promise<void> {
  const at = context.now()
  if (!(await endSession(queries, { id: target.id, at, reason }))) return
  await touchPerson(queries, target.person.id, at)
  await recordActivity(context, queries, {
    kind: 'session.ended',
    actorId: session.person.id,
    personId: target.person.id,
    sessionId: target.id,
    place,
    address: target.wallet.address,
    data: { reason },
  })
}

function tooHigh(context: Context, { session, place, target }: Omit<Ending, 'reason'>): AppError {
  recordLater(context, {
    kind: 'access.refused',
    outcome: 'refused',
    code: 'role_too_high',
    actorId: session.person.id,
    personId: session.person.id,
    sessionId: session.id,
    place,
    data: { call: 'DELETE /api/admin/sessions/:id', target: target.id },
  })
  return new AppError('role_too_high')
}
