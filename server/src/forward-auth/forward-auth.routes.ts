import * as contract from '@countersign/contract/routes/admin/host.ts'
import { getLauncher } from '@countersign/contract/routes/launcher.ts'
import type { Authorize } from '../call.ts'
import type { Context } from '../context.ts'
import type { SessionRecord } from '../session/session-record.ts'
import { changeHost, createHost, deleteHost, listHosts, rotateCheckPath } from './hosts/host.ts'
import { createToken, deleteToken } from './hosts/host-token.ts'
import { findLauncher } from './launcher/find-launcher.ts'

export const forwardAuthRoutes = (context: Context, authorize: Authorize<SessionRecord>) => [
  authorize(contract.listHosts, () => listHosts(context)),

  authorize(contract.createHost, ({ actor, body }) => createHost(context, actor, body)),

  authorize(contract.updateHost, ({ actor, params, body }) =>
    changeHost(context, actor, { id: params.id, change: body }),
  ),

  authorize(contract.deleteHost, ({ actor, params }) => deleteHost(context, actor, params.id)),

  authorize(contract.rotateCheckPath, ({ actor }) => rotateCheckPath(context, actor)),

  authorize(contract.createHostToken, ({ actor, params, body }) =>
    createToken(context, actor, { hostId: params.id, ...body }),
  ),

  authorize(contract.deleteHostToken, ({ actor, params }) =>
    deleteToken(context, actor, { hostId: params.id, id: params.tokenId }),
  ),

  authorize(getLauncher, ({ session }) => findLauncher(context, session.person.id)),
]
