import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { loadChunk } from '../../page/chunk.ts'
import type { View } from '../../sign-in/view.ts'
import { announce } from '../../ui/feedback/live.ts'
import type { LazySteps } from './lazy-steps.tsx'
import type { StepHead } from './view-words.ts'

let loaded: LazySteps | undefined

// Awaited and not chained, because `then` on the import misses a style sheet that failed to load.
const load = async () => (await import('./lazy-steps.tsx')).lazySteps

const announceView = (steps: LazySteps, view: View) => steps.announcementFor(view)

/** Loads the steps after the list of wallets is shown, announces each view, and restores a focus that a step removed. */
export function useSteps(view: View, focusSelector: string, announcementFor = announceView) {
  const [lazySteps, setLazySteps] = useState(loaded)
  const [loadError, setLoadError] = useState<unknown>()
  const phoneHead = useState<StepHead>()
  const ref = useRef<HTMLDivElement>(null)
  const shown = useRef(view.screen)
  useEffect(() => {
    if (lazySteps || loadError) return
    loadChunk(load, () => setLoadError(undefined)).then((steps) => {
      loaded = steps
      setLazySteps(steps)
    }, setLoadError)
  }, [lazySteps, loadError])
  useLayoutEffect(() => {
    if (shown.current === view.screen) return
    shown.current = view.screen
    const { activeElement } = document
    if (activeElement && activeElement !== document.body && activeElement.tagName !== 'DIALOG') return
    ref.current?.querySelector<HTMLElement>(focusSelector)?.focus({ preventScroll: true })
  }, [view.screen, focusSelector])
  useEffect(() => {
    const announcement = lazySteps && announcementFor(lazySteps, view)
    if (announcement) announce(announcement.text, announcement.region)
  }, [view, lazySteps, announcementFor])
  return { lazySteps, loadError, ref, phoneHead }
}
