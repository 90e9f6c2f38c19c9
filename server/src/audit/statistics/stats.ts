import { STATS_KEPT_MS } from '@countersign/contract/limits.ts'
import type { Stats } from '@countersign/contract/routes/admin/stats.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/store/database.ts'
import { seal } from '../hash-chain.ts'
import { readRange } from '../time-range.ts'
import { DAY_MS, HOUR_MS } from './count.ts'
import { findHours, findTotals, removeOldStats } from './stats.store.ts'

/** Without what other rooms own. */
type EventStats = Omit<Stats, 'apps' | 'totals'> & { appSignIns: { id: string; count: number }[] }

export async function readEventStats(context: Context, query: { from: string; to: string }): Promise<EventStats> {
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
    appSignIns: withPrefix('app:'),
  }
}

async function readHours({ store }: Context, range: { from: number; to: number }): Promise<Stats['hours']> {
  const hours = new Map<number, Stats['hours'][number]>()
  for (const { hour, key, count } of await findHours(store, range)) {
    const entry = hours.get(hour) ?? { hour: new Date(hour).toISOString(), ok: 0, refused: 0, newPeople: 0 }
    hours.set(hour, { ...entry, [key === 'new' ? 'newPeople' : key]: count })
  }
  return [...hours.values()]
}

/** Differs after every sign-up. */
export async function markSignUps({ store }: Context, now: number): Promise<string> {
  const recent = await findHours(store, { from: now - 2 * HOUR_MS, to: now + 1 })
  return JSON.stringify(recent.filter(({ key }) => key === 'new'))
}

export async function purgeStats({ now }: Context, queries: Queries): Promise<void> {
  await removeOldStats(queries, now() - STATS_KEPT_MS)
}
