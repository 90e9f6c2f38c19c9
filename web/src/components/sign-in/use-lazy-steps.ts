import { useEffect, useState } from 'react'
import { loadChunk } from '../../page/chunk.ts'
import type { LazySteps } from './lazy-steps.tsx'

let loaded: LazySteps | undefined

/** Awaited and not chained, because `then` on the import misses a style sheet that failed to load. */
const load = async () => (await import('./lazy-steps.tsx')).lazySteps

/** Loads the steps after the list of wallets is shown; `lost` is the error if that failed. */
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
