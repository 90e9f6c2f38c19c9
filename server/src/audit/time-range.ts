import { AppError } from '@countersign/contract/error/errors.ts'
import { RANGE_MAX_MS } from '@countersign/contract/limits.ts'
import { invalidField } from '../platform/invalid-field.ts'

export type Range = { from: number | undefined; to: number | undefined }

/** From `from` (inclusive) to `to` (exclusive). Without an end it is now. */
export function readRange(query: { from?: string | undefined; to?: string | undefined }, now: number): Range {
  const from = readTime('/from', query.from)
  const to = readTime('/to', query.to)
  if (from !== undefined && (to ?? now) - from > RANGE_MAX_MS)
    throw new AppError('range_too_long', { detail: `The time range is limited to ${RANGE_MAX_MS / 86_400_000} days.` })
  return { from, to }
}

/** The schema checked the form, not whether the date exists. */
function readTime(path: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const time = Date.parse(value)
  if (Number.isNaN(time)) throw invalidField(path, 'no_such_time')
  return time
}
