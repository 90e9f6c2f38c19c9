/** Sites behind a proxy that asks here: named, given to groups, switched off, deleted. */

import type { Access, AccessRule } from '@countersign/contract/access.ts'
import type { ActivityKind } from '@countersign/contract/activity.ts'
import { HOSTS_MAX } from '@countersign/contract/app-limits.ts'
import { AppError } from '@countersign/contract/errors.ts'
import type { Host } from '@countersign/contract/host.ts'
import { removeRequestsFor } from '../access-request/request.store.ts'
import { type Place, recordActivity } from '../activity/activity.ts'
import type { Context } from '../context.ts'
import { newId } from '../crypto/id.ts'
import { checkPath } from '../forward-auth/check-path.ts'
import { changeAccess, requireAccess, requireGroups } from '../group/named-groups.ts'
import type { Queries } from '../store/database.ts'
import {
  countHostsForAdding,
  findHostForChange,
  findHosts,
  type HostRecord,
  insertHost,
  removeHost,
  updateHost,
} from './host.store.ts'
import { isCanonicalHost, isOwnHost } from './host-name.ts'

/** Who changes it, and from where. */
export type Changing = { actorId: string; sessionId: string; place: Place }

export async function listHosts(context: Context): Promise<{ items: Host[]; checkPath: string }> {
  const records = await findHosts(context.store, HOSTS_MAX)
  const items = records.sort((a, b) => (a.host < b.host ? -1 : 1)).map(presentHost)
  return { items, checkPath: checkPath(context) }
}

type Wanted = { host: string; name: string; access: Access; groupIds?: string[] | undefined }

export async function createHost(context: Context, by: Changing, wanted: Wanted): Promise<Host> {
  const { host, name } = wanted
  if (!isCanonicalHost(host)) throw refused('not_canonical')
  if (isOwnHost(host, context.config.domain)) throw refused('own_host')
  const rule = requireAccess({ access: wanted.access, groupIds: wanted.groupIds ?? [] })
  const id = newId(context, 'hst')
  const record = { id, host, name, enabled: true, ...rule, createdAt: context.now(), version: 1 }
  await context.store.transaction(async (queries) => {
    await requireGroups(queries, rule.groupIds)
    if ((await countHostsForAdding(queries)) >= HOSTS_MAX) throw new AppError('host_limit')
    if (!(await insertHost(queries, record))) throw new AppError('host_taken')
    await tell(context, queries, { kind: 'host.created', by, host: record })
  })
  return presentHost(record)
}

type Target = { id: string; version: number }
type Change = { name?: string | undefined; enabled?: boolean | undefined } & {
  [Field in keyof AccessRule]?: AccessRule[Field] | undefined
}

export async function changeHost(
  context: Context,
  by: Changing,
  { id, version, change }: Target & { change: Change },
): Promise<Host> {
  const changed = await context.store.transaction(async (queries) => {
    const held = await requireHost(queries, id, version)
    const rule = changeAccess(held, change)
    const next = { ...held, name: change.name ?? held.name, enabled: change.enabled ?? held.enabled, ...rule }
    const fields = fieldsChanged(held, next)
    if (fields.length === 0) return held
    await requireGroups(queries, rule.groupIds)
    const record = { ...next, version: version + 1 }
    await updateHost(queries, record, context.now())
    await tell(context, queries, { kind: 'host.updated', by, host: record, fields: fields.join(' ') })
    return record
  })
  return presentHost(changed)
}

export async function deleteHost(context: Context, by: Changing, { id, version }: Target): Promise<void> {
  await context.store.transaction(async (queries) => {
    const host = await requireHost(queries, id, version)
    await removeHost(queries, id)
    await removeRequestsFor(queries, id)
    await tell(context, queries, { kind: 'host.deleted', by, host })
  })
}

async function requireHost(queries: Queries, id: string, version: number): Promise<HostRecord> {
  const held = await findHostForChange(queries, id)
  if (!held) throw new AppError('not_found')
  if (held.version !== version) throw new AppError('version_conflict')
  return held
}

function fieldsChanged(held: HostRecord, next: HostRecord): string[] {
  const fields: string[] = (['name', 'enabled', 'access'] as const).filter((field) => held[field] !== next[field])
  return held.groupIds.join() === next.groupIds.join() ? fields : [...fields, 'groupIds']
}

function refused(code: string): AppError {
  return new AppError('invalid_body', { fields: [{ path: '/host', code }] })
}

type Told = { kind: ActivityKind; by: Changing; host: HostRecord; fields?: string }

function tell(context: Context, queries: Queries, { kind, by, host, fields }: Told): Promise<void> {
  const data = { hostId: host.id, host: host.host, ...(fields === undefined ? {} : { fields }) }
  return recordActivity(context, queries, { kind, ...by, data })
}

function presentHost({ createdAt, ...host }: HostRecord): Host {
  return { ...host, createdAt: new Date(createdAt).toISOString() }
}
