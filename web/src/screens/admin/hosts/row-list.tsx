import { Plus } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { Keyed } from './use-rows.ts'

type RowListProps<Item> = {
  rows: Keyed<Item>[]
  most: number
  words: { empty: string; emptyBody: string; add: string }
  onAdd: () => void
  onRemove: (index: number) => void
  /** `remove` removes the row and moves the focus to the button that adds one. */
  children: (item: Item, index: number, remove: () => void) => ReactNode
  /** Between the rows and the button. */
  after?: ReactNode
}

export function RowList<Item>({ rows, most, words, onAdd, onRemove, children, after }: RowListProps<Item>) {
  const addButton = useRef<HTMLButtonElement>(null)
  const full = rows.length >= most
  const remove = (index: number) => {
    onRemove(index)
    addButton.current?.focus()
  }
  return (
    <>
      {rows.length === 0 ? (
        <p>
          <strong>{words.empty}.</strong> {words.emptyBody}
        </p>
      ) : (
        <ol className="host-rows">
          {rows.map(({ key, item }, index) => (
            <li key={key}>{children(item, index, () => remove(index))}</li>
          ))}
        </ol>
      )}
      {after}
      <div>
        <Button
          ref={addButton}
          icon={<Plus size={16} aria-hidden="true" />}
          aria-disabled={full || undefined}
          onClick={full ? undefined : onAdd}
        >
          {words.add}
        </Button>
      </div>
    </>
  )
}
