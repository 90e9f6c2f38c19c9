/** Numbers for those who run the place. */

import { STATS_KEPT_MS, TOTALS_KEPT_MS } from '@countersign/contract/limits.ts'
import type { Stats } from '@countersign/contract/routes/admin/stats.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/store/database.ts'
import { readRange } from '../time-range.ts'
import { DAY_MS, HOUR_MS } from './count.ts'
import {
  countActive,
  countLiveSessions,
  countPeople,
  findAppNames,
  findHours,
  findTotals,
  removeOldStats,
} from './stats.store.ts'

export async function readStats(context: Context, asked: { from: string; to: string }): Promise<Stats> {
  const now = context.now()
  const { from = now, to = now } = readRange(asked, now)
  const span = { from: Math.floor(from / HOUR_MS) * HOUR_MS, to }
  const totals = await findTotals(context.store, { from: Math.floor(from / DAY_MS) * DAY_MS, to })
  const ofKind = (kind: string) => totals.filter(({ key }) => key.startsWith(kind))
  return {
    from: new Date(span.from).toISOString(),
    to: new Date(to).toISOString(),
    hours: await readHours(context, span),
    refusals: ofKind('code:').map(({ key, count }) => ({ code: key.slice('code:'.length), count })),
    wallets: ofKind('wallet:').map(({ key, count }) => ({ name: key.slice('wallet:'.length), count })),
    apps: await nameApps(context, ofKind('app:')),
    totals: await readTotals(context, now),
  }
}

/** Those that are still there, by the names they have now. */
async function nameApps({ store }: Context, counts: { key: string; count: number }[]): Promise<Stats['apps']> {
  if (counts.length === 0) return []
  const names = await findAppNames(store)
  return counts.flatMap(({ key, count }) => {
    const id = key.slice('app:'.length)
    const name = names.get(id)
    return name === undefined ? [] : [{ id, name, count }]
  })
}

async function readHours({ store }: Context, span: { from: number; to: number }): Promise<Stats['hours']> {
  const hours = new Map<number, Stats['hours'][number]>()
  for (const { hour, key, count } of await findHours(store, span)) {
    const known = hours.get(hour) ?? { hour: new Date(hour).toISOString(), ok: 0, refused: 0, newPeople: 0 }
    hours.set(hour, { ...known, [key === 'new' ? 'newPeople' : key]: count })
  }
  return [...hours.values()]
}

/** Counting everybody takes its time and need not be of this second. */
const counted = new WeakMap<Context, { at: number; totals: Stats['totals'] }>()

async function readTotals(context: Context, now: number): Promise<Stats['totals']> {
  const known = counted.get(context)
  if (known && now >= known.at && now - known.at < TOTALS_KEPT_MS) return known.totals
  const totals = await countAll(context, now)
  counted.set(context, { at: now, totals })
  return totals
}

async function countAll({ store }: Context, now: number): Promise<Stats['totals']> {
  const [people, active1, active7, active30, sessions] = await Promise.all([
    countPeople(store),
    countActive(store, now - DAY_MS),
    countActive(store, now - 7 * DAY_MS),
    countActive(store, now - 30 * DAY_MS),
    countLiveSessions(store, now),
  ])
  return { people, active1, active7, active30, sessions }
}

export async function purgeStats({ now }: Context, queries: Queries): Promise<void> {
  await removeOldStats(queries, now() - STATS_KEPT_MS)
}
