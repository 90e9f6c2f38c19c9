import { Button } from './button.tsx'
import '../data/data-table.css'

type LoadMoreProps = {
  hasMore: boolean
  busy: boolean
  onMore: () => void
  words: { more: string; busy: string; all: string }
}

export function LoadMore({ hasMore, busy, onMore, words }: LoadMoreProps) {
  return (
    <div className="load-more">
      {hasMore ? (
        <Button onClick={busy ? undefined : onMore} aria-disabled={busy || undefined}>
          {busy ? words.busy : words.more}
        </Button>
      ) : (
        <p className="small soft">{words.all}</p>
      )}
    </div>
  )
}
