import {
  changeMembers as changeMembersRoute,
  createGroup as createGroupRoute,
  deleteGroup as deleteGroupRoute,
  listGroups as listGroupsRoute,
  listGroupUses as listGroupUsesRoute,
  listMembers as listMembersRoute,
  updateGroup as updateGroupRoute,
} from '@countersign/contract/routes/admin/group.ts'
import { authorizeRoute } from '../../access/authorize-route.ts'
import { listMembers } from '../../admin/people/list-members.ts'
import type { Context } from '../../context.ts'
import type { Exchange } from '../../platform/http/exchange.ts'
import type { SessionRecord } from '../../session/session.store.ts'
import { type Changing, changeGroup, createGroup, deleteGroup, listGroups, listGroupUses } from './group.ts'
import { changeMembers } from './members.ts'

export const groupRoutes = (context: Context) => [
  authorizeRoute(context, listGroupsRoute, () => listGroups(context)),

  authorizeRoute(context, createGroupRoute, (call) => createGroup(context, changing(call), call.body)),

  authorizeRoute(context, updateGroupRoute, (call) => {
    const { params, version, body } = call
    return changeGroup(context, changing(call), { id: params.id, version, change: body })
  }),

  authorizeRoute(context, deleteGroupRoute, async (call) => {
    const { params, version } = call
    await deleteGroup(context, changing(call), { id: params.id, version })
    return undefined
  }),

  authorizeRoute(context, listGroupUsesRoute, ({ params }) => listGroupUses(context, params.id)),

  authorizeRoute(context, listMembersRoute, ({ params, query }) => listMembers(context, params.id, query)),

  authorizeRoute(context, changeMembersRoute, (call) =>
    changeMembers(context, changing(call), { id: call.params.id, ...call.body }),
  ),
]

function changing({ exchange, session }: { exchange: Exchange; session: SessionRecord }): Changing {
  return { actorId: session.person.id, sessionId: session.id, source: exchange.source }
}
