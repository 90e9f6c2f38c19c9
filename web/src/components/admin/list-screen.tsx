import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../loaded.tsx'
import { ScreenHead } from '../screen-head.tsx'

type ListScreenProps<List> = {
  words: { title: string; lead: string; empty: string; emptyBody: string }
  icon: LucideIcon
  answer: ComponentProps<typeof Loaded<List>>['answer']
  /** The button that adds an item, at the head or in place of an empty list. */
  add: ReactNode
  list: (list: List) => ReactNode
  children?: ReactNode
}

/** A page with one list that is loaded as a whole. */
export function ListScreen<List extends { items: unknown[] }>(props: ListScreenProps<List>) {
  const { words, icon, answer, add, list, children } = props
  const hasItems = answer.data !== undefined && answer.data.items.length > 0
  return (
    <div className="stack stack-wide">
      <ScreenHead title={words.title} lead={words.lead} actions={hasItems ? add : undefined} />
      <Loaded answer={answer} lines={6}>
        {(data) =>
          data.items.length > 0 ? (
            list(data)
          ) : (
            <EmptyState icon={icon} title={words.empty} action={add}>
              {words.emptyBody}
            </EmptyState>
          )
        }
      </Loaded>
      {children}
    </div>
  )
}
