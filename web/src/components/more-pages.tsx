import { Button } from '../ui/controls/button.tsx'
import { list as words } from '../words/account/account.ts'
import '../ui/data/data-table.css'

export type Pages = {
  data: unknown[] | undefined
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

/** The end of a paginated list: a button for the next page, or how many there are. */
export function MorePages({ pages, shown = pages.data }: { pages: Pages; shown?: unknown[] | undefined }) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  return (
    <div className="load-more">
      {hasNextPage ? (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {isFetchingNextPage ? words.busy : words.more}
        </Button>
      ) : (
        <p className="small soft">{words.all(shown?.length ?? 0)}</p>
      )}
    </div>
  )
}
