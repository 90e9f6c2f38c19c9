import type { ComponentProps, ReactNode } from 'react'
import './button.css'

export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger'

type ButtonProps = ComponentProps<'button'> & { look?: ButtonLook; icon?: ReactNode }

/** `primary` is the screen's one vermilion thing; there is never a second beside it. `danger` is for what cannot be undone. */
export function Button({ look = 'plain', icon, children, className, ...rest }: ButtonProps) {
  return (
    <button type="button" className={`button ${look} ${className ?? ''}`} {...rest}>
      {icon}
      <span>{children}</span>
    </button>
  )
}
