import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useRef,
} from 'react'
import './menu.css'

type MenuProps = {
  /** Menus of one group close each other. */
  group: string
  className?: string
  /** What the button shows. */
  summary: ReactNode
  /** The accessible name, if the button shows too little. */
  label?: string | undefined
  /** Whether one of the links leads to the current page. */
  current?: boolean
  buttonRef?: Ref<HTMLElement>
  /** Links and buttons. */
  children: ReactNode
}

/** A button that opens a sheet. Arrow keys move between its links and buttons; Escape and a click outside close it. */
export function Menu({ group, className = '', summary, label, current = false, buttonRef, children }: MenuProps) {
  const ref = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    // Safari focuses no button on a click, so the loss of focus does not tell.
    const closeOutside = ({ target }: PointerEvent) => {
      if (ref.current && target instanceof Node && !ref.current.contains(target)) ref.current.open = false
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [])
  return (
    <details
      ref={ref}
      className={`menu ${className}`}
      name={group}
      onClick={closeOnLink}
      onKeyDown={moveInMenu}
      onBlur={closeOnBlur}
    >
      <summary ref={buttonRef} aria-label={label} aria-current={current || undefined}>
        {summary}
      </summary>
      <div className="menu-sheet surface">{children}</div>
    </details>
  )
}

function moveInMenu(event: KeyboardEvent<HTMLDetailsElement>): void {
  const menu = event.currentTarget
  if (event.key === 'Escape' && menu.open) {
    event.stopPropagation()
    closeMenu(menu)
  }
  const items: Element[] = [...menu.querySelectorAll('.menu-sheet :is(a, button)')]
  const at = document.activeElement ? items.indexOf(document.activeElement) : -1
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key]
  if (to === undefined || (at < 0 && event.key !== 'ArrowDown')) return
  event.preventDefault()
  menu.open = true
  const item = items[Math.max(0, Math.min(to, items.length - 1))]
  if (item instanceof HTMLElement) item.focus()
}

/** Also returns the focus to the button. */
function closeMenu(menu: HTMLDetailsElement): void {
  menu.open = false
  menu.querySelector('summary')?.focus()
}

/** Also for a link to the current page, which changes nothing else. */
function closeOnLink({ currentTarget, target }: MouseEvent<HTMLDetailsElement>): void {
  if (target instanceof Element && target.closest('a')) closeMenu(currentTarget)
}

function closeOnBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>): void {
  if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.open = false
}
