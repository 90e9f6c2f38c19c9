import { STATS_KEPT_MS, TOTALS_KEPT_MS } from '@countersign/contract/limits.ts'
import type { Stats } from '@countersign/contract/routes/admin/stats.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/store/database.ts'
import { seal } from '../hash-chain.ts'
import { readRange } from '../time-range.ts'
import { DAY_MS, HOUR_MS } from './count.ts'
import { findAppNames, findHours, findTotals, removeOldStats } from './stats.store.ts'

/** What other rooms own. */
export type CountTotals = (queries: Queries, now: number) => Promise<Stats['totals']>

type StatsQuery = { from: string; to: string; countTotals: CountTotals }

export async function readStats(context: Context, { countTotals, ...query }: StatsQuery): Promise<Stats> {
  const now = context.now()
  // What was recorded a moment ago, such as the first sign-in of a new site, may not be counted yet.
  await seal(context)
  const { from = now, to = now } = readRange(query, now)
  const range = { from: Math.floor(from / HOUR_MS) * HOUR_MS, to }
  const counts = await findTotals(context.store, { from: Math.floor(from / DAY_MS) * DAY_MS, to })
  const withPrefix = (prefix: string) =>
    counts.flatMap(({ key, count }) => (key.startsWith(prefix) ? [{ id: key.slice(prefix.length), count }] : []))
  return {
    from: new Date(range.from).toISOString(),
    to: new Date(to).toISOString(),
    hours: await readHours(context, range),
    refusals: withPrefix('code:').map(({ id, count }) => ({ code: id, count })),
    wallets: withPrefix('wallet:').map(({ id, count }) => ({ name: id, count })),
    apps: await nameApps(context, withPrefix('app:')),
    totals: await readTotals(context, now, countTotals),
  }
}

async function nameApps({ store }: Context, counts: { id: string; count: number }[]): Promise<Stats['apps']> {
  if (counts.length === 0) return []
  const names = await findAppNames(store)
  return counts.flatMap(({ id, count }) => {
    const name = names.get(id)
    return name === undefined ? [] : [{ id, name, count }]
  })
}

async function readHours({ store }: Context, range: { from: number; to: number }): Promise<Stats['hours']> {
  const hours = new Map<number, Stats['hours'][number]>()
  for (const { hour, key, count } of await findHours(store, range)) {
    const entry = hours.get(hour) ?? { hour: new Date(hour).toISOString(), ok: 0, refused: 0, newPeople: 0 }
    hours.set(hour, { ...entry, [key === 'new' ? 'newPeople' : key]: count })
  }
  return [...hours.values()]
}

const totalsCache = new WeakMap<Context, { at: number; signUps: string; totals: Stats['totals'] }>()

/** Read again after every sign-up, so that there are never more new people than people. */
async function readTotals(context: Context, now: number, countTotals: CountTotals): Promise<Stats['totals']> {
  const cached = totalsCache.get(context)
  const recent = await findHours(context.store, { from: now - 2 * HOUR_MS, to: now + 1 })
  const signUps = JSON.stringify(recent.filter(({ key }) => key === 'new'))
  const isFresh = cached && now >= cached.at && now - cached.at < TOTALS_KEPT_MS
  if (isFresh && cached.signUps === signUps) return cached.totals
  const totals = await countTotals(context.store, now)
  totalsCache.set(context, { at: now, signUps, totals })
  return totals
}

export async function purgeStats({ now }: Context, queries: Queries): Promise<void> {
  await removeOldStats(queries, now() - STATS_KEPT_MS)
}
