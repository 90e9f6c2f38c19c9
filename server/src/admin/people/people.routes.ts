import * as appRoutes from '@countersign/contract/routes/admin/app.ts'
import * as groupRoutes from '@countersign/contract/routes/admin/group.ts'
import * as contract from '@countersign/contract/routes/admin/people.ts'
import type { Authorize } from '../../call.ts'
import type { Context } from '../../context.ts'
import type { SessionRecord } from '../../session/session-record.ts'

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

  authorize(contract.updatePerson, async ({ actor, body, params }) => {
    const { changePerson } = await import('./change-person.ts')
    const { requirePerson } = await import('./list-people.ts')
    await changePerson(context, actor, { id: params.id, version: actor.version, change: body })
    return requirePerson(context, params.id)
  }),

  authorize(contract.changePeople, async ({ actor, body }) => {
    const { changePeople } = await import('./change-people.ts')
    return changePeople(context, actor, body)
  }),

  authorize(contract.signPersonOut, async ({ actor, params }) => {
    const { signOutPerson } = await import('./remove-person.ts')
    return { ended: await signOutPerson(context, actor, params.id) }
  }),

  authorize(contract.createRecoveryLink, async ({ actor, params }) => {
    const { createRecoveryLink } = await import('./create-recovery-link.ts')
    const made = await createRecoveryLink(context, actor, params.id)
    return { url: made.url, expiresAt: new Date(made.expiresAt).toISOString() }
  }),

  authorize(contract.deletePerson, async ({ actor, params }) => {
    const { deletePerson } = await import('./remove-person.ts')
    const deleteAfter = await deletePerson(context, actor, params.id)
    return { deleteAfter: new Date(deleteAfter).toISOString() }
  }),

  authorize(contract.cancelDeletion, async ({ actor, params }) => {
    const { cancelDeletion } = await import('./remove-person.ts')
    return cancelDeletion(context, actor, params.id)
  }),

  authorize(groupRoutes.listMembers, async ({ params, query }) => {
    const { listMembers } = await import('./list-people.ts')
    return listMembers(context, params.id, query)
  }),

  authorize(appRoutes.listAppPeople, async ({ params, query }) => {
    const { listAppPeople } = await import('./app-people.ts')
    return listAppPeople(context, params.id, query)
  }),

  authorize(appRoutes.endPersonGrant, async ({ actor, params }) => {
    const { endPersonGrant } = await import('./app-people.ts')
    return endPersonGrant(context, actor, params)
  }),
]
