import { limitOf, type Paging } from '@countersign/contract/schemas/list.ts'
import { invalidField } from './invalid-field.ts'

type Source<Row> = {
  /** What a cursor of this list looks like: the id of its last row. */
  cursorForm: RegExp
  read(page: { after: string | undefined; most: number }): Promise<Row[]>
}

/** One row more than asked for tells whether there is another page. */
export async function readPage<Row extends { id: string }>(
  { limit, cursor }: Paging,
  { cursorForm, read }: Source<Row>,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  if (cursor !== undefined && !cursorForm.test(cursor)) throw invalidField('/cursor', 'unknown_cursor')
  const size = limitOf({ limit })
  const found = await read({ after: cursor, most: size + 1 })
  const rows = found.slice(0, size)
  return { rows, nextCursor: found.length > size ? (rows.at(-1)?.id ?? null) : null }
}
