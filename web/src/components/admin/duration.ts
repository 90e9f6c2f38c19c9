import { site } from '../../words/admin-site.ts'

const UNITS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 }
export type Unit = keyof typeof UNITS
export const units: Unit[] = ['minute', 'hour', 'day']

/** In the largest unit that leaves nothing over. */
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

export const unitNames = site.settings.units
