import { ChevronDown } from 'lucide'
import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import './disclosure.css'

type DisclosureProps = { label: string; children: ReactNode; onOpen?: () => void }

export function Disclosure({ label, children, onOpen }: DisclosureProps) {
  return (
    <details className="disclosure" onToggle={(event) => event.currentTarget.open && onOpen?.()}>
      <summary>
        <span>{label}</span>
        <Icon icon={ChevronDown} size={16} />
      </summary>
      <div className="disclosure-body">{children}</div>
    </details>
  )
}
