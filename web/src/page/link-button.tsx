import type { ReactNode } from 'react'
import type { ButtonLook } from '../ui/button.tsx'
import { Link } from './history.tsx'

type LinkButtonProps = { to: string; look?: ButtonLook; icon?: ReactNode; children: ReactNode }

/** A link that looks like a button. */
export function LinkButton({ to, look = 'plain', icon, children }: LinkButtonProps) {
  return (
    <Link to={to} className={`button ${look}`}>
      {icon}
      <span>{children}</span>
    </Link>
  )
}
