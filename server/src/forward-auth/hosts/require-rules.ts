/** Checks of a host's rules and groups that a schema cannot express. */

import { AppError } from '@countersign/contract/errors.ts'
import { type HostRule, ruleProblem } from '@countersign/contract/host-rule.ts'
import { requireGroups } from '../../accounts/group/named-groups.ts'
import type { Queries } from '../../platform/store/database.ts'
import type { HostRecord } from './host.store.ts'

/** The rules with every group and method named once. */
export function requireRules(rules: HostRule[]): HostRule[] {
  const fields = rules.flatMap((rule, index) => {
    const code = ruleProblem(rule)
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

/** In the transaction that writes the host, and all at once: two of these never wait for each other. */
export async function requireHostGroups(
  queries: Queries,
  { groupIds, rules }: Pick<HostRecord, 'groupIds' | 'rules'>,
): Promise<void> {
  const ids = [...new Set([...groupIds, ...rules.flatMap((rule) => rule.groupIds)])]
  await requireGroups(queries, ids, (id) => {
    if (groupIds.includes(id)) return `/groupIds/${groupIds.indexOf(id)}`
    const index = rules.findIndex((rule) => rule.groupIds.includes(id))
    return `/rules/${index}/groupIds/${rules[index]?.groupIds.indexOf(id)}`
  })
}
