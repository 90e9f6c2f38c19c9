/** What client secrets and tokens of protected hosts have in common. */

import { useState } from 'react'
import type { Column } from '../../ui/data/data-table.tsx'
import { Tag } from '../../ui/data/tag.tsx'
import { credentials as words } from '../../words/admin/admin.ts'
import { Timestamp } from '../timestamp.tsx'
import { TimeOrNever } from './table.tsx'

/** In days, as the value of a `Select`. */
export const lifetimes = [
  { value: '', label: words.noExpiration },
  ...[30, 90, 365].map((days) => ({ value: String(days), label: words.days(days) })),
]

export function lifetimeBody(days: string): { days?: number } {
  return days === '' ? {} : { days: Number(days) }
}

type Credential = { createdAt: string; expiresAt: string | null; lastUsedAt: string | null }

export const credentialColumns: Column<Credential>[] = [
  { label: words.created, render: ({ createdAt }) => <Timestamp at={createdAt} exact /> },
  { label: words.expires, render: ({ expiresAt }) => <ExpiryTime at={expiresAt} /> },
  { label: words.lastUsed, render: ({ lastUsedAt }) => <TimeOrNever at={lastUsedAt} /> },
]

function ExpiryTime({ at }: { at: string | null }) {
  const [now] = useState(() => Date.now())
  if (at === null) return words.noExpiration
  return Date.parse(at) <= now ? <Tag tone="bad">{words.expired}</Tag> : <Timestamp at={at} exact />
}
