import {
  changeMembers as changeMembersRoute,
  createGroup as createGroupRoute,
  deleteGroup as deleteGroupRoute,
  listGroups as listGroupsRoute,
  listGroupUses as listGroupUsesRoute,
  updateGroup as updateGroupRoute,
} from '@countersign/contract/routes/admin/group.ts'
import type { Authorize } from '../../call.ts'
import type { Context } from '../../context.ts'
import { changeGroup, createGroup, deleteGroup, listGroups, listGroupUses } from './group.ts'
import { changeMembers } from './members.ts'

export const groupRoutes = (context: Context, authorize: Authorize) => [
  authorize(listGroupsRoute, () => listGroups(context)),

  authorize(createGroupRoute, (call) => createGroup(context, call.actor, call.body)),

  authorize(updateGroupRoute, (call) => {
    const { params, version, body } = call
    return changeGroup(context, call.actor, { id: params.id, version, change: body })
  }),

  authorize(deleteGroupRoute, async (call) => {
    const { params, version } = call
    await deleteGroup(context, call.actor, { id: params.id, version })
  }),

  authorize(listGroupUsesRoute, ({ params }) => listGroupUses(context, params.id)),

  authorize(changeMembersRoute, (call) => changeMembers(context, call.actor, { id: call.params.id, ...call.body })),
]
