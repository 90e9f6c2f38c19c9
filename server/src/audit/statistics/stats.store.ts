import { change, selectAll } from '../../platform/store/query.ts'
import { integer, mapRecord, type RecordOf, text } from '../../platform/store/row.ts'

const counts = mapRecord({ hour: integer, key: text, count: integer })
export type Count = RecordOf<typeof counts>
const totals = mapRecord({ key: text, count: ['total', integer] })
type Range = { from: number; to: number }

export const addCount = change<Count>(`
  INSERT INTO hourly_stat (hour, key, count) VALUES (:hour, :key, :count)
  ON CONFLICT (hour, key) DO UPDATE SET count = hourly_stat.count + excluded.count`)

export const findHours = selectAll(counts.read)<Range>(`
  SELECT hour, key, count FROM hourly_stat
  WHERE hour >= :from AND hour < :to AND key IN ('ok', 'refused', 'new') ORDER BY hour`)

export const findTotals = selectAll(totals.read)<Range>(`
  SELECT key, CAST(sum(count) AS BIGINT) AS total FROM hourly_stat
  WHERE hour >= :from AND hour < :to AND key NOT IN ('ok', 'refused', 'new') GROUP BY key ORDER BY total DESC, key`)

export const removeOldStats = change<[before: number]>('DELETE FROM hourly_stat WHERE hour < ?')
