import { type HostRule, isRulePath, ruleMethods } from '@countersign/contract/host-rule.ts'
import type { Row } from '../../../forms/rows.ts'
import { hosts } from '../../../words/admin-hosts.ts'

const { rules: words } = hosts

/** Denies access until a group is selected. */
export const newRule: HostRule = { path: '/', methods: [], access: 'groups', groupIds: [] }

export function validateRules(rows: readonly Row<HostRule>[]): Record<`rows/${number}/${string}`, string> {
  return Object.fromEntries(
    rows.flatMap(({ item: { path, access, groupIds } }, index) => [
      ...(isRulePath(path.trim()) ? [] : [[`rows/${index}/path`, words.pathWrong]]),
      ...(access === 'groups' && groupIds.length === 0 ? [[`rows/${index}/access`, words.groupMissing]] : []),
    ]),
  )
}

/** For valid rules. Methods are in one order. */
export function rulesBody(rows: readonly Row<HostRule>[]): HostRule[] {
  return rows.map(({ item: { path, methods, access, groupIds } }) => ({
    path: path.trim(),
    methods: ruleMethods.filter((method) => methods.includes(method)),
    access,
    groupIds: access === 'groups' ? groupIds : [],
  }))
}
