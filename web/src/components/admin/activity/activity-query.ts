import { activityKinds } from '@countersign/contract/activity-kinds.ts'
import { oneOf } from '../options.ts'
import type { Filters } from '../use-filters.ts'

export const FILTERS = ['kind', 'outcome', 'code', 'person', 'actor', 'app', 'from', 'to'] as const
export type ActivityFilters = Filters<(typeof FILTERS)[number]>

const OUTCOMES = ['ok', 'refused', 'error'] as const

/** The filters as the server takes them; invalid ones are left out. */
export function activityQuery(filters: ActivityFilters) {
  return {
    kind: oneOf(filters.kind, activityKinds),
    outcome: oneOf(filters.outcome, OUTCOMES),
    code: matching(filters.code, /^[a-z_]{1,40}$/),
    person: personId(filters.person),
    actor: personId(filters.actor),
    app: matching(filters.app, APP),
    from: localMidnight(filters.from, 0)?.toISOString(),
    to: endOfDay(filters.to)?.toISOString(),
  }
}

export function isReversedRange({ from, to }: ActivityFilters): boolean {
  return from !== undefined && to !== undefined && from > to
}

const APP = /^app_[0-7][0-9A-HJKMNP-TV-Z]{25}$/
const PERSON = /^per_[0-7][0-9A-HJKMNP-TV-Z]{25}$/

export function personId(value: string | undefined): string | undefined {
  return matching(value, PERSON)
}

function matching(value: string | undefined, pattern: RegExp): string | undefined {
  return value !== undefined && pattern.test(value) ? value : undefined
}

/** The last millisecond, so that the whole day is included. */
function endOfDay(day: string | undefined): Date | undefined {
  const next = localMidnight(day, 1)
  return next && new Date(next.getTime() - 1)
}

/** `2026-06-15` in the viewer's time zone. */
function localMidnight(day: string | undefined, offset: number): Date | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/
    .exec(day ?? '')
    ?.slice(1)
    .map(Number)
  if (!parts) return undefined
  const [year = 0, month = 0, date = 0] = parts
  const midnight = new Date(year, month - 1, date + offset)
  return Number.isNaN(midnight.getTime()) || year < 1970 ? undefined : midnight
}
