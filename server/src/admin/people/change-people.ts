/** One action on several people, each in its own transaction. */

import { AppError } from '@countersign/contract/error/errors.ts'
import type { AnswerOf, BodyOf } from '@countersign/contract/route.ts'
import type { changePeople as changePeopleRoute } from '@countersign/contract/routes/admin/people.ts'
import { reloadActor } from '../../access/role-authority.ts'
import { findGroup } from '../../accounts/group/group.ts'
import { joinGroup } from '../../accounts/group/members.ts'
import type { Acting } from '../../call.ts'
import type { Context } from '../../context.ts'
import { invalidField } from '../../platform/invalid-field.ts'
import { changePerson } from './change-person.ts'

type BulkChange = BodyOf<typeof changePeopleRoute>
type BulkResult = AnswerOf<typeof changePeopleRoute>

export async function changePeople(context: Context, admin: Acting, change: BulkChange): Promise<BulkResult> {
  const apply = await prepareChange(context, admin, change)
  const result: BulkResult = { done: [], failed: [] }
  for (const id of new Set(change.ids)) {
    try {
      await apply(id)
      result.done.push(id)
    } catch (error) {
      // A lost permission ends the whole request, and server errors are not results for one person.
      if (!(error instanceof AppError) || error.status >= 500 || FATAL_CODES.includes(error.code)) throw error
      result.failed.push({ id, code: error.code })
    }
  }
  return result
}

const FATAL_CODES = ['session_revoked', 'forbidden']

async function prepareChange(
  context: Context,
  admin: Acting,
  { addToGroup, suspend }: BulkChange,
): Promise<(id: string) => Promise<void>> {
  if ((addToGroup === undefined) === (suspend === undefined)) throw invalidField('/suspend', 'one_of_two')
  if (addToGroup === undefined)
    return (id) => changePerson(context, admin, { id, change: { status: 'suspended', reason: suspend?.reason } })
  if (!(await findGroup(context.store, addToGroup))) throw invalidField('/addToGroup', 'unknown_group')
  return (personId) =>
    admin.transaction(async (queries) => {
      await reloadActor(context, queries, admin)
      await joinGroup(context, queries, { by: admin, groupId: addToGroup, personId })
    })
}
