import { AppError, type ErrorCode } from '@countersign/contract/error/errors.ts'
import { formatAccount } from '@countersign/contract/family/account.ts'
import { PHONE_SESSION_IDLE_MS } from '@countersign/contract/limits/phone-limits.ts'
import { ROTATION_GRACE_MS, TOUCH_INTERVAL_MS } from '@countersign/contract/limits.ts'
import { type SessionEndReason, type SessionState, WALLET_CHANGED } from '@countersign/contract/routes/session.ts'
import { endReasonOf } from '../accounts/live-session.ts'
import { addNotice } from '../accounts/notice/notice.ts'
import { lockPerson } from '../accounts/person/person.ts'
import { markPersonSeen } from '../accounts/person/person-state.store.ts'
import { type RequestSource, recordEvent } from '../audit/record-event.ts'
import type { Context } from '../context.ts'
import { formatAddress } from '../platform/crypto/address.ts'
import { sha256 } from '../platform/crypto/hash.ts'
import { memoize } from '../platform/memoize.ts'
import { type Instance, readInstance } from '../settings/read-settings.ts'
import {
  endSessionsOfDevice,
  findSessionByRetiredToken,
  findSessionByToken,
  markSessionSeen,
  markSessionSeenByApp,
} from './session.store.ts'
import type { SessionRecord } from './session-record.ts'

/** The live session of a token, or an error that says why there is none. */
export async function requireSession(
  context: Context,
  token: string | undefined,
  exchange?: { readonly source: RequestSource },
): Promise<SessionRecord> {
  if (token === undefined || !/^[A-Za-z0-9_-]{43}$/.test(token)) throw new AppError('unauthenticated')
  const hash = () => sha256(token)
  const session =
    (await findSessionByToken(context.store, { value: token, hash })) ??
    (await findByRetired(context, hash(), exchange))
  if (!session) throw new AppError('unauthenticated')
  const reason = endReasonOf(session, context.now())
  if (reason) throw endedError(reason)
  return session
}

function endedError(reason: SessionEndReason): AppError {
  return new AppError(ENDED_ERRORS[reason] ?? 'session_revoked', reason === 'wallet_changed' ? WALLET_CHANGED : {})
}

const ENDED_ERRORS: Partial<Record<SessionEndReason, ErrorCode>> = {
  signed_out: 'unauthenticated',
  replaced: 'unauthenticated',
  idle: 'session_expired',
  expired: 'session_expired',
}

/** An earlier token of a session: valid during the grace period, a sign of theft afterwards. */
async function findByRetired(
  context: Context,
  hash: Buffer,
  exchange?: { readonly source: RequestSource },
): Promise<SessionRecord | undefined> {
  const found = await findSessionByRetiredToken(context.store, hash)
  if (!found) return undefined
  const { session, retiredAt } = found
  if (session.ended || context.now() - retiredAt <= ROTATION_GRACE_MS) return session
  await endReused(context, session, exchange?.source)
  context.log.warn('session token reuse detected, session ended', { sessionId: session.id })
  throw new AppError('session_revoked')
}

/** Either of the two may be the attacker, so every session of the device ends. */
function endReused(context: Context, session: SessionRecord, source: RequestSource | undefined): Promise<void> {
  return context.store.transaction(async (queries) => {
    await lockPerson(queries, session.person.id)
    const { id: sessionId, person, wallet } = session
    const ended = await endSessionsOfDevice(queries, { id: sessionId, at: context.now(), reason: 'reuse_detected' })
    if (ended === 0) return
    await recordEvent(context, queries, {
      ...{ kind: 'session.reuse', outcome: 'refused', code: 'session_revoked' },
      ...{ personId: person.id, sessionId, source, address: wallet.address },
      data: { ended },
    })
    await addNotice(context, queries, { personId: person.id, kind: 'session_reuse', sessionId, source, wallet })
  })
}

/** Extends the idle time in the background, at most once a minute. */
export function keepSessionAlive(context: Context, session: SessionRecord, from?: { readonly ip: string }): void {
  if (context.now() - session.lastSeenAt < TOUCH_INTERVAL_MS) return
  context.background.run('record session use', () => extendSession(context, session, from?.ip))
}

/** Without an `ip` the request came from an app's server, so the address of the person stays. */
export async function extendSession(context: Context, session: SessionRecord, ip?: string): Promise<void> {
  const at = context.now()
  const idleExpiresAt = idleEnd(await readInstance(context), session, at)
  await context.store.transaction(async (queries) => {
    // The person first, as in every transaction, to avoid deadlocks.
    await markPersonSeen(queries, { id: session.person.id, at })
    const seen = { id: session.id, at, idleExpiresAt }
    await (ip === undefined ? markSessionSeenByApp(queries, seen) : markSessionSeen(queries, { ...seen, ip }))
  })
}

/** An approval from a phone may have been obtained by someone else: unless the device is trusted, it does not last. */
export function idleEnd(
  { sessionIdleMs }: Pick<Instance, 'sessionIdleMs'>,
  { phone, expiresAt }: Pick<SessionRecord, 'phone' | 'expiresAt'>,
  now: number,
): number {
  const idleMs = phone === 'untrusted' ? Math.min(sessionIdleMs, PHONE_SESSION_IDLE_MS) : sessionIdleMs
  return Math.min(now + idleMs, expiresAt)
}

/** Once per record, since records are cached. */
export const presentSession = memoize((session: SessionRecord): SessionState => {
  const { id, person, wallet, kept, device, phone } = session
  return {
    session: {
      id,
      wallet: {
        id: wallet.id,
        account: formatAccount(wallet),
        address: formatAddress(wallet.address),
        name: wallet.name,
        ens: wallet.ens,
      },
      kept,
      device,
      phone: phone !== null,
      createdAt: new Date(session.createdAt).toISOString(),
      lastSeenAt: new Date(session.lastSeenAt).toISOString(),
      idleExpiresAt: new Date(session.idleExpiresAt).toISOString(),
      expiresAt: new Date(session.expiresAt).toISOString(),
      adminUntil: session.adminUntil === null ? null : new Date(session.adminUntil).toISOString(),
    },
    me: { id: person.id, displayName: person.displayName, role: person.role },
  }
})
