import { listKeys as listKeysRoute, rotateKey as rotateKeyRoute } from '@countersign/contract/routes/admin/key.ts'
import { authorizeRoute } from '../../access/authorize-route.ts'
import type { Context } from '../../context.ts'
import { placeOf } from '../../session/browser-session.ts'
import type { Oidc } from '../provider/provider.ts'
import { listKeys, rotateKey } from './keys.ts'

export const keyRoutes = (context: Context, oidc: Oidc) => [
  authorizeRoute(context, listKeysRoute, () => listKeys(context)),

  authorizeRoute(context, rotateKeyRoute, async ({ exchange, session, body }) => {
    const by = { actorId: session.person.id, sessionId: session.id, place: placeOf(exchange) }
    const answer = await rotateKey(context, { ...by, ...body })
    oidc.keysChanged()
    return answer
  }),
]
