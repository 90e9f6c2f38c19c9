import { AppError } from '@countersign/contract/errors.ts'
import * as appRoutes from '@countersign/contract/routes/admin/app.ts'
import * as groupRoutes from '@countersign/contract/routes/admin/group.ts'
import * as contract from '@countersign/contract/routes/admin/people.ts'
import type { Authorize } from '../../call.ts'
import type { Context } from '../../context.ts'
import type { SessionRecord } from '../../session/session-record.ts'
import { adminAction } from '../admin-action.ts'
import { endPersonGrant, listAppPeople } from './app-people.ts'
import { changePeople } from './change-people.ts'
import { changePerson } from './change-person.ts'
import { createRecoveryLink } from './create-recovery-link.ts'
import { findPeopleByIds } from './list-people.store.ts'
import { listMembers, listPeople, presentPerson } from './list-people.ts'
import { readPerson } from './read-person.ts'
import { deletePerson, signOutPerson } from './remove-person.ts'

export const peopleRoutes = (context: Context, authorize: Authorize<SessionRecord>) => [
  authorize(contract.listPeople, ({ query }) => listPeople(context, query)),

  authorize(contract.getPerson, ({ session, params }) => readPerson(context, session, params.id)),

  authorize(contract.updatePerson, async (call) => {
    const { body, params, version } = call
    await changePerson(context, adminAction(call, contract.updatePerson), { id: params.id, version, change: body })
    const person = (await findPeopleByIds(context.store, [params.id])).get(params.id)
    if (!person) throw new AppError('not_found')
    return presentPerson(person)
  }),

  authorize(contract.changePeople, (call) =>
    changePeople(context, adminAction(call, contract.changePeople), call.body),
  ),

  authorize(contract.signPersonOut, async (call) => ({
    ended: await signOutPerson(context, adminAction(call, contract.signPersonOut), call.params.id),
  })),

  authorize(contract.createRecoveryLink, async (call) => {
    const made = await createRecoveryLink(context, adminAction(call, contract.createRecoveryLink), call.params.id)
    return { url: made.url, expiresAt: new Date(made.expiresAt).toISOString() }
  }),

  authorize(contract.deletePerson, async (call) => {
    const { params, version } = call
    const deleteAfter = await deletePerson(context, adminAction(call, contract.deletePerson), {
      id: params.id,
      version,
    })
    return { deleteAfter: new Date(deleteAfter).toISOString() }
  }),

  authorize(groupRoutes.listMembers, ({ params, query }) => listMembers(context, params.id, query)),

  authorize(appRoutes.listAppPeople, ({ params, query }) => listAppPeople(context, params.id, query)),

  authorize(appRoutes.endPersonGrant, async (call) => {
    const { id, grantId } = call.params
    await endPersonGrant(context, adminAction(call, appRoutes.endPersonGrant), { id, grantId })
  }),
]
