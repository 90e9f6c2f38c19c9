import { LoadMore } from '../../ui/load-more.tsx'
import { account } from '../../words/account.ts'

type Pages = {
  data: unknown[] | undefined
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

/** The end of a list that comes page by page. */
export function More({ pages }: { pages: Pages }) {
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
