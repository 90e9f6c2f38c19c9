/**
 * Our session is the truth. oidc-provider reads our cookie under its own name for it, is shown our session, and may only
 * add which apps the session was used for. It cannot make one, end one or change who it is.
 */

import { AppError } from '@countersign/contract/errors.ts'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Context } from '../../context.ts'
import { useSessionByApp } from '../../session/extend-by-app.ts'
import { findLiveSession } from '../../session/find-live-session.ts'
import { requireSession } from '../../session/session.ts'
import type { SessionRecord } from '../../session/session-record.ts'
import { theirTime } from '../provider/provider-clock.ts'
import { signatureOf } from '../tokens/signature-claims.ts'
import { grantIdFor, isOwnSession } from './grant-id.ts'
import { readOnly } from './read-only-adapter.ts'
import { findSessionApps, insertSessionApp } from './session-app.store.ts'

export function sessionAdapter(context: Context): Adapter {
  return {
    ...readOnly,
    async find(token) {
      const session = await requireSession(context, token).catch(ifSignedOut)
      const used = session && (await useSessionByApp(context, session.id))
      return used && describe(context, used)
    },
    async findByUid(id) {
      const session = await findLiveSession(context, id)
      return session && describe(context, session)
    },
    async upsert(_, { uid, accountId, authorizations = {} }) {
      if (!isOwnSession(uid) || !accountId) return
      const known = new Set((await findSessionApps(context.store, uid)).map(({ clientId }) => clientId))
      for (const [clientId, { sid }] of Object.entries(authorizations)) {
        if (sid && !known.has(clientId))
          await insertSessionApp(context.store, {
            sessionId: uid,
            personId: accountId,
            clientId,
            sid,
            now: context.now(),
          })
      }
    },
  }
}

/** Under its id and never by the token in the cookie: oidc-provider writes down what it is shown. */
async function describe({ store, now }: Context, session: SessionRecord): Promise<AdapterPayload> {
  const apps = await findSessionApps(store, session.id)
  const seconds = (at: number) => Math.floor(at / 1000)
  return {
    jti: session.id,
    kind: 'Session',
    uid: session.id,
    accountId: session.person.id,
    ...signatureOf(session, now()),
    iat: seconds(session.createdAt),
    exp: theirTime(session.expiresAt, now()),
    authorizations: Object.fromEntries(
      apps.map(({ clientId, appId, sid }) => [clientId, { sid, grantId: grantIdFor(session.id, appId) }]),
    ),
  }
}

function ifSignedOut(error: unknown): undefined {
  if (error instanceof AppError && error.status === 401) return undefined
  throw error
}
