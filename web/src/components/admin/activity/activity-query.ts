import { activityKinds } from '@countersign/contract/activity-kinds.ts'
import { startOfDay } from '../../activity/start-of-day.ts'
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
    from: startOf(filters.from),
    to: startOf(filters.to, 1),
  }
}

export function isReversedRange({ from, to }: ActivityFilters): boolean {
  return from !== undefined && to !== undefined && from > to
}

const APP = /^app_[0-7][0-9A-HJKMNP-TV-Z]{25}$/
const PERSON = /^per_[0-7][0-9A-HJKMNP-TV-Z]{25}$/
/** From 1970: a year that is still being typed starts with zeros. */
const DAY = /^(?:19[7-9]\d|[2-9]\d{3})-\d{2}-\d{2}$/

export function personId(value: string | undefined): string | undefined {
  return matching(value, PERSON)
}

function matching(value: string | undefined, pattern: RegExp): string | undefined {
  return value !== undefined && pattern.test(value) ? value : undefined
}

/** Of a day such as `2026-06-15`, in the viewer's time zone. */
function startOf(typed: string | undefined, addDays = 0): string | undefined {
  const day = matching(typed, DAY)
  return day && startOfDay(day, undefined, addDays)
}
