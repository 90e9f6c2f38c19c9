import { useEffect } from 'react'

/** What had the focus may go with what was done, such as a row with its button: then one is at the heading, not nowhere. */
export function useLostFocus(): void {
  useEffect(() => {
    let last: EventTarget | null = null
    const note = ({ target }: FocusEvent) => {
      last = target
    }
    const look = () => {
      const gone = last instanceof Node && !last.isConnected && document.activeElement === document.body
      if (gone) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    }
    // A frame later: a dialog that closes gives the focus back by itself.
    const watcher = new MutationObserver(() => requestAnimationFrame(look))
    watcher.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', note)
    return () => {
      watcher.disconnect()
      document.removeEventListener('focusin', note)
    }
  }, [])
}
