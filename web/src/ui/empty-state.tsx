import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import './empty-state.css'

type EmptyStateProps = {
  icon?: LucideIcon
  title: string
  children?: ReactNode
  action?: ReactNode
}

export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="empty-state">
      {Icon ? <Icon size={24} aria-hidden="true" /> : null}
      <p className="empty-state-title">{title}</p>
      {children ? <div className="soft">{children}</div> : null}
      {action ? <div className="empty-state-action">{action}</div> : null}
    </div>
  )
}
