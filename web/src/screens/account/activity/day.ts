/** The start of a day such as `2026-06-15` in a time zone. */
export function startOfDay(day: string, timeZone: string | undefined): string {
  return startOf(day, timeZone, 0)
}

export function endOfDay(day: string, timeZone: string | undefined): string {
  return startOf(day, timeZone, 1)
}

function startOf(day: string, timeZone: string | undefined, offset: number): string {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  const midnight = Date.UTC(year, month - 1, date + offset)
  // Twice, because the first guess may be on the other side of a daylight saving change.
  const guess = midnight - offsetAt(midnight, timeZone)
  return new Date(midnight - offsetAt(guess, timeZone)).toISOString()
}

function offsetAt(moment: number, timeZone: string | undefined): number {
  const parts = new Intl.DateTimeFormat('en', { ...FIELDS, timeZone }).formatToParts(moment)
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const there = Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'), read('second'))
  return there - Math.floor(moment / 1000) * 1000
}

const FIELDS = {
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
} as const
