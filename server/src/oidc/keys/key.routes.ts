import { listKeys as listKeysRoute, rotateKey as rotateKeyRoute } from '@countersign/contract/routes/admin/key.ts'
import type { Authorize } from '../../call.ts'
import type { Context } from '../../context.ts'
import type { SessionRecord } from '../../session/session-record.ts'
import type { Oidc } from '../provider/provider.ts'
import { listKeys, rotateKey } from './keys.ts'

export const keyRoutes = (context: Context, authorize: Authorize<SessionRecord>, oidc: Oidc) => [
  authorize(listKeysRoute, () => listKeys(context)),

  authorize(rotateKeyRoute, async ({ actor, body }) => {
    const answer = await rotateKey(context, { ...actor, ...body })
    oidc.keysChanged()
    return answer
  }),
]
