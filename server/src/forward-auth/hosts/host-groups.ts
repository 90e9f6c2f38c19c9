import type { AccessRule } from '@countersign/contract/access.ts'
import type { HostRecord } from './host.store.ts'

type Ruled = Pick<HostRecord, 'access' | 'groupIds' | 'rules'>

/** What a person has to satisfy to reach every part of a host. */
export function accessRulesOf(host: Ruled): AccessRule[] {
  const parts = host.rules.flatMap(({ access, groupIds }) => (access === 'groups' ? [{ access, groupIds }] : []))
  return [host, ...parts]
}

/** The groups that open the host or a part of it. */
export function groupIdsOf(host: Ruled): string[] {
  return [...new Set(accessRulesOf(host).flatMap(({ groupIds }) => groupIds))]
}
