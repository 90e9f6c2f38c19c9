import { useEffect, useState } from 'react'
import { loadChunk } from '../../page/chunk.ts'
import type { LazySteps } from './lazy-steps.tsx'

let loaded: LazySteps | undefined

/** Awaited here and not chained: what is chained to an import does not hear of a style sheet that was lost. */
const load = async () => (await import('./lazy-steps.tsx')).lazySteps

/** Fetched right after the list is on the screen, long before a wallet has answered; or why it did not come. */
export function useLazySteps(): [lazySteps: LazySteps | undefined, lost: unknown] {
  const [lazySteps, setSteps] = useState(loaded)
  const [lost, setLost] = useState<unknown>()
  useEffect(() => {
    if (lazySteps || lost) return
    loadChunk(load, () => setLost(undefined)).then((module) => {
      loaded = module
      setSteps(module)
    }, setLost)
  }, [lazySteps, lost])
  return [lazySteps, lost]
}
