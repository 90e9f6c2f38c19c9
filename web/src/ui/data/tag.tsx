import { CircleAlert, CircleCheck, CircleDashed, Clock, type IconNode } from 'lucide'
import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import './tag.css'

export type TagTone = 'plain' | 'good' | 'warn' | 'bad'

const ICONS: Record<TagTone, IconNode> = { plain: CircleDashed, good: CircleCheck, warn: Clock, bad: CircleAlert }

type TagProps = { tone?: TagTone; icon?: IconNode; children: ReactNode }

/** A status. The icon repeats what the color says. */
export function Tag({ tone = 'plain', icon, children }: TagProps) {
  return (
    <span className={`tag small ${tone}`}>
      <Icon icon={icon ?? ICONS[tone]} size={14} />
      <span>{children}</span>
    </span>
  )
}
