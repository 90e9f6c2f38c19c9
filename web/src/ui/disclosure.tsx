import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import './disclosure.css'

type DisclosureProps = { label: string; children: ReactNode; onOpen?: () => void }

export function Disclosure({ label, children, onOpen }: DisclosureProps) {
  return (
    <details className="disclosure" onToggle={(event) => event.currentTarget.open && onOpen?.()}>
      <summary>
        <span>{label}</span>
        <ChevronDown size={16} aria-hidden="true" />
      </summary>
      <div className="disclosure-body">{children}</div>
    </details>
  )
}
