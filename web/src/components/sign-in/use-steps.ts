import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { loadChunk } from '../../page/chunk.ts'
import type { View } from '../../sign-in/view.ts'
import { announce } from '../../ui/live.ts'
import type { LazySteps } from './lazy-steps.tsx'

let loaded: LazySteps | undefined

// Awaited and not chained, because `then` on the import misses a style sheet that failed to load.
const load = async () => (await import('./lazy-steps.tsx')).lazySteps

/**
 * Loads the steps after the list of wallets is shown, announces each view, and moves the focus to the first match of
 * `selector` within `ref` when a step removed the focused element.
 */
export function useSteps(
  view: View,
  selector: string,
  announcementFor = (steps: LazySteps, next: View) => steps.announcementFor(next),
) {
  const [lazySteps, setLazySteps] = useState(loaded)
  const [loadError, setLoadError] = useState<unknown>()
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
    ref.current?.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true })
  }, [view.screen, selector])
  useEffect(() => {
    const announcement = lazySteps && announcementFor(lazySteps, view)
    if (announcement) announce(announcement.text, announcement.region)
  }, [view, lazySteps, announcementFor])
  return { lazySteps, loadError, ref }
}
