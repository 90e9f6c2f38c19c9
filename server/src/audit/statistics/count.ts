/** Counts events by hour as they are sealed: each once, whichever node recorded it. */

import { errorCodes } from '@countersign/contract/errors.ts'
import { idSchema } from '@countersign/contract/schemas/id.ts'
import type { Queries, Row } from '../../platform/store/database.ts'
import { integer } from '../../platform/store/row.ts'
import { addCounts, type Count } from './stats.store.ts'
import { OTHER_WALLET, walletNames } from './wallet-names.ts'

export const HOUR_MS = 60 * 60 * 1000
export const DAY_MS = 24 * HOUR_MS

export async function countEvents(queries: Queries, events: readonly Row[]): Promise<void> {
  const counts = new Map<string, Count>()
  for (const event of events) {
    for (const key of keysOf(event)) {
      // Charts need hours. Totals need days only, and there are many of them.
      const step = key.includes(':') ? DAY_MS : HOUR_MS
      const hour = Math.floor(integer(event, 'at') / step) * step
      const name = `${hour} ${key}`
      counts.set(name, { hour, key, count: (counts.get(name)?.count ?? 0) + 1 })
    }
  }
  // In one order, so that two transactions do not deadlock.
  const sorted = [...counts.values()].sort((a, b) => a.hour - b.hour || (a.key < b.key ? -1 : 1))
  await addCounts(queries, sorted)
}

/** Keys come from closed lists, so that nobody can fill the table. */
function keysOf({ kind, code, data }: Row): string[] {
  if (kind === 'person.created') return ['new']
  if (kind === 'sign_in.ok') return ['ok', `wallet:${walletName(data)}`]
  if (kind === 'oidc.authorized') return appKeys(data)
  if (kind !== 'sign_in.refused') return []
  const known = errorCodes.find((each) => each === code)
  return known === undefined ? ['refused'] : ['refused', `code:${known}`]
}

/** One key per app. */
function appKeys(data: unknown): string[] {
  const { appId }: { appId?: unknown } = JSON.parse(String(data)) // written by `recordEvent` from an object
  return idSchema('app').safeParse(appId).success ? [`app:${appId}`] : []
}

function walletName(data: unknown): string {
  const { wallet }: { wallet?: unknown } = JSON.parse(String(data)) // written by `recordEvent` from an object
  return walletNames.find((name) => name === wallet) ?? OTHER_WALLET
}
