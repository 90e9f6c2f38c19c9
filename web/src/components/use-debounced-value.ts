import { useEffect, useState } from 'react'

const DELAY_MS = 250

/** The value once it has not changed for a moment, so that a search is not sent for every letter. */
export function useDebouncedValue<Value>(value: Value): Value {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), DELAY_MS)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}
