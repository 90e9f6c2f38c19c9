/** `2026-06-15` in a time zone, as the moment that day begins there. */
export function startOf(day: string, timeZone: string | undefined): string {
  return beginning(day, timeZone, 0)
}

/** The moment it is over: the next one begins. */
export function endOf(day: string, timeZone: string | undefined): string {
  return beginning(day, timeZone, 1)
}

function beginning(day: string, timeZone: string | undefined, later: number): string {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  const midnight = Date.UTC(year, month - 1, date + later)
  // Twice: the first guess may lie on the other side of a change of the clocks.
  const guess = midnight - offsetAt(midnight, timeZone)
  return new Date(midnight - offsetAt(guess, timeZone)).toISOString()
}

/** How far the zone's clocks are ahead of UTC then, in milliseconds. */
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
