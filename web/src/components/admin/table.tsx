import { type ComponentProps, Fragment, type ReactNode, useState } from 'react'
import { Link } from '../../page/history.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { type Column, DataTable } from '../../ui/data/data-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { admin } from '../../words/admin/admin.ts'
import { Loaded } from '../loaded.tsx'
import { MorePages, type Pages } from '../more-pages.tsx'
import { Timestamp } from '../timestamp.tsx'
import './admin.css'

/** A button at the end of rows, for those that it may change. */
export type RowAction<Row> = {
  label: string
  /** The accessible name, which tells the buttons of a table apart. */
  labelOf: (row: Row) => string
  may?: (row: Row) => boolean
} & ({ dialog: (row: Row, onClose: () => void) => ReactNode } | { run: (row: Row) => void })

type RowsProps<Row> = { rows: readonly Row[]; columns: readonly Column<Row>[]; actions: readonly RowAction<Row>[] }

/** The dialog stays open while its row goes away. */
function useRowActions<Row>({ rows, columns, actions }: RowsProps<Row>) {
  const [open, setOpen] = useState<{ row: Row; index: number }>()
  const opened = open && actions[open.index]
  const dialog = opened && 'dialog' in opened ? opened.dialog(open.row, () => setOpen(undefined)) : null
  const actionsOf = (row: Row) => actions.filter(({ may }) => may?.(row) ?? true)
  if (!rows.some((row) => actionsOf(row).length > 0)) return { columns, dialog }
  const column: Column<Row> = {
    label: admin.actions,
    hideLabel: true,
    align: 'end',
    render(row) {
      const buttons = actionsOf(row).map((action) => (
        <Button
          key={action.label}
          aria-label={action.labelOf(row)}
          onClick={() => ('run' in action ? action.run(row) : setOpen({ row, index: actions.indexOf(action) }))}
        >
          {action.label}
        </Button>
      ))
      return buttons.length > 1 ? <div className="row">{buttons}</div> : buttons
    },
  }
  return { columns: [...columns, column], dialog }
}

type TableProps<Row> = Omit<ComponentProps<typeof DataTable<Row>>, 'rows'> & {
  actions?: readonly RowAction<Row>[]
  children?: ReactNode
}

type PagedTableProps<Row> = TableProps<Row> & {
  pages: Pages & ComponentProps<typeof Loaded<Row[]>>['answer']
  lines?: number
  empty: ComponentProps<typeof EmptyState>
}

export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { pages, lines = 6, empty, columns, actions = [], children, ...table } = props
  const shown = useRowActions({ rows: pages.data ?? [], columns, actions })
  return (
    <>
      <Loaded answer={pages} lines={lines}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState {...empty} />
          ) : (
            <>
              {children}
              <DataTable rows={rows} columns={shown.columns} {...table} />
              <MorePages pages={pages} />
            </>
          )
        }
      </Loaded>
      {shown.dialog}
    </>
  )
}

type TableSectionProps<Row> = Omit<TableProps<Row>, 'caption'> & {
  rows: readonly Row[]
  title: string
  lead?: string | undefined
  caption?: string
  empty?: ReactNode
}

export function TableSection<Row>(props: TableSectionProps<Row>) {
  const { title, lead, caption = title, empty, rows, columns, actions = [], children, ...table } = props
  const shown = useRowActions({ rows, columns, actions })
  return (
    <section className="stack">
      <h2>{title}</h2>
      {lead ? <p className="soft">{lead}</p> : null}
      {rows.length > 0 ? (
        <DataTable caption={caption} rows={rows} columns={shown.columns} {...table} />
      ) : typeof empty === 'string' ? (
        <p className="soft">{empty}</p>
      ) : (
        empty
      )}
      {children}
      {shown.dialog}
    </section>
  )
}

type NameLinkProps = { to: string; name: string; className?: string }

export function NameLink({ to, name, className }: NameLinkProps) {
  return (
    <Link to={to} className={className}>
      <bdi>{name}</bdi>
    </Link>
  )
}

/** Narrow screens break a host before its port. */
const PORT = /(?=:\d+$)/

/** IDs and URLs, which are neither translated nor mirrored. */
export function Code({ text }: { text: string }) {
  return (
    <code className="break" dir="ltr" translate="no">
      {text.split(PORT).map((part, index) => (
        <Fragment key={part}>
          {index > 0 ? <wbr /> : null}
          {part}
        </Fragment>
      ))}
    </code>
  )
}

export function TimeOrNever({ at }: { at: string | null }) {
  return at === null ? admin.never : <Timestamp at={at} />
}
