import type { Scope } from '@countersign/contract/scope.ts'
import { type ReactNode, useState } from 'react'
import type { Column } from '../../ui/data-table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { app as words } from '../../words/admin-app.ts'
import { When } from '../when.tsx'

/** The last column of a table, with buttons. */
export function actionColumn<Row>(label: string, render: (row: Row) => ReactNode): Column<Row> {
  return { key: 'act', label, hideLabel: true, align: 'end', render }
}

export function ExpiryTime({ at, expired }: { at: string; expired: string }) {
  const [now] = useState(() => Date.now())
  return Date.parse(at) <= now ? <Tag tone="bad">{expired}</Tag> : <When at={at} exact />
}

/** Each name starts with a capital letter, so they are separated by dots instead of commas. */
export function scopeNames(scopes: readonly Scope[]): string {
  return scopes.map((scope) => words.scopes[scope].name).join(' · ')
}
