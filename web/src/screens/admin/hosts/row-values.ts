import { type HostHeader, isHeaderName } from '@countersign/contract/host/host-header.ts'
import { type HostRule, isRulePath, ruleMethods } from '@countersign/contract/host/host-rule.ts'
import type { Row } from '../../../forms/rows.ts'
import { hosts } from '../../../words/admin/hosts.ts'

export const newHeader: HostHeader = { header: '', value: 'id' }

/** Reports the second of two headers with the same name. */
export function validateHeaders(rows: readonly Row<HostHeader>[]): Record<`rows/${number}/header`, string> {
  const names = rows.map(({ item }) => item.header.trim().toLowerCase())
  return Object.fromEntries(
    names.flatMap((name, index) => {
      if (!isHeaderName(name)) return [[`rows/${index}/header`, hosts.headers.headerWrong]]
      return names.indexOf(name) < index ? [[`rows/${index}/header`, hosts.headers.headerTwice]] : []
    }),
  )
}

export function headersBody(rows: readonly Row<HostHeader>[]): HostHeader[] {
  return rows.map(({ item: { header, value } }) => ({ header: header.trim(), value }))
}

/** Denies access until a group is selected. */
export const newRule: HostRule = { path: '/', methods: [], access: 'groups', groupIds: [] }

export function validateRules(rows: readonly Row<HostRule>[]): Record<`rows/${number}/${string}`, string> {
  return Object.fromEntries(
    rows.flatMap(({ item: { path, access, groupIds } }, index) => [
      ...(isRulePath(path.trim()) ? [] : [[`rows/${index}/path`, hosts.rules.pathWrong]]),
      ...(access === 'groups' && groupIds.length === 0 ? [[`rows/${index}/access`, hosts.rules.groupMissing]] : []),
    ]),
  )
}

/** Methods are sent in one order. */
export function rulesBody(rows: readonly Row<HostRule>[]): HostRule[] {
  return rows.map(({ item: { path, methods, access, groupIds } }) => ({
    path: path.trim(),
    methods: ruleMethods.filter((method) => methods.includes(method)),
    access,
    groupIds: access === 'groups' ? groupIds : [],
  }))
}
