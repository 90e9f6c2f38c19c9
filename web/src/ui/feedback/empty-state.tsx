import type { IconNode } from 'lucide'
import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import './empty-state.css'

type EmptyStateProps = {
  icon?: IconNode
  title: string
  children?: ReactNode
  action?: ReactNode
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="empty-state stack">
      {icon ? <Icon icon={icon} size={24} /> : null}
      <p className="empty-state-title">{title}</p>
      {children ? <div className="soft">{children}</div> : null}
      {action ? <div className="empty-state-action">{action}</div> : null}
    </div>
  )
}
