import type { ComponentProps, ReactNode } from 'react'
import './button.css'

export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger' | 'link'

type ButtonProps = ComponentProps<'button'> & {
  look?: ButtonLook
  icon?: ReactNode /** Ignores clicks, but stays focusable. */
  busy?: boolean
}

/** At most one `primary` per screen; `link` is for alternatives to it. `danger` is for what cannot be undone. */
export function Button({
  look = 'plain',
  icon,
  busy = false,
  onClick,
  children,
  className = '',
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      className={`button ${look} ${className}`}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
      {...rest}
    >
      {icon}
      <span>{children}</span>
    </button>
  )
}

type ButtonLinkProps = ComponentProps<'a'> & { look?: ButtonLook }

export function ButtonLink({ look = 'plain', children, className = '', ...rest }: ButtonLinkProps) {
  return (
    <a className={`button ${look} ${className}`} {...rest}>
      <span>{children}</span>
    </a>
  )
}
