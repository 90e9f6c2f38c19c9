import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide'
import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import './notice.css'

type NoticeTone = 'calm' | 'good' | 'warn' | 'bad'

const ICONS = { calm: Info, good: CircleCheck, warn: TriangleAlert, bad: CircleAlert }

type NoticeProps = {
  tone?: NoticeTone
  role?: 'alert' | 'status'
  title?: string
  children?: ReactNode
  actions?: ReactNode
}

/** What went wrong, said at once; nothing without it. */
export function Alert({ tone = 'bad', children }: { tone?: 'warn' | 'bad'; children: ReactNode }) {
  return children ? (
    <Notice tone={tone} role="alert">
      {children}
    </Notice>
  ) : null
}

/** A message next to what it is about. The icon repeats what the color says. */
export function Notice({ tone = 'calm', role, title, children, actions }: NoticeProps) {
  return (
    <div className={`notice ${tone}`} role={role}>
      <Icon icon={ICONS[tone]} size={20} />
      <div className="notice-text">
        {title ? (
          <p>
            <strong>{title}</strong>
          </p>
        ) : null}
        {typeof children === 'string' ? <p>{children}</p> : children}
      </div>
      {actions ? <div className="notice-actions">{actions}</div> : null}
    </div>
  )
}
