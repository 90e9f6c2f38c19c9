type RelativeTime = { value: number; unit: 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year' }

const SECOND = 1000
const UNITS = [
  ['year', 31_557_600 * SECOND],
  ['month', 2_629_800 * SECOND],
  ['week', 604_800 * SECOND],
  ['day', 86_400 * SECOND],
  ['hour', 3600 * SECOND],
  ['minute', 60 * SECOND],
] as const

/** The distance in the largest full unit, negative in the past. Less than a minute is 0 seconds. */
export function relativeTime(at: number, now: number): RelativeTime {
  const distance = at - now
  for (const [unit, size] of UNITS) {
    if (Math.abs(distance) >= size) return { value: Math.trunc(distance / size), unit }
  }
  return { value: 0, unit: 'second' }
}
