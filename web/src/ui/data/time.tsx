import { useEffect, useState } from 'react'
import { relativeTime } from './relative-time.ts'

type TimeProps = { /** ISO 8601. */ at: string; timeZone?: string | undefined }

const TICK_MS = 30_000
const relativeFormat = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })

/** "3 hours ago", with the exact time as a tooltip. */
export function Time({ at, timeZone }: TimeProps) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const { value, unit } = relativeTime(Date.parse(at), now)
  return (
    <time dateTime={at} title={exactTime(at, timeZone)}>
      {relativeFormat.format(value, unit)}
    </time>
  )
}

/** "15 Jun 2026, 14:00", with the exact time as a tooltip. */
export function ExactTime({ at, timeZone }: TimeProps) {
  return (
    <time dateTime={at} title={exactTime(at, timeZone)}>
      {formatExact(at, timeZone)}
    </time>
  )
}

export function formatExact(at: string, timeZone?: string): string {
  return format(at, { dateStyle: 'medium', timeStyle: 'short', timeZone })
}

function exactTime(at: string, timeZone?: string): string {
  return format(at, { dateStyle: 'full', timeStyle: 'long', timeZone })
}

function format(at: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(undefined, options).format(new Date(at))
}
