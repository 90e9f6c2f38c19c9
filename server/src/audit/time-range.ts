import { AppError } from '@countersign/contract/errors.ts'
import { RANGE_MAX_MS } from '@countersign/contract/limits.ts'

export type Range = { from: number | undefined; to: number | undefined }

/** A span of time as a query names it: from `from` on, up to but without `to`. What is open at its end goes on until now. */
export function readRange(asked: { from?: string | undefined; to?: string | undefined }, now: number): Range {
  const from = readTime('/from', asked.from)
  const to = readTime('/to', asked.to)
  if (from !== undefined && (to ?? now) - from > RANGE_MAX_MS)
    throw new AppError('range_too_long', { detail: `The time range is limited to ${RANGE_MAX_MS / 86_400_000} days.` })
  return { from, to }
}

/** The form was checked at the door; that it is a day of the calendar was not. */
function readTime(path: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const time = Date.parse(value)
  if (Number.isNaN(time)) throw new AppError('invalid_body', { fields: [{ path, code: 'no_such_time' }] })
  return time
}
