import type { ReactNode } from 'react'

type ListProps<Item> = {
  of: readonly Item[]
  label?: string
  className: string
  /** Instead of a list without items. */
  empty?: ReactNode
  children: (item: Item) => ReactNode
}

export function List<Item extends { id: string }>({ of, label, className, empty = null, children }: ListProps<Item>) {
  if (of.length === 0) return empty
  return (
    <ul className={className} aria-label={label}>
      {of.map((item) => (
        <li key={item.id}>{children(item)}</li>
      ))}
    </ul>
  )
}
