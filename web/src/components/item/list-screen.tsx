import { type IconNode, Plus } from 'lucide'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { LinkButton } from '../../page/link-button.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Loaded } from '../loaded.tsx'
import { ScreenHead } from '../screen-head.tsx'
import '../admin/admin.css'

type ListScreenProps<List> = {
  words: { title: string; lead: string; empty: string; emptyBody: string; add: string }
  icon: IconNode
  answer: ComponentProps<typeof Loaded<List>>['answer']
  list: (list: List) => ReactNode
  mayAdd?: boolean
  /** A page, or a dialog. */
  add: { to: string } | { dialog: (onClose: () => void) => ReactNode }
  children?: ReactNode
}

export function ListScreen<List extends { items: unknown[] }>(props: ListScreenProps<List>) {
  const { words, icon, answer, list, mayAdd = true, children } = props
  const [adding, setAdding] = useState(false)
  const hasItems = answer.data !== undefined && answer.data.items.length > 0
  const button = { look: 'primary', icon: Plus, children: words.add } as const
  const add = !mayAdd ? undefined : 'to' in props.add ? (
    <LinkButton to={props.add.to} {...button} />
  ) : (
    <Button onClick={() => setAdding(true)} {...button} />
  )
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
      {adding && 'dialog' in props.add ? props.add.dialog(() => setAdding(false)) : null}
    </div>
  )
}
