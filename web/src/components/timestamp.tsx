import { getProfile } from '@countersign/contract/routes/person.ts'
import { ExactTime, Time } from '../ui/data/time.tsx'
import { useRouteQuery } from './account-data.tsx'

type TimestampProps = { at: string /** Date and time instead of "3 hours ago". */; exact?: boolean }

/** A time in the time zone of the profile, or of the device if none is set. */
export function Timestamp({ at, exact = false }: TimestampProps) {
  const timeZone = useTimeZone()
  return exact ? <ExactTime at={at} timeZone={timeZone} /> : <Time at={at} timeZone={timeZone} />
}

export function useTimeZone(): string | undefined {
  return useRouteQuery(getProfile).data?.timeZone ?? undefined
}
