import {
  createHost as createHostRoute,
  createHostToken,
  deleteHost as deleteHostRoute,
  deleteHostToken,
  listHosts as listHostsRoute,
  updateHost as updateHostRoute,
} from '@countersign/contract/routes/admin/host.ts'
import type { Authorize } from '../../call.ts'
import type { Context } from '../../context.ts'
import type { SessionRecord } from '../../session/session-record.ts'
import { changeHost, createHost, deleteHost, listHosts } from './host.ts'
import { createToken, deleteToken } from './host-token.ts'

export const hostRoutes = (context: Context, authorize: Authorize<SessionRecord>) => [
  authorize(listHostsRoute, () => listHosts(context)),

  authorize(createHostRoute, (call) => createHost(context, call.actor, call.body)),

  authorize(updateHostRoute, (call) => {
    const { params, version, body } = call
    return changeHost(context, call.actor, { id: params.id, version, change: body })
  }),

  authorize(deleteHostRoute, async (call) => {
    const { params, version } = call
    await deleteHost(context, call.actor, { id: params.id, version })
  }),

  authorize(createHostToken, (call) => createToken(context, call.actor, { hostId: call.params.id, ...call.body })),

  authorize(deleteHostToken, (call) =>
    deleteToken(context, call.actor, { hostId: call.params.id, id: call.params.tokenId }),
  ),
]
