import { useEffect } from 'react'
import { navigate } from '../page/history.tsx'

/**
 * Holds links within this site (except those marked `data-leaves`) and the browser's back button; `onHeld` gets a
 * function that proceeds. Closing the page is confirmed by the browser itself.
 */
export function useLeaveGuard(active: boolean, onHeld: (proceed: () => void) => void): void {
  useEffect(() => {
    if (!active) return
    const holdClosing = (event: BeforeUnloadEvent) => event.preventDefault()
    const holdLink = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(HELD) : null
      if (link?.origin !== location.origin || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      event.stopPropagation()
      onHeld(() => navigate(link.pathname + link.search))
    }
    const holdTraversal = (event: NavigateEvent) => {
      const { navigationType, cancelable, destination } = event
      // Navigation to another document is confirmed by the browser.
      if (navigationType !== 'traverse' || !cancelable || !destination.sameDocument) return
      event.preventDefault()
      onHeld(() => {
        navigation?.removeEventListener('navigate', holdTraversal)
        navigation?.traverseTo(destination.key)
      })
    }
    addEventListener('beforeunload', holdClosing)
    addEventListener('click', holdLink, { capture: true })
    navigation?.addEventListener('navigate', holdTraversal)
    return () => {
      removeEventListener('beforeunload', holdClosing)
      removeEventListener('click', holdLink, { capture: true })
      navigation?.removeEventListener('navigate', holdTraversal)
    }
  }, [active, onHeld])
}

const HELD = 'a[href]:not([download], [target], [data-leaves], [href^="#"])'
const navigation = globalThis.navigation as Navigation | undefined // older browsers lack it, and go back unasked
