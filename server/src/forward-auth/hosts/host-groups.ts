import type { AccessRule } from '@countersign/contract/access.ts'
import type { HostRecord } from './host.store.ts'

type Access = Pick<HostRecord, 'access' | 'groupIds' | 'rules'>

/** The rules that a person must satisfy to reach every part of a host. */
export function accessRulesOf(host: Access): AccessRule[] {
  const parts = host.rules.flatMap(({ access, groupIds }) => (access === 'groups' ? [{ access, groupIds }] : []))
  return [host, ...parts]
}

/** The groups with access to the host or a part of it. */
export function groupIdsOf(host: Access): string[] {
  return [...new Set(accessRulesOf(host).flatMap(({ groupIds }) => groupIds))]
}
