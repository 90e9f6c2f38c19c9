import { endGrant, listGrants } from '@countersign/contract/routes/grant.ts'
import { authorizeRoute } from '../../access/authorize-route.ts'
import type { Context } from '../../context.ts'
import { endOwnGrant, listOwnGrants } from './grant.ts'

export const grantRoutes = (context: Context) => [
  authorizeRoute(context, listGrants, ({ session }) => listOwnGrants(context, session.person.id)),

  authorizeRoute(context, endGrant, async ({ exchange, session, params }) => {
    const own = { personId: session.person.id, sessionId: session.id, source: exchange.source }
    await endOwnGrant(context, { ...own, id: params.id })
    return undefined
  }),
]
