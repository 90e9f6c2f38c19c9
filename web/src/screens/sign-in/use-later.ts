import { useEffect, useState } from 'react'
import type { Later } from './later.tsx'

let loaded: Later | undefined

/** Fetched right after the list is on the screen, long before a wallet has answered. */
export function useLater(): Later | undefined {
  const [later, setLater] = useState(loaded)
  useEffect(() => {
    if (later) return
    const fail = (fault: unknown) =>
      setLater(() => {
        throw fault
      })
    import('./later.tsx').then((module) => {
      loaded = module.later
      setLater(loaded)
    }, fail)
  }, [later])
  return later
}
