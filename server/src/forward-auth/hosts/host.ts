import { accessProblem } from '@countersign/contract/access.ts'
import { AppError } from '@countersign/contract/error/errors.ts'
import type { HostRule } from '@countersign/contract/host/host-rule.ts'
import { HOSTS_MAX } from '@countersign/contract/limits/app-limits.ts'
import type { BodyOf } from '@countersign/contract/route.ts'
import type {
  createHost as createHostRoute,
  Host,
  updateHost as updateHostRoute,
} from '@countersign/contract/routes/admin/host.ts'
import { removeRequestsFor } from '../../accounts/access-request/access-request.store.ts'
import { changeAccess, requireAccess, requireGroups } from '../../accounts/group/group-access.ts'
import { recordEvent } from '../../audit/record-event.ts'
import type { Acting } from '../../call.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../platform/crypto/id.ts'
import { invalidField } from '../../platform/invalid-field.ts'
import type { Queries } from '../../platform/store/database.ts'
import { findSetting, putSetting } from '../../platform/store/setting.ts'
import { checkPath } from '../check-path.ts'
import { findAllHosts, lockHost } from './find-host.ts'
import { countHostsForAdding, type HostRecord, insertHost, removeHost, updateHost } from './host.store.ts'
import { isCanonicalHost, isOwnHost } from './host-name.ts'
import { findAllTokens, findTokens, removeTokensOf, type TokenRecord } from './host-token.store.ts'
import { presentToken } from './host-token.ts'

export async function listHosts(context: Context): Promise<{ items: Host[]; checkPath: string }> {
  const records = await findAllHosts(context.store)
  const tokens = Map.groupBy(await findAllTokens(context.store), ({ hostId }) => hostId)
  const items = records
    .sort((a, b) => (a.host < b.host ? -1 : 1))
    .map((record) => presentHost(record, tokens.get(record.id) ?? []))
  return { items, checkPath: checkPath(context.keys, (await findSetting(context.store, 'check_path_salt')) ?? '') }
}

/** One path for all hosts, since one proxy often serves several. The old one is invalid from this commit on. */
export async function rotateCheckPath(context: Context, by: Acting): Promise<void> {
  await by.transaction(async (queries) => {
    await putSetting(queries, 'check_path_salt', context.random(16).toString('hex'), context.now())
    await recordEvent(context, queries, { kind: 'host.check_path_rotated', ...by })
  })
}

type NewHost = BodyOf<typeof createHostRoute>
type HostChange = BodyOf<typeof updateHostRoute>

export async function createHost(context: Context, by: Acting, input: NewHost): Promise<Host> {
  const { host, name, headers = [] } = input
  if (!isCanonicalHost(host)) throw invalidField('/host', 'not_canonical')
  if (isOwnHost(host, context.config.domain)) throw invalidField('/host', 'own_host')
  const rule = requireAccess({ access: input.access, groupIds: input.groupIds ?? [] })
  const rules = requireRules(input.rules ?? [])
  const id = newId(context, 'hst')
  const record = { id, host, name, enabled: true, ...rule, rules, headers, createdAt: context.now(), version: 1 }
  await by.transaction(async (queries) => {
    await requireHostGroups(queries, record)
    if ((await countHostsForAdding(queries)) >= HOSTS_MAX) throw new AppError('host_limit')
    if (!(await insertHost(queries, record))) throw new AppError('host_taken')
    await recordEvent(context, queries, { kind: 'host.created', ...by, data: { hostId: id, host } })
  })
  return presentHost(record, [])
}

export async function changeHost(
  context: Context,
  by: Acting,
  { id, change }: { id: string; change: HostChange },
): Promise<Host> {
  return by.transaction(async (queries) => {
    const current = await lockHost(queries, id, by.version)
    const tokens = await findTokens(queries, id)
    const next = applyChange(current, change)
    const fields = fieldsChanged(current, next)
    if (fields.length === 0) return presentHost(current, tokens)
    await requireHostGroups(queries, next)
    const record = { ...next, version: by.version + 1 }
    await updateHost(queries, { ...record, now: context.now() })
    const data = { hostId: id, host: record.host, fields: fields.join(' ') }
    await recordEvent(context, queries, { kind: 'host.updated', ...by, data })
    return presentHost(record, tokens)
  })
}

function applyChange(current: HostRecord, change: HostChange): HostRecord {
  const { name = current.name, enabled = current.enabled, headers = current.headers, rules } = change
  return {
    ...current,
    name,
    enabled,
    headers,
    rules: rules ? requireRules(rules) : current.rules,
    ...changeAccess(current, change),
  }
}

export async function deleteHost(context: Context, by: Acting, id: string): Promise<void> {
  await by.transaction(async (queries) => {
    const { host } = await lockHost(queries, id, by.version)
    await removeTokensOf(queries, id)
    await removeRequestsFor(queries, id)
    await removeHost(queries, id)
    await recordEvent(context, queries, { kind: 'host.deleted', ...by, data: { hostId: id, host } })
  })
}

function requireRules(rules: HostRule[]): HostRule[] {
  const fields = rules.flatMap((rule, index) => {
    const code = accessProblem(rule)
    return code ? [{ path: `/rules/${index}/groupIds`, code }] : []
  })
  if (fields.length > 0) throw new AppError('invalid_body', { fields })
  return rules.map(({ path, methods, access, groupIds }) => ({
    path,
    methods: [...new Set(methods)],
    access,
    groupIds: [...new Set(groupIds)],
  }))
}

/** One call for all groups, which are locked in one order to avoid deadlocks. */
async function requireHostGroups(queries: Queries, { groupIds, rules }: HostRecord): Promise<void> {
  const ids = [...new Set([...groupIds, ...rules.flatMap((rule) => rule.groupIds)])]
  await requireGroups(queries, ids, (id) => {
    if (groupIds.includes(id)) return `/groupIds/${groupIds.indexOf(id)}`
    const index = rules.findIndex((rule) => rule.groupIds.includes(id))
    return `/rules/${index}/groupIds/${rules[index]?.groupIds.indexOf(id)}`
  })
}

const FIELDS = ['name', 'enabled', 'access', 'groupIds', 'rules', 'headers'] as const

function fieldsChanged(current: HostRecord, next: HostRecord): string[] {
  return FIELDS.filter((field) => JSON.stringify(current[field]) !== JSON.stringify(next[field]))
}

function presentHost({ createdAt, ...host }: HostRecord, tokens: TokenRecord[]): Host {
  return { ...host, tokens: tokens.map(presentToken), createdAt: new Date(createdAt).toISOString() }
}
