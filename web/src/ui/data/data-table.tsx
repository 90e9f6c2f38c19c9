import type { ReactNode } from 'react'
import './data-table.css'

export type Column<Row> = {
  /** Different for each column of a table. */
  label: string
  render: (row: Row) => ReactNode
  align?: 'end'
  /** `name` does not break inside words, `prose` leaves room for the other columns. */
  size?: 'name' | 'prose'
  /** Hides the label visually, for a column of buttons. */
  hideLabel?: boolean
}

type DataTableProps<Row> = {
  caption: string
  /** The first column names the row. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  busy?: boolean
}

/** A table that becomes a list of cards on a phone. */
export function DataTable<Row>({ caption, columns, rows, rowKey, busy = false }: DataTableProps<Row>) {
  return (
    <table className="data-table" {...role('table')} aria-busy={busy || undefined}>
      <caption className="hidden-visually">{caption}</caption>
      <thead {...role('rowgroup')}>
        <tr {...role('row')}>
          {columns.map(({ label, align, hideLabel }) => (
            <th key={label} scope="col" {...role('columnheader')} className={align}>
              <span className={hideLabel ? 'hidden-visually' : undefined}>{label}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...role('rowgroup')}>
        {rows.map((row) => (
          <tr key={rowKey(row)} {...role('row')}>
            {columns.map((column, index) => (
              <Cell key={column.label} column={column} row={row} first={index === 0} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type CellProps<Row> = { column: Column<Row>; row: Row; first: boolean }

function Cell<Row>({ column: { label, render, align, size, hideLabel }, row, first }: CellProps<Row>) {
  if (first) {
    return (
      <th scope="row" {...role('rowheader')} className={align}>
        {render(row)}
      </th>
    )
  }
  return (
    <td {...role('cell')} className={align}>
      {hideLabel ? null : (
        <span className="data-table-label small soft" aria-hidden="true">
          {label}
        </span>
      )}
      <div className={size ? `data-table-value ${size}` : 'data-table-value'}>{render(row)}</div>
    </td>
  )
}

/** Browsers drop the table semantics of elements displayed as blocks. */
function role(name: string): { role: string } {
  return { role: name }
}
