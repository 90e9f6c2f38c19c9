import type { ReactNode, Ref } from 'react'
import { Heading } from './heading.tsx'

type CardProps = {
  screen: string
  title: ReactNode
  lead?: ReactNode
  ref?: Ref<HTMLDivElement>
  children?: ReactNode
}

export function Card({ screen, title, lead, ref, children }: CardProps) {
  return (
    <div className="card stack stack-wide" ref={ref}>
      <div className="stack stack-close">
        <Heading screen={screen}>{title}</Heading>
        {lead ? <p className="soft">{lead}</p> : null}
      </div>
      {children}
    </div>
  )
}
