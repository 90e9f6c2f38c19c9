import type { AccessRule } from '@countersign/contract/access.ts'
import { AppError } from '@countersign/contract/error/errors.ts'
import { HOSTS_MAX } from '@countersign/contract/limits/app-limits.ts'
import type { Context } from '../../context.ts'
import { type Awaitable, mapAwaitable, type Queries } from '../../platform/store/database.ts'
import type { HostKey, HostRecord } from './host.store.ts'
import * as store from './host.store.ts'
import { isOwnHost } from './host-name.ts'

/** The protected host with this name, else the wildcard that covers it. Never our own host, even if a wildcard covers it. */
export function findHostFor(context: Context, name: string): Awaitable<HostRecord | undefined> {
  return mapAwaitable(findHostKey(context, name), (found) => found && store.findCachedHost(context.store, found.id))
}

export function findHostKey(context: Context, name: string): Awaitable<HostKey | undefined> {
  return isOwnHost(name, context.config.domain) ? undefined : store.findCachedHostKey(context.store, name)
}

export function findAllHosts(queries: Queries): Promise<HostRecord[]> {
  return store.findHosts(queries, HOSTS_MAX)
}

/** Locks the host until the transaction ends. With `version`, throws when someone else changed it since. */
export async function lockHost(queries: Queries, id: string, version?: number): Promise<HostRecord> {
  const host = await store.findHostForChange(queries, id)
  if (!host) throw new AppError('not_found')
  if (version !== undefined && host.version !== version) throw new AppError('version_conflict')
  return host
}

type HostAccess = Pick<HostRecord, 'access' | 'groupIds' | 'rules'>

/** The rules that a person must satisfy to reach every part of a host. */
export function accessRulesOf(host: HostAccess): AccessRule[] {
  const parts = host.rules.flatMap(({ access, groupIds }) => (access === 'groups' ? [{ access, groupIds }] : []))
  return [host, ...parts]
}

export function groupIdsOf(host: HostAccess): string[] {
  return [...new Set(accessRulesOf(host).flatMap(({ groupIds }) => groupIds))]
}

/** Undefined when the host is deleted. Without groups it is open to everyone. */
export async function findNamedHost(
  queries: Queries,
  id: string,
): Promise<{ name: string; groupIds: string[] } | undefined> {
  const host = await store.findHost(queries, id)
  return host && { name: host.name, groupIds: groupIdsOf(host) }
}
