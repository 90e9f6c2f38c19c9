import type { Scope } from '@countersign/contract/app/scope.ts'
import { Fragment, type ReactNode, useState } from 'react'
import type { Column } from '../../ui/data/data-table.tsx'
import { Tag } from '../../ui/data/tag.tsx'
import { app as words } from '../../words/admin/app.ts'
import { Timestamp } from '../timestamp.tsx'
import './admin.css'

export function actionColumn<Row>(label: string, render: (row: Row) => ReactNode): Column<Row> {
  return { key: 'actions', label, hideLabel: true, align: 'end', render }
}

/** Narrow screens break a host before its port. */
const PORT = /(?=:\d+$)/

/** IDs and URLs, which are neither translated nor mirrored. */
export function Code({ text }: { text: string }) {
  return (
    <code className="break" dir="ltr" translate="no">
      {text.split(PORT).map((part, index) => (
        <Fragment key={part}>
          {index > 0 ? <wbr /> : null}
          {part}
        </Fragment>
      ))}
    </code>
  )
}

export function TimeOr({ at, none }: { at: string | null; none: string }) {
  return at === null ? none : <Timestamp at={at} />
}

export function ExpiryTime({ at, never, expired }: { at: string | null; never: string; expired: string }) {
  const [now] = useState(() => Date.now())
  if (at === null) return never
  return Date.parse(at) <= now ? <Tag tone="bad">{expired}</Tag> : <Timestamp at={at} exact />
}

export function scopeNames(scopes: readonly Scope[]): string {
  return scopes.map((scope) => words.scopes[scope].name).join(' · ')
}
