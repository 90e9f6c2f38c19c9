import * as appRoutes from '@countersign/contract/routes/admin/app.ts'
import * as groupRoutes from '@countersign/contract/routes/admin/group.ts'
import * as contract from '@countersign/contract/routes/admin/people.ts'
import type { Authorize } from '../../call.ts'
import type { Context } from '../../context.ts'
import type { SessionRecord } from '../../session/session-record.ts'
import { adminAction } from '../admin-action.ts'

/** What handles a request is imported with the first one, since most people are no admins. */
export const peopleRoutes = (context: Context, authorize: Authorize<SessionRecord>) => [
  authorize(contract.listPeople, async ({ query }) => {
    const { listPeople } = await import('./list-people.ts')
    return listPeople(context, query)
  }),

  authorize(contract.getPerson, async ({ session, params }) => {
    const { readPerson } = await import('./read-person.ts')
    return readPerson(context, session, params.id)
  }),

  authorize(contract.updatePerson, async (call) => {
    const { body, params, version } = call
    const { changePerson } = await import('./change-person.ts')
    const { requirePerson } = await import('./list-people.ts')
    await changePerson(context, adminAction(call, contract.updatePerson), { id: params.id, version, change: body })
    return requirePerson(context, params.id)
  }),

  authorize(contract.changePeople, async (call) => {
    const { changePeople } = await import('./change-people.ts')
    return changePeople(context, adminAction(call, contract.changePeople), call.body)
  }),

  authorize(contract.signPersonOut, async (call) => {
    const { signOutPerson } = await import('./remove-person.ts')
    return { ended: await signOutPerson(context, adminAction(call, contract.signPersonOut), call.params.id) }
  }),

  authorize(contract.createRecoveryLink, async (call) => {
    const { createRecoveryLink } = await import('./create-recovery-link.ts')
    const made = await createRecoveryLink(context, adminAction(call, contract.createRecoveryLink), call.params.id)
    return { url: made.url, expiresAt: new Date(made.expiresAt).toISOString() }
  }),

  authorize(contract.deletePerson, async (call) => {
    const { params, version } = call
    const { deletePerson } = await import('./remove-person.ts')
    const deleteAfter = await deletePerson(context, adminAction(call, contract.deletePerson), {
      id: params.id,
      version,
    })
    return { deleteAfter: new Date(deleteAfter).toISOString() }
  }),

  authorize(contract.cancelDeletion, async (call) => {
    const { params, version } = call
    const { cancelDeletion } = await import('./remove-person.ts')
    return cancelDeletion(context, adminAction(call, contract.cancelDeletion), { id: params.id, version })
  }),

  authorize(groupRoutes.listMembers, async ({ params, query }) => {
    const { listMembers } = await import('./list-people.ts')
    return listMembers(context, params.id, query)
  }),

  authorize(appRoutes.listAppPeople, async ({ params, query }) => {
    const { listAppPeople } = await import('./app-people.ts')
    return listAppPeople(context, params.id, query)
  }),

  authorize(appRoutes.endPersonGrant, async (call) => {
    const { id, grantId } = call.params
    const { endPersonGrant } = await import('./app-people.ts')
    await endPersonGrant(context, adminAction(call, appRoutes.endPersonGrant), { id, grantId })
  }),
]
