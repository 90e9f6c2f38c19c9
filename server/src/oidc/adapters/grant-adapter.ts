/** A grant is a consent that holds, in a session that lives. */

import { CODE_TTL_MS } from '@countersign/contract/limits/app-limits.ts'
import type { Adapter } from 'oidc-provider'
import { findAppRemembered } from '../../apps/app.store.ts'
import { findGrantRemembered } from '../../apps/grants/grant.store.ts'
import type { Context } from '../../context.ts'
import { findSessionForOffline } from '../../session/find-live-session.ts'
import { theirTime } from '../provider/provider-clock.ts'
import { grantIdFor, readGrantId } from './grant-id.ts'
import { readOnly } from './read-only-adapter.ts'

export function grantAdapter(context: Context): Adapter {
  return {
    ...readOnly,
    async find(id) {
      const parts = readGrantId(id)
      // Tokens that end with their session are looked after by oidc-provider; the others outlive it.
      const session = parts && (await findSessionForOffline(context, parts.sessionId))
      if (!session) return undefined
      const app = await findAppRemembered(context.store, parts.appId)
      const grant = app && (await findGrantRemembered(context.store, { personId: session.person.id, appId: app.id }))
      if (!grant) return undefined
      return {
        jti: grantIdFor(session.id, app.id),
        kind: 'Grant',
        accountId: session.person.id,
        clientId: app.clientId,
        openid: { scope: grant.scopes.join(' ') },
        ...(app.tokenAudience === null ? {} : { resources: { [app.tokenAudience]: grant.scopes.join(' ') } }),
        iat: Math.floor(grant.grantedAt / 1000),
        exp: theirTime(Math.max(session.expiresAt, context.now() + CODE_TTL_MS), context.now()),
      }
    },
  }
}
