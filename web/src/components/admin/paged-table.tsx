import type { ComponentProps, ReactNode } from 'react'
import { LoadMore } from '../../ui/controls/load-more.tsx'
import { DataTable } from '../../ui/data/data-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { account } from '../../words/account/account.ts'
import { Loaded } from '../loaded.tsx'

type Pages = {
  data: unknown[] | undefined
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

function More({ pages }: { pages: Pages }) {
  const { data = [], hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  const { more, busy, all } = account.list
  return (
    <LoadMore
      hasMore={hasNextPage}
      busy={isFetchingNextPage}
      onMore={() => void fetchNextPage()}
      words={{ more, busy, all: all(data.length) }}
    />
  )
}

type PagedTableProps<Row> = Omit<ComponentProps<typeof DataTable<Row>>, 'rows'> & {
  pages: Pages & ComponentProps<typeof Loaded<Row[]>>['answer']
  lines?: number
  empty: ComponentProps<typeof EmptyState>
  children?: ReactNode
}

export function PagedTable<Row>({ pages, lines = 6, empty, children, ...table }: PagedTableProps<Row>) {
  return (
    <Loaded answer={pages} lines={lines}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState {...empty} />
        ) : (
          <>
            {children}
            <DataTable rows={rows} {...table} />
            <More pages={pages} />
          </>
        )
      }
    </Loaded>
  )
}

type TableSectionProps<Row> = Omit<ComponentProps<typeof DataTable<Row>>, 'caption'> & {
  title: string
  lead?: string
  caption?: string
  empty?: ReactNode
  children?: ReactNode
}

export function TableSection<Row>(props: TableSectionProps<Row>) {
  const { title, lead, caption = title, empty, children, ...table } = props
  return (
    <section className="stack">
      <h2>{title}</h2>
      {lead ? <p className="soft">{lead}</p> : null}
      {table.rows.length === 0 ? <p className="soft">{empty}</p> : <DataTable caption={caption} {...table} />}
      {children}
    </section>
  )
}
