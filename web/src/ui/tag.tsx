import { CircleAlert, CircleCheck, CircleDashed, Clock, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import './tag.css'

export type TagTone = 'plain' | 'good' | 'warn' | 'bad'

const ICONS: Record<TagTone, LucideIcon> = { plain: CircleDashed, good: CircleCheck, warn: Clock, bad: CircleAlert }

type TagProps = { tone?: TagTone; icon?: LucideIcon; children: ReactNode }

/** A status. The icon repeats what the color says. */
export function Tag({ tone = 'plain', icon, children }: TagProps) {
  const Icon = icon ?? ICONS[tone]
  return (
    <span className={`tag small ${tone}`}>
      <Icon size={14} aria-hidden="true" />
      <span>{children}</span>
    </span>
  )
}
