/** One action on several people, each in its own transaction. */

import { AppError } from '@countersign/contract/errors.ts'
import type { AnswerOf, BodyOf } from '@countersign/contract/route.ts'
import type { changePeople as changePeopleRoute } from '@countersign/contract/routes/admin/people.ts'
import { type AdminAction, reloadActor } from '../../access/role-authority.ts'
import { findGroup } from '../../accounts/group/group.ts'
import { joinGroup } from '../../accounts/group/members.ts'
import type { Context } from '../../context.ts'
import { changePerson } from './change-person.ts'

type Wanted = BodyOf<typeof changePeopleRoute>
type Done = AnswerOf<typeof changePeopleRoute>

export async function changePeople(context: Context, admin: AdminAction, wanted: Wanted): Promise<Done> {
  const act = await actOf(context, admin, wanted)
  const result: Done = { done: [], failed: [] }
  for (const id of new Set(wanted.ids)) {
    try {
      await act(id)
      result.done.push(id)
    } catch (error) {
      // A lost permission ends the whole request, and server errors are not results for one person.
      if (!(error instanceof AppError) || error.status >= 500 || STOPS.includes(error.code)) throw error
      result.failed.push({ id, code: error.code })
    }
  }
  return result
}

const STOPS = ['session_revoked', 'forbidden']

async function actOf(
  context: Context,
  admin: AdminAction,
  { addToGroup, suspend }: Wanted,
): Promise<(id: string) => Promise<void>> {
  if ((addToGroup === undefined) === (suspend === undefined))
    throw new AppError('invalid_body', { fields: [{ path: '/suspend', code: 'one_of_two' }] })
  if (addToGroup === undefined)
    return (id) => changePerson(context, admin, { id, change: { status: 'suspended', reason: suspend?.reason } })
  if (!(await findGroup(context.store, addToGroup)))
    throw new AppError('invalid_body', { fields: [{ path: '/addToGroup', code: 'unknown_group' }] })
  const by = { actorId: admin.session.person.id, sessionId: admin.session.id, source: admin.source }
  return (personId) =>
    context.store.transaction(async (queries) => {
      await reloadActor(queries, admin)
      await joinGroup(context, queries, { by, groupId: addToGroup, personId })
    })
}
