/** Members of groups. People are locked before the group, as everywhere. */

import { AppError } from '@countersign/contract/errors.ts'
import { GROUPS_PER_PERSON } from '@countersign/contract/limits/app-limits.ts'
import { type Actor, recordEvent } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/store/database.ts'
import { lockPerson } from '../person/person.store.ts'
import { findGroup, lockGroup } from './group.store.ts'
import { addToMembers, insertMember, isAnyInMoreThan, removeMember } from './member.store.ts'

type Members = { id: string; add: string[]; remove: string[] }

export async function changeMembers(context: Context, by: Actor, wanted: Members): Promise<{ members: number }> {
  const { id, add, remove } = wanted
  const both = remove.findIndex((personId) => add.includes(personId))
  if (both >= 0) throw refused(`/remove/${both}`, 'also_added')
  return context.store.transaction(async (queries) => {
    await lockPeople(queries, add)
    const group = await lockGroup(queries, id)
    if (!group) throw new AppError('not_found')
    const now = context.now()
    const record = (personId: string, change: 'added' | 'removed') =>
      recordEvent(context, queries, {
        kind: 'group.members',
        ...by,
        personId,
        data: { groupId: id, slug: group.slug, change },
      })
    let { members } = group
    for (const personId of add) {
      if (!(await insertMember(queries, { groupId: id, personId, now }))) continue
      members++
      await record(personId, 'added')
    }
    for (const personId of remove) {
      if (!(await removeMember(queries, { groupId: id, personId }))) continue
      members--
      await record(personId, 'removed')
    }
    if (await isAnyInMoreThan(queries, add, GROUPS_PER_PERSON)) throw new AppError('group_limit')
    await addToMembers(queries, id, members - group.members)
    return { members }
  })
}

type Joining = { by: Actor; groupId: string; personId: string }

/** Adds one person, in a transaction that has locked nothing but people and groups yet. */
export async function joinGroup(context: Context, queries: Queries, joining: Joining): Promise<void> {
  const { by, groupId, personId } = joining
  const person = await lockPerson(queries, personId)
  if (!person || person.status === 'deleted') throw new AppError('not_found')
  const group = await lockGroup(queries, groupId)
  if (!group) throw new AppError('not_found')
  if (!(await insertMember(queries, { groupId, personId, now: context.now() }))) return
  if (await isAnyInMoreThan(queries, [personId], GROUPS_PER_PERSON)) throw new AppError('group_limit')
  await addToMembers(queries, groupId, 1)
  const data = { groupId, slug: group.slug, change: 'added' }
  await recordEvent(context, queries, { kind: 'group.members', ...by, personId, data })
}

/** For a new person. A group that was deleted since the invitation was made is skipped. */
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
async function lockPeople(queries: Queries, ids: readonly string[]): Promise<void> {
  for (const id of ids.toSorted()) {
    const person = await lockPerson(queries, id)
    if (!person || person.status === 'deleted') throw refused(`/add/${ids.indexOf(id)}`, 'unknown_person')
  }
}

function refused(path: string, code: string): AppError {
  return new AppError('invalid_body', { fields: [{ path, code }] })
}
