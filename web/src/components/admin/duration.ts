import { settings } from '../../words/admin/site.ts'

const UNITS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 }
export type Unit = keyof typeof UNITS
export const units: Unit[] = ['minute', 'hour', 'day']

export function splitDuration(ms: number): { count: number; unit: Unit } {
  const unit = ms % UNITS.day === 0 ? 'day' : ms % UNITS.hour === 0 ? 'hour' : 'minute'
  return { count: ms / UNITS[unit], unit }
}

export function joinDuration(count: number, unit: Unit): number {
  return count * UNITS[unit]
}

export function durationText(ms: number): string {
  const { count, unit } = splitDuration(ms)
  return new Intl.NumberFormat(undefined, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

export type DurationRange = { least: number; most: number }

/** What is wrong with a duration; undefined if it is within the range, or not set. */
export function durationError(ms: number | undefined, range: DurationRange): string | undefined {
  const isValid = ms === undefined || (Number.isSafeInteger(ms) && ms >= range.least && ms <= range.most)
  return isValid ? undefined : outOfRange(range)
}

export function outOfRange({ least, most }: DurationRange): string {
  return settings.outOfRange(durationText(least), durationText(most))
}
