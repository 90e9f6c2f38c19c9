import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from './button.tsx'
import './filter-bar.css'

type FilterBarProps = {
  label: string
  children: ReactNode
  clear?: { label: string; onClear: () => void } | undefined
}

/** The filters of a list. The key `/` focuses the search field. */
export function FilterBar({ label, children, clear }: FilterBarProps) {
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const search = ref.current?.querySelector<HTMLInputElement>('input[type="search"]')
      if (!search) return
      event.preventDefault()
      search.focus()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <search>
      <form ref={ref} className="filter-bar" aria-label={label} onSubmit={(event) => event.preventDefault()}>
        {children}
        {clear ? (
          <Button look="quiet" onClick={clear.onClear}>
            {clear.label}
          </Button>
        ) : null}
      </form>
    </search>
  )
}

/** Two fields of one filter. */
export function FilterRange({ children }: { children: ReactNode }) {
  return <div className="filter-range">{children}</div>
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, select, textarea, dialog, [contenteditable]') !== null
}
