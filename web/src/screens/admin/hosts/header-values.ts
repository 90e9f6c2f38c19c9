import { type HostHeader, isHeaderName } from '@countersign/contract/host-header.ts'
import { hosts } from '../../../words/admin.ts'

const { headers: words } = hosts

export const NEW_HEADER: HostHeader = { header: '', value: 'id' }

/** What is wrong with the name of one of them; of two that are equal, the later one is. */
export function headerRefusal(drafts: readonly HostHeader[], index: number): string | undefined {
  const nameAt = (at: number) => drafts[at]?.header.trim().toLowerCase() ?? ''
  const name = nameAt(index)
  if (!isHeaderName(name)) return words.headerWrong
  return drafts.slice(0, index).some((_, at) => nameAt(at) === name) ? words.headerTwice : undefined
}

export function areHeaders(drafts: readonly HostHeader[]): boolean {
  return drafts.every((_, index) => headerRefusal(drafts, index) === undefined)
}

export function headerBodies(drafts: readonly HostHeader[]): HostHeader[] {
  return drafts.map(({ header, value }) => ({ header: header.trim(), value }))
}
