import type { IconNode } from 'lucide'
import type { ReactNode } from 'react'
import { Spinner } from '../feedback/spinner.tsx'
import { Icon } from '../icon.tsx'
import '../nav-entry.css'

type NavButtonProps = {
  icon: IconNode
  onClick: () => void
  busy?: boolean
  children: ReactNode
}

/** Among the links of a menu or of the navigation. */
export function NavButton({ icon, onClick, busy = false, children }: NavButtonProps) {
  return (
    <button type="button" className="nav-entry" aria-disabled={busy || undefined} onClick={onClick}>
      {busy ? <Spinner /> : <Icon icon={icon} size={20} />}
      <span>{children}</span>
    </button>
  )
}
