import { AppError } from '@countersign/contract/errors.ts'
import type { Route } from '@countersign/contract/route.ts'
import {
  endPersonGrant as endPersonGrantRoute,
  listAppPeople as listAppPeopleRoute,
} from '@countersign/contract/routes/admin/app.ts'
import { listMembers as listMembersRoute } from '@countersign/contract/routes/admin/group.ts'
import {
  changePeople as changePeopleRoute,
  createRecoveryLink,
  deletePerson as deletePersonRoute,
  getPerson,
  listPeople as listPeopleRoute,
  signPersonOut,
  updatePerson,
} from '@countersign/contract/routes/admin/people.ts'
import type { AdminAction } from '../../access/role-authority.ts'
import type { Authorize } from '../../call.ts'
import type { Context } from '../../context.ts'
import type { Exchange } from '../../platform/http/exchange.ts'
import type { SessionRecord } from '../../session/session-record.ts'
import { endPersonGrant, listAppPeople } from './app-people.ts'
import { changePeople } from './change-people.ts'
import { changePerson } from './change-person.ts'
import { makeRecoveryLink } from './create-recovery-link.ts'
import { listMembers } from './list-members.ts'
import { findPeopleByIds } from './list-people.store.ts'
import { listPeople, presentPerson } from './list-people.ts'
import { readPerson } from './read-person.ts'
import { deletePerson, signOutPerson } from './remove-person.ts'

export const peopleRoutes = (context: Context, authorize: Authorize<SessionRecord>) => [
  authorize(listPeopleRoute, ({ query }) => listPeople(context, query)),

  authorize(getPerson, ({ session, params }) => readPerson(context, session, params.id)),

  authorize(updatePerson, async (call) => {
    const { body, params, version } = call
    await changePerson(context, adminAction(call, updatePerson), { id: params.id, version, change: body })
    const person = (await findPeopleByIds(context.store, [params.id])).get(params.id)
    if (!person) throw new AppError('not_found')
    return presentPerson(person)
  }),

  authorize(changePeopleRoute, (call) => changePeople(context, adminAction(call, changePeopleRoute), call.body)),

  authorize(signPersonOut, async (call) => ({
    ended: await signOutPerson(context, adminAction(call, signPersonOut), call.params.id),
  })),

  authorize(createRecoveryLink, async (call) => {
    const made = await makeRecoveryLink(context, adminAction(call, createRecoveryLink), call.params.id)
    return { url: made.url, expiresAt: new Date(made.expiresAt).toISOString() }
  }),

  authorize(deletePersonRoute, async (call) => {
    const { params, version } = call
    const deleteAfter = await deletePerson(context, adminAction(call, deletePersonRoute), { id: params.id, version })
    return { deleteAfter: new Date(deleteAfter).toISOString() }
  }),

  authorize(listMembersRoute, ({ params, query }) => listMembers(context, params.id, query)),

  authorize(listAppPeopleRoute, ({ params, query }) => listAppPeople(context, params.id, query)),

  authorize(endPersonGrantRoute, async (call) => {
    const { id, grantId } = call.params
    await endPersonGrant(context, adminAction(call, endPersonGrantRoute), { id, grantId })
  }),
]

function adminAction({ exchange, session }: { exchange: Exchange; session: SessionRecord }, route: Route): AdminAction {
  return { session, source: exchange.source, call: `${route.method} ${route.path}` }
}
