import { useRef, useState } from 'react'

export type Keyed<Item> = { key: number; item: Item }

/** A list that is edited as a whole: untouched, it shows what is saved. Keys stay with their rows when these move. */
export function useRows<Item>(saved: readonly Item[]) {
  const [draft, setDraft] = useState<Keyed<Item>[]>()
  const next = useRef(saved.length)
  const rows = draft ?? saved.map((item, key) => ({ key, item }))
  return {
    rows,
    changed: draft !== undefined,
    items: rows.map(({ item }) => item),
    add: (item: Item) => setDraft([...rows, { key: next.current++, item }]),
    change: (index: number, item: Item) => setDraft(rows.map((row, at) => (at === index ? { ...row, item } : row))),
    remove: (index: number) => setDraft(rows.filter((_, at) => at !== index)),
    move: (index: number, by: -1 | 1) => setDraft(swap(rows, index, index + by)),
    discard: () => setDraft(undefined),
  }
}

export function swap<Row>(rows: readonly Row[], one: number, other: number): Row[] {
  const swapped = [...rows]
  const [a, b] = [rows[one], rows[other]]
  if (a === undefined || b === undefined) return swapped
  swapped[one] = b
  swapped[other] = a
  return swapped
}
