import { useEffect } from 'react'

/**
 * What is only on this page is not left behind unasked: links to elsewhere on this site are held back, except one that
 * says it `data-leaves`, and the browser asks before it closes the page.
 */
export function useLeaveGuard(active: boolean, onHeld: (to: string) => void): void {
  useEffect(() => {
    if (!active) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    const hold = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(HELD) : null
      if (link?.origin !== location.origin || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      event.stopPropagation()
      onHeld(link.pathname + link.search)
    }
    addEventListener('beforeunload', ask)
    addEventListener('click', hold, { capture: true })
    return () => {
      removeEventListener('beforeunload', ask)
      removeEventListener('click', hold, { capture: true })
    }
  }, [active, onHeld])
}

const HELD = 'a[href]:not([download], [target], [data-leaves], [href^="#"])'
