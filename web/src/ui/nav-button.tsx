import type { ComponentType, ReactNode } from 'react'
import './nav-entry.css'

type NavButtonProps = {
  icon: ComponentType<{ size: number; 'aria-hidden': 'true' }>
  onClick: () => void
  busy?: boolean
  children: ReactNode
}

/** Among the links of a menu or of the navigation. */
export function NavButton({ icon: Icon, onClick, busy = false, children }: NavButtonProps) {
  return (
    <button type="button" className="nav-entry" aria-disabled={busy || undefined} onClick={onClick}>
      <Icon size={20} aria-hidden="true" />
      <span>{children}</span>
    </button>
  )
}
