import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Moves the focus to the first match of `selector` when a step removed the focused element. */
export function useKeepFocus(container: RefObject<HTMLElement | null>, step: string, selector: string): void {
  const shown = useRef(step)
  useLayoutEffect(() => {
    if (shown.current === step) return
    shown.current = step
    const { activeElement } = document
    if (activeElement && activeElement !== document.body && activeElement.tagName !== 'DIALOG') return
    container.current?.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true })
  }, [container, step, selector])
}
