import { useEffect, useState } from 'react'
import { announce } from '../../ui/feedback/live.ts'
import { usePhone as text } from '../../words/use-phone.ts'

const SECOND_MS = 1000
/** Said once each, because a countdown would drown everything else. */
const SPOKEN_SECONDS = [20, 60]

export function TimeLeft({ until }: { until: number }) {
  const left = useSecondsLeft(until)
  const spoken = SPOKEN_SECONDS.find((seconds) => left <= seconds)
  useEffect(() => {
    if (spoken) announce(text.leftSpoken(spoken))
  }, [spoken])
  const minutes = Math.floor(left / 60)
  return (
    <p className="small soft" role="timer">
      {text.left(`${minutes}:${String(left % 60).padStart(2, '0')}`)}
    </p>
  )
}

function useSecondsLeft(until: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  // A new code is newer than the last tick.
  return Math.max(0, Math.ceil((until - Math.max(now, Date.now())) / SECOND_MS))
}
