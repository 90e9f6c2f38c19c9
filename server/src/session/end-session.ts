/** Ends sessions: one's own, all others, someone else's. They are rejected everywhere from the commit on. */

import { AppError } from '@countersign/contract/errors.ts'
import { outranks } from '@countersign/contract/permission.ts'
import type { SessionEndReason } from '@countersign/contract/routes/session.ts'
import { touchPerson } from '../accounts/notice/notice.ts'
import { lockPerson } from '../accounts/person/person.ts'
import { type Actor, type RequestSource, recordEvent, recordRefusal } from '../audit/record-event.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../platform/store/database.ts'
import { lockSession, reloadSession } from './lock-session.ts'
import * as store from './session.store.ts'
import type { SessionRecord } from './session-record.ts'

/** Ends every session of a locked person, except one if given. Returns how many were live. */
export const endSessionsOf = store.endSessionsOf

/** `app` is the relying party that requested it, if any. */
type SigningOut = { session: SessionRecord; source: RequestSource; app?: { id: string; name: string } }

export function signOut(context: Context, { session, source, app }: SigningOut): Promise<void> {
  const { person, wallet } = session
  return context.store.transaction(async (queries) => {
    await lockPerson(queries, person.id)
    if (!(await store.endSession(queries, { id: session.id, at: context.now(), reason: 'signed_out' }))) return
    await touchPerson(queries, person.id, context.now())
    await recordEvent(context, queries, {
      kind: app ? 'oidc.signed_out' : 'sign_out',
      actorId: person.id,
      personId: person.id,
      sessionId: session.id,
      source,
      address: wallet.address,
      ...(app ? { data: { appId: app.id, app: app.name } } : {}),
    })
  })
}

type Ending = { session: SessionRecord; actor: Actor }

/** Sessions of others are reported as missing. One that has ended is left as it is. */
export function endOwn(context: Context, { session, actor }: Ending, id: string): Promise<void> {
  return context.store.transaction(async (queries) => {
    await lockSession(queries, session)
    const target = await store.findSessionById(queries, id)
    if (target?.person.id !== session.person.id) throw new AppError('not_found')
    await end(context, queries, { actor, target, reason: 'revoked_self' })
  })
}

export function endOthers(context: Context, { session, actor }: Ending): Promise<number> {
  const personId = session.person.id
  return context.store.transaction(async (queries) => {
    // Of two sessions that end each other, the first stays.
    await lockSession(queries, session)
    const at = context.now()
    const ended = await store.endSessionsOf(queries, { personId, except: session.id, at, reason: 'revoked_self' })
    if (ended === 0) return ended
    await touchPerson(queries, personId, at)
    const data = { reason: 'revoked_self', others: ended }
    await recordEvent(context, queries, { kind: 'session.ended', ...actor, personId, data })
    return ended
  })
}

export async function endAny(context: Context, { session, actor }: Ending, id: string): Promise<void> {
  const found = await store.findSessionById(context.store, id)
  if (!found) throw new AppError('not_found')
  await context.store.transaction(async (queries) => {
    const person = await lockPerson(queries, found.person.id)
    const target = await store.findSessionById(queries, id)
    if (!person || !target) throw new AppError('not_found')
    const { role } = (await reloadSession(queries, session.id)).person
    if (!outranks(role, person.role)) {
      const error = new AppError('role_too_high')
      const data = { call: 'DELETE /api/admin/sessions/:id', target: id }
      recordRefusal(context, error, { kind: 'access.refused', ...actor, personId: actor.actorId, data })
      throw error
    }
    await end(context, queries, { actor, target, reason: 'revoked_admin' })
  })
}

type End = { actor: Actor; target: SessionRecord; reason: SessionEndReason }

async function end(context: Context, queries: Queries, { actor, target, reason }: End): Promise<void> {
  const at = context.now()
  const { id, person, wallet } = target
  if (!(await store.endSession(queries, { id, at, reason }))) return
  await touchPerson(queries, person.id, at)
  await recordEvent(context, queries, {
    kind: 'session.ended',
    ...actor,
    personId: person.id,
    sessionId: id,
    address: wallet.address,
    data: { reason },
  })
}
