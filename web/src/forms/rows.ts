/** A list item with a React key that stays the same when the row moves. */
export type Row<Item> = { key: number; item: Item }

export function rowsOf<Item>(items: readonly Item[]): Row<Item>[] {
  return items.map((item, key) => ({ key, item }))
}

export function addRow<Item>(rows: readonly Row<Item>[], item: Item): Row<Item>[] {
  return [...rows, { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, item }]
}

export function moveRow<Item>(rows: readonly Row<Item>[], from: number, to: number): Row<Item>[] {
  const [a, b] = [rows[from], rows[to]]
  return a && b ? rows.with(from, b).with(to, a) : [...rows]
}
