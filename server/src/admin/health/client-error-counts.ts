/** Counts errors reported by pages, by hour for a day, in memory. Codes and paths come from fixed lists. */

import type { Page } from '@countersign/contract/pages.ts'
import type { ClientErrorCode } from '@countersign/contract/routes/client-error.ts'
import type { Context } from '../../context.ts'

export type ClientError = { code: ClientErrorCode; place?: Page | undefined }
export type ClientErrorCounts = Partial<Record<ClientErrorCode, number>>

const HOUR = 3_600_000
const HOURS = 24

/** By hour, then by code and page. */
type Hours = Map<number, Map<string, number>>
const hoursOf = new WeakMap<Context, Hours>()

export function countClientError(context: Context, { code, place }: ClientError): void {
  const hours = recent(context)
  const hour = Math.floor(context.now() / HOUR)
  const counts = hours.get(hour) ?? new Map<string, number>()
  const key = `${code} ${place ?? ''}`
  const times = (counts.get(key) ?? 0) + 1
  counts.set(key, times)
  hours.set(hour, counts)
  hoursOf.set(context, hours)
  context.log.debug('client error reported', { code, place, times })
}

/** Of the last 24 hours, since the process started. */
export function clientErrorCounts(context: Context): ClientErrorCounts {
  const counts: ClientErrorCounts = {}
  for (const { code, times } of reports(context)) counts[code] = (counts[code] ?? 0) + times
  return counts
}

export type Frequent = { total: number; code: ClientErrorCode; place: string; times: number }

/** The total, and the most frequent error with its page. */
export function mostFrequentError(context: Context): Frequent | undefined {
  const sums = new Map<string, { code: ClientErrorCode; place: string; times: number }>()
  let total = 0
  for (const { code, place, times } of reports(context)) {
    const key = `${code} ${place}`
    sums.set(key, { code, place, times: (sums.get(key)?.times ?? 0) + times })
    total += times
  }
  const [first] = [...sums.values()].sort((one, other) => other.times - one.times)
  return first && { ...first, total }
}

function reports(context: Context): { code: ClientErrorCode; place: string; times: number }[] {
  return [...recent(context).values()].flatMap((counts) =>
    [...counts].map(([key, times]) => {
      const [code = '', place = ''] = key.split(' ')
      return { code: code as ClientErrorCode, place, times } // written by us, from the list
    }),
  )
}

/** What is older than a day is dropped. */
function recent(context: Context): Hours {
  const oldest = Math.floor(context.now() / HOUR) - HOURS + 1
  return new Map([...(hoursOf.get(context) ?? [])].filter(([hour]) => hour >= oldest))
}
