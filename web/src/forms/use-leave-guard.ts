import { useEffect } from 'react'
import { navigate } from '../page/history.tsx'

/**
 * What is only on this page is not left behind unasked: links to elsewhere on this site, except one that says it
 * `data-leaves`, and the browser's way back are held, and `onHeld` gets how to go on. Before it closes the page the
 * browser asks itself.
 */
export function useLeaveGuard(active: boolean, onHeld: (goOn: () => void) => void): void {
  useEffect(() => {
    if (!active) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    const holdLink = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(HELD) : null
      if (link?.origin !== location.origin || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      event.stopPropagation()
      onHeld(() => navigate(link.pathname + link.search))
    }
    const holdWayBack = (event: NavigateEvent) => {
      const { navigationType, cancelable, destination } = event
      // A way to another document is asked about by the browser.
      if (navigationType !== 'traverse' || !cancelable || !destination.sameDocument) return
      event.preventDefault()
      onHeld(() => {
        ways?.removeEventListener('navigate', holdWayBack)
        ways?.traverseTo(destination.key)
      })
    }
    addEventListener('beforeunload', ask)
    addEventListener('click', holdLink, { capture: true })
    ways?.addEventListener('navigate', holdWayBack)
    return () => {
      removeEventListener('beforeunload', ask)
      removeEventListener('click', holdLink, { capture: true })
      ways?.removeEventListener('navigate', holdWayBack)
    }
  }, [active, onHeld])
}

const HELD = 'a[href]:not([download], [target], [data-leaves], [href^="#"])'
const ways = globalThis.navigation as Navigation | undefined // older browsers have none, and go back unasked
