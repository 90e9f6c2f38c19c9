/** Counts errors reported by pages, by hour for a day, in memory. Codes and paths come from fixed lists. */

import type { Page } from '@countersign/contract/pages.ts'
import type { ClientErrorCode } from '@countersign/contract/routes/client-error.ts'
import type { Context } from '../../context.ts'
import { memoize } from '../../platform/memoize.ts'
import { good, type Judgment, note } from './finding.ts'

type ClientErrorCounts = Partial<Record<ClientErrorCode, number>>

const HOUR = 3_600_000
const HOURS = 24

/** By hour, then by code and page. */
type Hours = Map<number, Map<string, number>>
const hoursOf = memoize((_: Context): Hours => new Map())

export function countClientError(
  context: Context,
  { code, place }: { code: ClientErrorCode; place?: Page | undefined },
): void {
  const hours = recentHours(context)
  const hour = Math.floor(context.now() / HOUR)
  const counts = hours.get(hour) ?? new Map<string, number>()
  const key = `${code} ${place ?? ''}`
  const times = (counts.get(key) ?? 0) + 1
  counts.set(key, times)
  hours.set(hour, counts)
  context.log.debug('client error reported', { code, place, times })
}

export function clientErrorCounts(context: Context): ClientErrorCounts {
  const counts: ClientErrorCounts = {}
  for (const { code, times } of listCounts(context)) counts[code] = (counts[code] ?? 0) + times
  return counts
}

type Count = { code: ClientErrorCode; place: string; times: number }

/** The total, and the most frequent error with its page. */
export function mostFrequentError(context: Context): (Count & { total: number }) | undefined {
  const sums = new Map<string, Count>()
  let total = 0
  for (const { code, place, times } of listCounts(context)) {
    const key = `${code} ${place}`
    sums.set(key, { code, place, times: (sums.get(key)?.times ?? 0) + times })
    total += times
  }
  const [first] = [...sums.values()].sort((one, other) => other.times - one.times)
  return first && { ...first, total }
}

function listCounts(context: Context): Count[] {
  return [...recentHours(context).values()].flatMap((counts) =>
    [...counts].map(([key, times]) => {
      const [code = '', place = ''] = key.split(' ')
      return { code: code as ClientErrorCode, place, times } // written by us, from the list
    }),
  )
}

function recentHours(context: Context): Hours {
  const hours = hoursOf(context)
  const oldest = Math.floor(context.now() / HOUR) - HOURS + 1
  for (const hour of hours.keys()) if (hour < oldest) hours.delete(hour)
  return hours
}

export function checkPageErrors(context: Context): Judgment {
  const most = mostFrequentError(context)
  if (!most) return good('No page errors in the last 24 hours.')
  const { total, code, place, times } = most
  const at = place === '' ? '' : ` at ${place}`
  return note(
    `${total === 1 ? '1 page error' : `${total} page errors`} in the last 24 hours, most often ${code}${at} (${times}).`,
    'Codes that start with wallet/ come from people’s wallets and are documented at /problems/…. For page/crashed, open the page with the browser console. Counts reset when the server restarts.',
  )
}
