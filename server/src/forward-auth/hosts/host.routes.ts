import {
  createHost as createHostRoute,
  createHostToken,
  deleteHost as deleteHostRoute,
  deleteHostToken,
  listHosts as listHostsRoute,
  rotateCheckPath as rotateCheckPathRoute,
  updateHost as updateHostRoute,
} from '@countersign/contract/routes/admin/host.ts'
import type { Authorize } from '../../call.ts'
import type { Context } from '../../context.ts'
import type { SessionRecord } from '../../session/session-record.ts'
import { changeHost, createHost, deleteHost, listHosts, rotateCheckPath } from './host.ts'
import { createToken, deleteToken } from './host-token.ts'

export const hostRoutes = (context: Context, authorize: Authorize<SessionRecord>) => [
  authorize(listHostsRoute, () => listHosts(context)),

  authorize(createHostRoute, ({ actor, body }) => createHost(context, actor, body)),

  authorize(updateHostRoute, ({ actor, version, params, body }) =>
    changeHost(context, actor, { id: params.id, version, change: body }),
  ),

  authorize(deleteHostRoute, ({ actor, version, params }) => deleteHost(context, actor, { id: params.id, version })),

  authorize(rotateCheckPathRoute, ({ actor }) => rotateCheckPath(context, actor)),

  authorize(createHostToken, ({ actor, params, body }) => createToken(context, actor, { hostId: params.id, ...body })),

  authorize(deleteHostToken, ({ actor, params }) =>
    deleteToken(context, actor, { hostId: params.id, id: params.tokenId }),
  ),
]
