/** People are locked before groups everywhere. */

import { AppError } from '@countersign/contract/error/errors.ts'
import { GROUPS_PER_PERSON } from '@countersign/contract/limits/app-limits.ts'
import { type Actor, recordEvent } from '../../audit/record-event.ts'
import type { Acting } from '../../call.ts'
import type { Context } from '../../context.ts'
import { invalidField } from '../../platform/invalid-field.ts'
import type { Queries } from '../../platform/store/database.ts'
import { lockPerson } from '../person/person.store.ts'
import { findGroup, type GroupRecord, lockGroup } from './group.store.ts'
import { addToMembers, exceedsGroupLimit, insertMember, removeMember } from './member.store.ts'
import { suspendVerdicts, updateVerdictsOfJoined } from './verdict.store.ts'

export async function changeMembers(
  context: Context,
  by: Acting,
  { id, add, remove }: { id: string; add: string[]; remove: string[] },
): Promise<{ members: number }> {
  const both = remove.findIndex((personId) => add.includes(personId))
  if (both >= 0) throw invalidField(`/remove/${both}`, 'also_added')
  return by.transaction(async (queries) => {
    await lockPeople(queries, { add, remove })
    const group = await lockGroup(queries, id)
    if (!group) throw new AppError('not_found')
    const now = context.now()
    const record = (personId: string, change: 'added' | 'removed') =>
      recordMemberChange(context, queries, { by, group, personId, change })
    let { members } = group
    for (const personId of add) {
      if (!(await insertMember(queries, { groupId: id, personId, now }))) continue
      members++
      await updateVerdictsOfJoined(queries, personId, id)
      await record(personId, 'added')
    }
    for (const personId of remove) {
      if (!(await removeMember(queries, { groupId: id, personId }))) continue
      members--
      await suspendVerdicts(queries, personId)
      await record(personId, 'removed')
    }
    if (await exceedsGroupLimit(queries, add, GROUPS_PER_PERSON)) throw new AppError('group_limit')
    await addToMembers(queries, { groupId: id, more: members - group.members })
    return { members }
  })
}

/** Adds one person, in a transaction that has locked nothing but people and groups yet. */
export async function joinGroup(
  context: Context,
  queries: Queries,
  { by, groupId, personId }: { by: Actor; groupId: string; personId: string },
): Promise<void> {
  const person = await lockPerson(queries, personId)
  if (!person || person.status === 'deleted') throw new AppError('not_found')
  const group = await lockGroup(queries, groupId)
  if (!group) throw new AppError('not_found')
  if (!(await insertMember(queries, { groupId, personId, now: context.now() }))) return
  if (await exceedsGroupLimit(queries, [personId], GROUPS_PER_PERSON)) throw new AppError('group_limit')
  await addToMembers(queries, { groupId, more: 1 })
  await updateVerdictsOfJoined(queries, personId, groupId)
  await recordMemberChange(context, queries, { by, group, personId, change: 'added' })
}

type MemberChange = { by: Actor; group: GroupRecord; personId: string; change: 'added' | 'removed' }

function recordMemberChange(context: Context, queries: Queries, { by, group, personId, change }: MemberChange) {
  const data = { groupId: group.id, slug: group.slug, change }
  return recordEvent(context, queries, { kind: 'group.members', ...by, personId, data })
}

/** Skips groups that were deleted since the invitation was made. */
export async function joinInvitedGroups(
  context: Context,
  queries: Queries,
  { by, groupIds, personId }: { by: Actor; groupIds: string[]; personId: string },
): Promise<void> {
  // In one order, so that two sign-ins into the same groups do not deadlock.
  for (const groupId of groupIds.toSorted())
    if (await findGroup(queries, groupId)) await joinGroup(context, queries, { by, groupId, personId })
}

/** In one order, so that two calls do not deadlock. */
async function lockPeople(queries: Queries, { add, remove }: { add: string[]; remove: string[] }): Promise<void> {
  for (const id of [...add, ...remove].toSorted()) {
    const person = await lockPerson(queries, id)
    const isKnown = person !== undefined && person.status !== 'deleted'
    if (!isKnown && add.includes(id)) throw invalidField(`/add/${add.indexOf(id)}`, 'unknown_person')
  }
}
