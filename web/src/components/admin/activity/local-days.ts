import type { Stats } from '@countersign/contract/routes/admin/stats.ts'

/** A day in the viewer's time zone, summed up from hours. */
export type LocalDay = { start: Date; ok: number; refused: number; newPeople: number }

/** From midnight of the first day to the end of this hour, so that repeated queries hit the cache. */
export function spanOf(days: number, now: Date): { from: string; to: string } {
  const to = new Date(now)
  to.setUTCHours(now.getUTCHours() + 1, 0, 0, 0)
  const first = firstDay(days, now)
  // Statistics are hourly, and some time zones are off by half an hour.
  first.setUTCMinutes(0, 0, 0)
  return { from: first.toISOString(), to: to.toISOString() }
}

export function localDays(hours: Stats['hours'], days: number, now: Date): LocalDay[] {
  const first = firstDay(days, now)
  const list = Array.from({ length: days }, (_, index): LocalDay => {
    const start = new Date(first.getFullYear(), first.getMonth(), first.getDate() + index)
    return { start, ok: 0, refused: 0, newPeople: 0 }
  })
  const byDay = new Map(list.map((day) => [day.start.toDateString(), day]))
  for (const { hour, ok, refused, newPeople } of hours) {
    const day = byDay.get(new Date(hour).toDateString())
    if (!day) continue
    day.ok += ok
    day.refused += refused
    day.newPeople += newPeople
  }
  return list
}

function firstDay(days: number, now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days + 1)
}
