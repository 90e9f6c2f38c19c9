import { AppError } from '@countersign/contract/error/errors.ts'
import { isLive, isLiveOffline } from '../accounts/live-session.ts'
import type { Context } from '../context.ts'
import { type Awaitable, mapAwaitable } from '../platform/store/database.ts'
import { isContractAccount } from '../proof/account.ts'
import { revalidateIfDue } from './revalidate-contract-wallet.ts'
import { findCachedSession } from './session.store.ts'
import { keepSessionAlive } from './session.ts'
import type { SessionRecord } from './session-record.ts'

/** Undefined if it has ended, expired, or its person is suspended. */
export async function findLiveSession(context: Context, id: string): Promise<SessionRecord | undefined> {
  const session = await findCachedSession(context.store, id)
  return session && isLive(session, context.now()) ? session : undefined
}

/** Includes expired ones: apps with offline access use them until they are ended. An approval from a phone does not last that long. */
export async function findSessionForOffline(context: Context, id: string): Promise<SessionRecord | undefined> {
  const session = await findCachedSession(context.store, id)
  if (!session) return undefined
  const isUsable = session.phone === 'untrusted' ? isLive : isLiveOffline
  return isUsable(session, context.now()) ? session : undefined
}

/** For a request by an app or a protected host, which keeps the session alive. `offline`: the app has offline access. */
export function useSessionByApp(context: Context, id: string, use: Use = {}): Awaitable<SessionRecord | undefined> {
  const found = use.offline ? findSessionForOffline(context, id) : findCachedSession(context.store, id)
  return mapAwaitable(found, (session) => {
    if (!session || !(use.offline || isLive(session, context.now()))) return undefined
    if (!isContractAccount(session.wallet)) return markUsed(context, session, use)
    return revalidateIfDue(context, session).then(() => markUsed(context, session, use), ifRevoked)
  })
}

type Use = { from?: { readonly ip: string }; offline?: boolean }

function markUsed(context: Context, session: SessionRecord, { from }: Use): SessionRecord {
  if (isLive(session, context.now())) keepSessionAlive(context, session, from)
  return session
}

function ifRevoked(error: unknown): undefined {
  if (!(error instanceof AppError && error.code === 'session_revoked')) throw error
}
