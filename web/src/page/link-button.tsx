import type { ReactNode } from 'react'
import type { ButtonLook } from '../ui/controls/button.tsx'
import { Link } from './history.tsx'

type LinkButtonProps = { to: string; look?: ButtonLook; icon?: ReactNode; children: ReactNode }

export function LinkButton({ to, look = 'plain', icon, children }: LinkButtonProps) {
  return (
    <Link to={to} className={`button ${look}`}>
      {icon}
      <span>{children}</span>
    </Link>
  )
}

export function SmallLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="text-link small">
      {children}
    </Link>
  )
}
