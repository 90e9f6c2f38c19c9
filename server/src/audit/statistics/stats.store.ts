import { type Queries, statement, writes } from '../../platform/store/database.ts'
import { integer, text } from '../../platform/store/row.ts'

export type Count = { hour: number; key: string; count: number }
type Span = { from: number; to: number }

const add = writes('hourly_stat')(`
  INSERT INTO hourly_stat (hour, key, count) VALUES (?, ?, ?)
  ON CONFLICT (hour, key) DO UPDATE SET count = hourly_stat.count + excluded.count`)
const byHour = statement(`
  SELECT hour, key, count FROM hourly_stat
  WHERE hour >= ? AND hour < ? AND key IN ('ok', 'refused', 'new') ORDER BY hour`)
const byKey = statement(`
  SELECT key, CAST(sum(count) AS BIGINT) AS total FROM hourly_stat
  WHERE hour >= ? AND hour < ? AND key NOT IN ('ok', 'refused', 'new') GROUP BY key ORDER BY total DESC, key`)
const removeOld = statement('DELETE FROM hourly_stat WHERE hour < ?')
const people = statement(`SELECT count(*) AS n FROM person WHERE status IN ('active', 'suspended', 'deleting')`)
const active = statement('SELECT count(*) AS n FROM person WHERE last_seen_at >= ?')
const appNames = statement(`SELECT id, name FROM app WHERE status <> 'deleted'`)
const live = statement('SELECT count(*) AS n FROM session WHERE ended_at IS NULL AND idle_expires_at > ?')

export async function addCounts(queries: Queries, counts: readonly Count[]): Promise<void> {
  for (const { hour, key, count } of counts) await queries.run(add, hour, key, count)
}

/** What is drawn over time. */
export async function findHours(queries: Queries, { from, to }: Span): Promise<Count[]> {
  const rows = await queries.all(byHour, from, to)
  return rows.map((row) => ({ hour: integer(row, 'hour'), key: text(row, 'key'), count: integer(row, 'count') }))
}

/** Codes and wallets over the whole span, the most frequent first. */
export async function findTotals(queries: Queries, { from, to }: Span): Promise<{ key: string; count: number }[]> {
  const rows = await queries.all(byKey, from, to)
  return rows.map((row) => ({ key: text(row, 'key'), count: integer(row, 'total') }))
}

export async function findAppNames(queries: Queries): Promise<Map<string, string>> {
  return new Map((await queries.all(appNames)).map((row) => [text(row, 'id'), text(row, 'name')]))
}

export function removeOldStats(queries: Queries, before: number): Promise<number> {
  return queries.run(removeOld, before)
}

export async function countPeople(queries: Queries): Promise<number> {
  const row = await queries.one(people)
  return row ? integer(row, 'n') : 0
}

export async function countActive(queries: Queries, since: number): Promise<number> {
  const row = await queries.one(active, since)
  return row ? integer(row, 'n') : 0
}

export async function countLiveSessions(queries: Queries, now: number): Promise<number> {
  const row = await queries.one(live, now)
  return row ? integer(row, 'n') : 0
}
