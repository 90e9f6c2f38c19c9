import { type Queries, statement } from '../../platform/store/database.ts'
import { change } from '../../platform/store/query.ts'
import { integer, text } from '../../platform/store/row.ts'

export type Count = { hour: number; key: string; count: number }
type Range = { from: number; to: number }

const add = statement(`
  INSERT INTO hourly_stat (hour, key, count) VALUES (?, ?, ?)
  ON CONFLICT (hour, key) DO UPDATE SET count = hourly_stat.count + excluded.count`)
const byHour = statement(`
  SELECT hour, key, count FROM hourly_stat
  WHERE hour >= ? AND hour < ? AND key IN ('ok', 'refused', 'new') ORDER BY hour`)
const byKey = statement(`
  SELECT key, CAST(sum(count) AS BIGINT) AS total FROM hourly_stat
  WHERE hour >= ? AND hour < ? AND key NOT IN ('ok', 'refused', 'new') GROUP BY key ORDER BY total DESC, key`)
const appNames = statement(`SELECT id, name FROM app WHERE status <> 'deleted'`)
export async function addCounts(queries: Queries, counts: readonly Count[]): Promise<void> {
  for (const { hour, key, count } of counts) await queries.run(add, hour, key, count)
}

export async function findHours(queries: Queries, { from, to }: Range): Promise<Count[]> {
  const rows = await queries.all(byHour, from, to)
  return rows.map((row) => ({ hour: integer(row, 'hour'), key: text(row, 'key'), count: integer(row, 'count') }))
}

export async function findTotals(queries: Queries, { from, to }: Range): Promise<{ key: string; count: number }[]> {
  const rows = await queries.all(byKey, from, to)
  return rows.map((row) => ({ key: text(row, 'key'), count: integer(row, 'total') }))
}

export async function findAppNames(queries: Queries): Promise<Map<string, string>> {
  return new Map((await queries.all(appNames)).map((row) => [text(row, 'id'), text(row, 'name')]))
}

export const removeOldStats = change<[before: number]>('DELETE FROM hourly_stat WHERE hour < ?')
