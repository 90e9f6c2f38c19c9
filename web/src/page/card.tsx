import type { ReactNode } from 'react'
import { Heading } from './heading.tsx'

type CardProps = { screen: string; title: ReactNode; lead?: ReactNode; children?: ReactNode }

export function Card({ screen, title, lead, children }: CardProps) {
  return (
    <div className="card stack stack-wide">
      <div className="stack stack-close">
        <Heading screen={screen}>{title}</Heading>
        {lead ? <p className="soft">{lead}</p> : null}
      </div>
      {children}
    </div>
  )
}
