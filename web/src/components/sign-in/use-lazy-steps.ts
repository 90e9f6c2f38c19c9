import { useEffect, useState } from 'react'
import { fetchPart } from '../../page/chunk.ts'
import type { Later } from './lazy-steps.tsx'

let loaded: Later | undefined

/** Awaited here and not chained: what is chained to an import does not hear of a style sheet that was lost. */
const load = async () => (await import('./lazy-steps.tsx')).later

/** Fetched right after the list is on the screen, long before a wallet has answered; or why it did not come. */
export function useLater(): [later: Later | undefined, lost: unknown] {
  const [later, setLater] = useState(loaded)
  const [lost, setLost] = useState<unknown>()
  useEffect(() => {
    if (later || lost) return
    fetchPart(load, () => setLost(undefined)).then((module) => {
      loaded = module
      setLater(module)
    }, setLost)
  }, [later, lost])
  return [later, lost]
}
