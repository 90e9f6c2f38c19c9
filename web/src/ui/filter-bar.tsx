import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from './button.tsx'
import './filter-bar.css'

type FilterBarProps = {
  label: string
  children: ReactNode
  /** Only while something is filtered. */
  clear?: { label: string; onClear: () => void } | undefined
}

/** Fields that narrow a list down. The key `/` goes to its search field. */
export function FilterBar({ label, children, clear }: FilterBarProps) {
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const heed = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const search = ref.current?.querySelector<HTMLInputElement>('input[type="search"]')
      if (!search) return
      event.preventDefault()
      search.focus()
    }
    addEventListener('keydown', heed)
    return () => removeEventListener('keydown', heed)
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

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, select, textarea, dialog, [contenteditable]') !== null
}
