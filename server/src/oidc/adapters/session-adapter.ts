/**
 * oidc-provider reads our session cookie and our session. It can only add the apps that a session was used for, never
 * create, end or change a session.
 */

import { AppError } from '@countersign/contract/errors.ts'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Context } from '../../context.ts'
import { findLiveSession, useSessionByApp } from '../../session/find-live-session.ts'
import { requireSession } from '../../session/session.ts'
import type { SessionRecord } from '../../session/session-record.ts'
import { toProviderTime } from '../provider/provider-clock.ts'
import { authenticationOf } from '../tokens/signature-claims.ts'
import { grantIdFor, isSessionId } from './grant-id.ts'
import { readOnlyAdapter } from './read-only-adapter.ts'
import { findSessionApps, insertSessionApp } from './session-app.store.ts'

export function sessionAdapter(context: Context): Adapter {
  return {
    ...readOnlyAdapter,
    async find(token) {
      const session = await requireSession(context, token).catch(ifSignedOut)
      const used = session && (await useSessionByApp(context, session.id))
      return used && toPayload(context, used)
    },
    async findByUid(id) {
      const session = await findLiveSession(context, id)
      return session && toPayload(context, session)
    },
    async upsert(_, { uid, accountId, authorizations = {} }) {
      if (!isSessionId(uid) || !accountId) return
      const stored = new Set((await findSessionApps(context.store, uid)).map(({ clientId }) => clientId))
      for (const [clientId, { sid }] of Object.entries(authorizations)) {
        if (!sid || stored.has(clientId)) continue
        const added = { sessionId: uid, personId: accountId, clientId, sid, now: context.now() }
        await insertSessionApp(context.store, added)
      }
    },
  }
}

/** Identified by its id, never by the token in the cookie: oidc-provider stores what it reads. */
async function toPayload({ store, now }: Context, session: SessionRecord): Promise<AdapterPayload> {
  const apps = await findSessionApps(store, session.id)
  const seconds = (at: number) => Math.floor(at / 1000)
  return {
    jti: session.id,
    kind: 'Session',
    uid: session.id,
    accountId: session.person.id,
    ...authenticationOf(session, now()),
    iat: seconds(session.createdAt),
    exp: toProviderTime(session.expiresAt, now()),
    authorizations: Object.fromEntries(
      apps.map(({ clientId, appId, sid }) => [clientId, { sid, grantId: grantIdFor(session.id, appId) }]),
    ),
  }
}

function ifSignedOut(error: unknown): undefined {
  if (error instanceof AppError && error.status === 401) return undefined
  throw error
}
