import { useEffect, useState } from 'react'

const SETTLE_MS = 250

/** What was typed, once the person pauses: a search asks the server once and not for every letter. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
