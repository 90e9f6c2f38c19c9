import { TOTALS_KEPT_MS } from '@countersign/contract/limits.ts'
import type { Stats } from '@countersign/contract/routes/admin/stats.ts'
import { countPeople } from '../accounts/person/person.ts'
import { findAllApps } from '../apps/app.ts'
import { markSignUps, readEventStats } from '../audit/statistics/stats.ts'
import type { Context } from '../context.ts'
import { countLiveSessions } from '../session/list/list-sessions.ts'

export async function readStats(context: Context, query: { from: string; to: string }): Promise<Stats> {
  const { appSignIns, ...stats } = await readEventStats(context, query)
  const existing = await findAllApps(context.store)
  const apps = appSignIns.flatMap(({ id, count }) => {
    const app = existing.find((each) => each.id === id)
    return app ? [{ id, name: app.name, count }] : []
  })
  return { ...stats, apps, totals: await readTotals(context) }
}

const totalsCache = new WeakMap<Context, { at: number; signUps: string; totals: Stats['totals'] }>()

/** Read again after every sign-up, so that there are never more new people than people. */
async function readTotals(context: Context): Promise<Stats['totals']> {
  const { store } = context
  const now = context.now()
  const cached = totalsCache.get(context)
  const signUps = await markSignUps(context, now)
  const isFresh = cached && now >= cached.at && now - cached.at < TOTALS_KEPT_MS
  if (isFresh && cached.signUps === signUps) return cached.totals
  const totals = { ...(await countPeople(store, now)), sessions: await countLiveSessions(store, { now }) }
  totalsCache.set(context, { at: now, signUps, totals })
  return totals
}
