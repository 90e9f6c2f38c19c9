import type { ActivityKind } from '@countersign/contract/activity-kinds.ts'
import { AppError } from '@countersign/contract/error/errors.ts'
import { GROUPS_MAX } from '@countersign/contract/limits/app-limits.ts'
import type { BodyOf } from '@countersign/contract/route.ts'
import type { Group, updateGroup } from '@countersign/contract/routes/admin/group.ts'
import { groupIdsOf } from '@countersign/contract/rule/rule.ts'
import { type Actor, recordEvent } from '../../audit/record-event.ts'
import type { Acting } from '../../call.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../platform/crypto/id.ts'
import type { Queries } from '../../platform/store/database.ts'
import { retryOnConflict } from '../../platform/store/database.ts'
import { findSetting } from '../../platform/store/setting.ts'
import { readSettings } from '../../settings/read-settings.ts'
import * as store from './group.store.ts'
import { findGroupRules } from './group-rule.store.ts'

export type { GroupRecord } from './group.store.ts'

export const { findGroup, lockGroup } = store

export async function findGroupNames(queries: Queries): Promise<Map<string, string>> {
  return new Map((await store.findGroups(queries, GROUPS_MAX)).map(({ id, name }) => [id, name]))
}

export async function listGroups(context: Context): Promise<{ items: Group[] }> {
  const records = await store.findGroups(context.store, GROUPS_MAX)
  return { items: records.sort((a, b) => (a.slug < b.slug ? -1 : 1)).map(presentGroup) }
}

type GroupUses = store.GroupUses & { rules: { id: string; name: string }[]; registration: boolean }

export async function listGroupUses(context: Context, id: string): Promise<GroupUses> {
  if (!(await store.findGroup(context.store, id))) throw new AppError('not_found')
  return findUses(context, context.store, id)
}

async function findUses(context: Context, queries: Queries, id: string): Promise<GroupUses> {
  return {
    ...(await store.findGroupUses(queries, id)),
    rules: await findRulesNaming(queries, id),
    registration: await decidesSignUp(context, queries, id),
  }
}

/** Rules lock the groups that they name. */
async function findRulesNaming(queries: Queries, id: string): Promise<GroupUses['rules']> {
  const naming = (await findGroupRules(queries)).filter(({ rule }) => groupIdsOf(rule).includes(id))
  return naming.map(({ groupId, name }) => ({ id: groupId, name }))
}

async function decidesSignUp({ config }: Context, queries: Queries, id: string): Promise<boolean> {
  const { registration, registrationGroupIds } = readSettings(config, await findSetting(queries, 'settings'))
  return registration === 'groups' && registrationGroupIds.includes(id)
}

export async function createGroup(
  context: Context,
  by: Acting,
  { name, slug }: { name: string; slug: string },
): Promise<Group> {
  const group = {
    ...{ id: newId(context, 'grp'), name, slug, members: 0, ruleMembers: null },
    ...{ createdAt: context.now(), version: 1 },
  }
  await by.transaction(async (queries) => {
    if ((await store.countGroupsForAdding(queries)) >= GROUPS_MAX) throw new AppError('group_limit')
    if (!(await store.insertGroup(queries, group))) throw new AppError('slug_taken')
    await recordChange(context, queries, { kind: 'group.created', by, group })
  })
  return presentGroup(group)
}

type Target = { id: string; version: number }

export async function changeGroup(
  context: Context,
  by: Acting,
  { id, version, change }: Target & { change: BodyOf<typeof updateGroup> },
): Promise<Group> {
  const work = async (queries: Queries) => {
    const group = await requireGroup(queries, id, version)
    const next = { ...group, name: change.name ?? group.name, slug: change.slug ?? group.slug }
    const fields = (['name', 'slug'] as const).filter((field) => group[field] !== next[field])
    if (fields.length === 0) return group
    if (((await store.findGroupIdBySlug(queries, next.slug)) ?? id) !== id) throw new AppError('slug_taken')
    const changed = { ...next, version: version + 1 }
    await store.updateGroup(queries, { ...changed, now: context.now() })
    await recordChange(context, queries, { kind: 'group.updated', by, group: changed, fields: fields.join(' ') })
    return changed
  }
  return presentGroup(await retryOnConflict(() => by.transaction(work)))
}

export async function deleteGroup(context: Context, by: Acting, { id, version }: Target): Promise<void> {
  await by.transaction(async (queries) => {
    const group = await requireGroup(queries, id, version)
    const { apps, hosts, rules, registration } = await findUses(context, queries, id)
    if (apps.length + hosts.length + rules.length > 0 || registration) throw new AppError('group_in_use')
    await store.removeGroup(queries, id)
    await recordChange(context, queries, { kind: 'group.deleted', by, group })
  })
}

async function requireGroup(queries: Queries, id: string, version: number): Promise<store.GroupRecord> {
  const group = await store.lockGroup(queries, id)
  if (!group) throw new AppError('not_found')
  if (group.version !== version) throw new AppError('version_conflict')
  return group
}

type GroupChange = { kind: ActivityKind; by: Actor; group: store.GroupRecord; fields?: string }

function recordChange(context: Context, queries: Queries, { kind, by, group, fields }: GroupChange): Promise<void> {
  const data = { groupId: group.id, slug: group.slug, ...(fields === undefined ? {} : { fields }) }
  return recordEvent(context, queries, { kind, ...by, data })
}

function presentGroup({ id, name, slug, members, ruleMembers, createdAt, version }: store.GroupRecord): Group {
  return { id, name, slug, members, ruleMembers, createdAt: new Date(createdAt).toISOString(), version }
}
