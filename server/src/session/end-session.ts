/** Ended sessions are rejected everywhere from the commit on. */

import { AppError } from '@countersign/contract/error/errors.ts'
import { outranks } from '@countersign/contract/permission.ts'
import type { SessionEndReason } from '@countersign/contract/routes/session.ts'
import { touchPerson } from '../accounts/notice/notice.ts'
import { lockPerson } from '../accounts/person/person.ts'
import { requireOwnWallet, requireTrustedWallet } from '../accounts/wallet/wallet.ts'
import { type AuditEvent, type RequestSource, recordEvent, recordRefusal } from '../audit/record-event.ts'
import type { Acting, Caller } from '../call.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../platform/store/database.ts'
import { findLiveSessionsOf } from './list/list-sessions.store.ts'
import { reloadSession } from './lock-session.ts'
import * as store from './session.store.ts'
import type { SessionRecord } from './session-record.ts'

export const endSessionsOf = store.endSessionsOf

/** `app` is the relying party that requested it, if any. */
type SignOut = { session: SessionRecord; source: RequestSource; app?: { id: string; name: string } }

export function signOut(context: Context, { session, source, app }: SignOut): Promise<void> {
  const { id, person, wallet } = session
  const event = app
    ? ({ kind: 'oidc.signed_out', data: { appId: app.id, app: app.name } } as const)
    : ({ kind: 'sign_out', data: {} } as const)
  return context.store.transaction(async (queries) => {
    await lockPerson(queries, person.id)
    const ended = { id, personId: person.id, address: wallet.address, reason: 'signed_out' } as const
    await endAndRecord(context, queries, ended, { ...event, actorId: person.id, source })
  })
}

type Request = { session: SessionRecord; actor: Acting }

/** Sessions of others are reported as missing. */
export function endOwn(context: Context, { actor }: Request, id: string): Promise<void> {
  return actor.lockedTransaction(async (queries, current) => {
    const personId = current.person.id
    const target = await store.findSessionById(queries, id)
    if (target?.person.id !== personId) throw new AppError('not_found')
    await requireMayEnd(context, queries, current, [target])
    const { address } = target.wallet
    await endAndRecord(context, queries, { id, personId, address, reason: 'revoked_self' }, actor)
  })
}

export function endOthers(context: Context, { session, actor }: Request): Promise<number> {
  const personId = session.person.id
  // Of two sessions that end each other, the first stays.
  return actor.lockedTransaction(async (queries, current) => {
    const at = context.now()
    await requireMayEnd(context, queries, current, await findLiveSessionsOf(queries, { personId, now: at }))
    const ended = await store.endSessionsOf(queries, { personId, except: session.id, at, reason: 'revoked_self' })
    if (ended === 0) return ended
    await touchPerson(queries, personId, at)
    const data = { reason: 'revoked_self', others: ended }
    await recordEvent(context, queries, { kind: 'session.ended', ...actor, personId, data })
    return ended
  })
}

/** A wallet that is not trusted yet ends its own sessions only: a thief's could keep the person out until it is. */
async function requireMayEnd(
  context: Context,
  queries: Queries,
  { person, wallet: { id: walletId } }: Caller,
  targets: readonly { wallet: { id: string } }[],
): Promise<void> {
  if (targets.every(({ wallet }) => wallet.id === walletId)) return
  requireTrustedWallet(context, await requireOwnWallet(context, queries, { personId: person.id, walletId }))
}

export async function endAny(context: Context, { session, actor }: Request, id: string): Promise<void> {
  const found = await store.findSessionById(context.store, id)
  if (!found) throw new AppError('not_found')
  await actor.transaction(async (queries) => {
    const person = await lockPerson(queries, found.person.id)
    const target = await store.findSessionById(queries, id)
    if (!person || !target) throw new AppError('not_found')
    const { role } = (await reloadSession(context, queries, session.id)).person
    if (!outranks(role, person.role)) {
      const error = new AppError('role_too_high')
      const data = { call: 'DELETE /api/admin/sessions/:id', target: id }
      recordRefusal(context, error, { kind: 'access.refused', ...actor, personId: actor.actorId, data })
      throw error
    }
    const { address } = target.wallet
    await endAndRecord(context, queries, { id, personId: person.id, address, reason: 'revoked_admin' }, actor)
  })
}

type EndedSession = { id: string; personId: string; address: string; reason: SessionEndReason }

/** The person is locked. Does nothing when the session has ended. */
export async function endAndRecord(
  context: Context,
  queries: Queries,
  { id, personId, address, reason }: EndedSession,
  event: Partial<AuditEvent> = { by: 'system' },
): Promise<void> {
  const at = context.now()
  if (!(await store.endSession(queries, { id, at, reason }))) return
  await touchPerson(queries, personId, at)
  const session = { personId, sessionId: id, address }
  await recordEvent(context, queries, { kind: 'session.ended', data: { reason }, ...event, ...session })
}
