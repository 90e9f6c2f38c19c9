import type { IconNode } from 'lucide'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import './button.css'

export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger' | 'link'

/** An icon, or what is shown in its place, such as a spinner. */
export type ButtonIcon = IconNode | ReactElement

type ButtonProps = ComponentProps<'button'> & {
  look?: ButtonLook
  icon?: ButtonIcon
  /** Ignores clicks, but stays focusable. */
  busy?: boolean
}

/** At most one `primary` per screen; `link` is for alternatives to it. `danger` is for what cannot be undone. */
export function Button(props: ButtonProps) {
  const { look = 'plain', icon, busy = false, onClick, children, className = '', ...rest } = props
  return (
    <button
      type="button"
      className={`button ${look} ${className}`}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
      {...rest}
    >
      <ButtonContent icon={icon}>{children}</ButtonContent>
    </button>
  )
}

export function ButtonContent({ icon, children }: { icon: ButtonIcon | undefined; children: ReactNode }) {
  return (
    <>
      {Array.isArray(icon) ? <Icon icon={icon} size={16} /> : icon}
      <span>{children}</span>
    </>
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
