/** A grant is what the person of a live session allowed the app. */

import { CODE_TTL_MS } from '@countersign/contract/limits/app-limits.ts'
import type { Adapter } from 'oidc-provider'
import { findCachedGrant } from '../../apps/grants/grant.ts'
import type { Context } from '../../context.ts'
import { findSessionForOffline } from '../../session/find-live-session.ts'
import { toProviderTime } from '../provider/provider-clock.ts'
import { grantIdFor, readGrantId } from './grant-id.ts'
import { readOnlyAdapter } from './read-only-adapter.ts'

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
