import type { IconNode } from 'lucide'
import { createElement } from 'react'

type IconProps = {
  icon: IconNode
  size: number
  className?: string
  /** Without one, the icon repeats what text says. */
  label?: string | undefined
}

export function Icon({ icon, size, className = '', label }: IconProps) {
  return (
    <svg
      className={`icon ${className}`}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined || undefined}
    >
      {icon.map(([tag, attributes], index) => createElement(tag, { ...attributes, key: index }))}
    </svg>
  )
}
