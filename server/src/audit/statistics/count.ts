/** Counts sealed events by hour: each once, whichever node recorded it. */

import { errorCodes } from '@countersign/contract/error/errors.ts'
import { idSchema } from '@countersign/contract/schemas/id.ts'
import type { Queries, Row } from '../../platform/store/database.ts'
import { integer } from '../../platform/store/row.ts'
import { addCount, type Count } from './stats.store.ts'
import { OTHER_WALLET, walletNames } from './wallet-names.ts'

export const HOUR_MS = 60 * 60 * 1000
export const DAY_MS = 24 * HOUR_MS

export async function countEvents(queries: Queries, events: readonly Row[]): Promise<void> {
  const counts = new Map<string, Count>()
  for (const event of events) {
    for (const key of keysOf(event)) {
      // Charts need hours; breakdowns need days only and have many keys.
      const step = key.includes(':') ? DAY_MS : HOUR_MS
      const hour = Math.floor(integer(event, 'at') / step) * step
      const name = `${hour} ${key}`
      counts.set(name, { hour, key, count: (counts.get(name)?.count ?? 0) + 1 })
    }
  }
  // Sorted, so that two transactions do not deadlock.
  const sorted = [...counts.values()].sort((a, b) => a.hour - b.hour || (a.key < b.key ? -1 : 1))
  for (const count of sorted) await addCount(queries, count)
}

/** Keys come from closed lists, so that clients cannot fill the table. */
function keysOf({ kind, code, data }: Row): string[] {
  if (kind === 'person.created') return ['new']
  if (kind === 'sign_in.refused')
    return ['refused', ...errorCodes.filter((each) => each === code).map((each) => `code:${each}`)]
  if (kind !== 'sign_in.ok' && kind !== 'oidc.authorized') return []
  const { appId, wallet }: { appId?: unknown; wallet?: unknown } = JSON.parse(String(data)) // written by `recordEvent`
  if (kind === 'sign_in.ok') return ['ok', `wallet:${walletNames.find((name) => name === wallet) ?? OTHER_WALLET}`]
  return idSchema('app').safeParse(appId).success ? [`app:${appId}`] : []
}
