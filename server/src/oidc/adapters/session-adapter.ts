/** oidc-provider reads our sessions and grants. It can only add the apps that a session was used for. */

import { CODE_TTL_MS } from '@countersign/contract/limits/app-limits.ts'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { findCachedGrant } from '../../apps/grants/grant.ts'
import type { Context } from '../../context.ts'
import { ifSignedOut } from '../../session/browser-session.ts'
import { findLiveSession, findSessionForOffline, useSessionByApp } from '../../session/find-live-session.ts'
import { requireSession } from '../../session/session.ts'
import type { SessionRecord } from '../../session/session-record.ts'
import { authenticationOf } from '../tokens/claims.ts'
import { grantIdFor, isSessionId, readGrantId } from './grant-id.ts'
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
  return {
    jti: session.id,
    kind: 'Session',
    uid: session.id,
    accountId: session.person.id,
    ...authenticationOf(session, now()),
    iat: Math.floor(session.createdAt / 1000),
    exp: toProviderTime(session.expiresAt, now()),
    authorizations: Object.fromEntries(
      apps.map(({ clientId, appId, sid }) => [clientId, { sid, grantId: grantIdFor(session.id, appId) }]),
    ),
  }
}

export function grantAdapter(context: Context): Adapter {
  return {
    ...readOnlyAdapter,
    async find(id) {
      const parts = readGrantId(id)
      // oidc-provider checks the session of tokens that end with it; offline tokens outlive it.
      const session = parts && (await findSessionForOffline(context, parts.sessionId))
      if (!session) return undefined
      const found = await findCachedGrant(context.store, { personId: session.person.id, appId: parts.appId })
      if (!found) return undefined
      const { app, grant } = found
      return {
        jti: grantIdFor(session.id, app.id),
        kind: 'Grant',
        accountId: session.person.id,
        clientId: app.clientId,
        openid: { scope: grant.scopes.join(' ') },
        ...(app.tokenAudience === null ? {} : { resources: { [app.tokenAudience]: grant.scopes.join(' ') } }),
        iat: Math.floor(grant.grantedAt / 1000),
        exp: toProviderTime(Math.max(session.expiresAt, context.now() + CODE_TTL_MS), context.now()),
      }
    },
  }
}

/** oidc-provider reads the wall clock, so an expiry is converted relative to now. */
function toProviderTime(at: number, now: number): number {
  return Math.floor((Date.now() + at - now) / 1000)
}
