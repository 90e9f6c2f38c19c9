import { getProfile } from '@countersign/contract/routes/person.ts'
import { Moment, Time } from '../ui/time.tsx'
import { useAnswer } from './account-data.tsx'

type WhenProps = { at: string /** The day and hour instead of "3 hours ago". */; exact?: boolean }

/** A time in the person's own time zone; in the device's as long as they chose none. */
export function When({ at, exact = false }: WhenProps) {
  const timeZone = useTimeZone()
  return exact ? <Moment at={at} timeZone={timeZone} /> : <Time at={at} timeZone={timeZone} />
}

export function useTimeZone(): string | undefined {
  return useAnswer(getProfile).data?.timeZone ?? undefined
}
