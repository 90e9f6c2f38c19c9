import * as contract from '@countersign/contract/routes/admin/group.ts'
import type { Authorize } from '../../call.ts'
import type { Context } from '../../context.ts'
import { changeGroup, createGroup, deleteGroup, listGroups, listGroupUses } from './group.ts'
import { changeMembers } from './members.ts'

export const groupRoutes = (context: Context, authorize: Authorize) => [
  authorize(contract.listGroups, () => listGroups(context)),

  authorize(contract.createGroup, ({ actor, body }) => createGroup(context, actor, body)),

  authorize(contract.updateGroup, ({ actor, params, body }) =>
    changeGroup(context, actor, { id: params.id, version: actor.version, change: body }),
  ),

  authorize(contract.deleteGroup, ({ actor, params }) =>
    deleteGroup(context, actor, { id: params.id, version: actor.version }),
  ),

  authorize(contract.listGroupUses, ({ params }) => listGroupUses(context, params.id)),

  authorize(contract.changeMembers, ({ actor, params, body }) =>
    changeMembers(context, actor, { id: params.id, ...body }),
  ),
]
