import type { ReactNode } from 'react'
import { ButtonContent, type ButtonIcon, type ButtonLook } from '../ui/controls/button.tsx'
import { Link } from './history.tsx'

type LinkButtonProps = { to: string; look?: ButtonLook; icon?: ButtonIcon; children: ReactNode }

export function LinkButton({ to, look = 'plain', icon, children }: LinkButtonProps) {
  return (
    <Link to={to} className={`button ${look}`}>
      <ButtonContent icon={icon}>{children}</ButtonContent>
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
