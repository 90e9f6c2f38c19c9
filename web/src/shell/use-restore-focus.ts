import { useEffect } from 'react'

/** Moves the focus to the heading when the focused element was removed, such as a row with its button. */
export function useRestoreFocus(): void {
  useEffect(() => {
    let last: EventTarget | null = null
    const record = ({ target }: FocusEvent) => {
      last = target
    }
    const restore = () => {
      const gone = last instanceof Node && !last.isConnected && document.activeElement === document.body
      if (gone) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    }
    // A frame later, because a closing dialog returns the focus itself.
    const watcher = new MutationObserver(() => requestAnimationFrame(restore))
    watcher.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', record)
    return () => {
      watcher.disconnect()
      document.removeEventListener('focusin', record)
    }
  }, [])
}
