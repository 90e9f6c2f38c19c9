import { type HostHeader, isHeaderName } from '@countersign/contract/host-header.ts'
import type { Row } from '../../../forms/rows.ts'
import { hosts } from '../../../words/admin-hosts.ts'

const { headers: words } = hosts

export const newHeader: HostHeader = { header: '', value: 'id' }

/** Of two headers with one name, the later one is wrong. */
export function validateHeaders(rows: readonly Row<HostHeader>[]): Record<`rows/${number}/header`, string> {
  const names = rows.map(({ item }) => item.header.trim().toLowerCase())
  return Object.fromEntries(
    names.flatMap((name, index) => {
      if (!isHeaderName(name)) return [[`rows/${index}/header`, words.headerWrong]]
      return names.indexOf(name) < index ? [[`rows/${index}/header`, words.headerTwice]] : []
    }),
  )
}

export function headersBody(rows: readonly Row<HostHeader>[]): HostHeader[] {
  return rows.map(({ item: { header, value } }) => ({ header: header.trim(), value }))
}
