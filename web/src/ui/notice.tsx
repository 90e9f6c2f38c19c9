import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import './notice.css'

export type NoticeTone = 'calm' | 'good' | 'warn' | 'bad'

const ICONS = { calm: Info, good: CircleCheck, warn: TriangleAlert, bad: CircleAlert }

type NoticeProps = { tone?: NoticeTone; children: ReactNode; actions?: ReactNode }

/** A line beside what it is about. The icon repeats what the colour says. */
export function Notice({ tone = 'calm', children, actions }: NoticeProps) {
  const Icon = ICONS[tone]
  return (
    <div className={`notice ${tone}`}>
      <Icon size={20} aria-hidden="true" />
      <div className="notice-text">{children}</div>
      {actions ? <div className="notice-actions">{actions}</div> : null}
    </div>
  )
}
