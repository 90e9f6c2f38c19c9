const MINUTE_MS = 60_000

/** The start of a time by its minute, since requests close to each other write times of the same few minutes. */
const starts = new Map<number, string>()
const STARTS_MAX = 100

/** As `toISOString` writes it, which takes five times as long. */
export function formatTime(time: number): string {
  const whole = Math.trunc(time)
  const minute = Math.floor(whole / MINUTE_MS)
  const rest = whole - minute * MINUTE_MS
  const seconds = Math.floor(rest / 1000)
  return `${startOf(minute)}${pad(seconds, 2)}.${pad(rest - seconds * 1000, 3)}Z`
}

function startOf(minute: number): string {
  const known = starts.get(minute)
  if (known !== undefined) return known
  if (starts.size >= STARTS_MAX) starts.clear()
  const start = new Date(minute * MINUTE_MS).toISOString().slice(0, -'00.000Z'.length)
  starts.set(minute, start)
  return start
}

function pad(value: number, digits: number): string {
  return String(value).padStart(digits, '0')
}
