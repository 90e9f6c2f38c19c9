/** Creates, renames and deletes groups. */

import type { ActivityKind } from '@countersign/contract/activity-kinds.ts'
import { AppError } from '@countersign/contract/errors.ts'
import { GROUPS_MAX } from '@countersign/contract/limits/app-limits.ts'
import type { Group } from '@countersign/contract/routes/admin/group.ts'
import { type Actor, recordEvent } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../platform/crypto/id.ts'
import { retryOnConflict } from '../../platform/store/conflict.ts'
import type { Queries } from '../../platform/store/database.ts'
import * as store from './group.store.ts'
import {
  countGroupsForAdding,
  findGroupIdBySlug,
  findGroups,
  findGroupUses,
  type GroupRecord,
  type GroupUses,
  insertGroup,
  lockGroup,
  removeGroup,
  updateGroup,
} from './group.store.ts'

export const findGroup = store.findGroup

export async function findGroupNames(queries: Queries): Promise<Map<string, string>> {
  return new Map((await findGroups(queries, GROUPS_MAX)).map(({ id, name }) => [id, name]))
}

export async function listGroups({ store }: Context): Promise<{ items: Group[] }> {
  const records = await findGroups(store, GROUPS_MAX)
  return { items: records.sort((a, b) => (a.slug < b.slug ? -1 : 1)).map(presentGroup) }
}

export async function listGroupUses({ store }: Context, id: string): Promise<GroupUses> {
  if (!(await findGroup(store, id))) throw new AppError('not_found')
  return findGroupUses(store, id)
}

export async function createGroup(
  context: Context,
  by: Actor,
  { name, slug }: { name: string; slug: string },
): Promise<Group> {
  const group = { id: newId(context, 'grp'), name, slug, members: 0, createdAt: context.now(), version: 1 }
  await context.store.transaction(async (queries) => {
    if ((await countGroupsForAdding(queries)) >= GROUPS_MAX) throw new AppError('group_limit')
    if (!(await insertGroup(queries, group))) throw new AppError('slug_taken')
    await recordChange(context, queries, { kind: 'group.created', by, group })
  })
  return presentGroup(group)
}

type Target = { id: string; version: number }
type Change = { name?: string | undefined; slug?: string | undefined }

export async function changeGroup(
  context: Context,
  by: Actor,
  { id, version, change }: Target & { change: Change },
): Promise<Group> {
  const work = async (queries: Queries) => {
    const held = await requireGroup(queries, id, version)
    const next = { ...held, name: change.name ?? held.name, slug: change.slug ?? held.slug }
    const fields = (['name', 'slug'] as const).filter((field) => held[field] !== next[field])
    if (fields.length === 0) return held
    if (((await findGroupIdBySlug(queries, next.slug)) ?? id) !== id) throw new AppError('slug_taken')
    const changed = { ...next, version: version + 1 }
    await updateGroup(queries, changed, context.now())
    await recordChange(context, queries, { kind: 'group.updated', by, group: changed, fields: fields.join(' ') })
    return changed
  }
  return presentGroup(await retryOnConflict(() => context.store.transaction(work)))
}

export async function deleteGroup(context: Context, by: Actor, { id, version }: Target): Promise<void> {
  await context.store.transaction(async (queries) => {
    const group = await requireGroup(queries, id, version)
    const { apps, hosts } = await findGroupUses(queries, id)
    if (apps.length + hosts.length > 0) throw new AppError('group_in_use')
    await removeGroup(queries, id)
    await recordChange(context, queries, { kind: 'group.deleted', by, group })
  })
}

async function requireGroup(queries: Queries, id: string, version: number): Promise<GroupRecord> {
  const held = await lockGroup(queries, id)
  if (!held) throw new AppError('not_found')
  if (held.version !== version) throw new AppError('version_conflict')
  return held
}

type GroupChange = { kind: ActivityKind; by: Actor; group: GroupRecord; fields?: string }

function recordChange(context: Context, queries: Queries, { kind, by, group, fields }: GroupChange): Promise<void> {
  const data = { groupId: group.id, slug: group.slug, ...(fields === undefined ? {} : { fields }) }
  return recordEvent(context, queries, { kind, ...by, data })
}

function presentGroup({ id, name, slug, members, createdAt, version }: GroupRecord): Group {
  return { id, name, slug, members, createdAt: new Date(createdAt).toISOString(), version }
}
