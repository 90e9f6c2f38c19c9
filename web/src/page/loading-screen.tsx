import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { words } from '../words/words.ts'

type LoadingScreenProps = { title: string /** Where a card follows. */; card?: boolean }

/** The screen brings its own heading, which takes the focus. */
export function LoadingScreen({ title, card = false }: LoadingScreenProps) {
  return (
    <div className={`stack stack-wide ${card ? 'skeleton card' : ''}`}>
      <h1 className="skeleton">{title}</h1>
      <Skeleton label={words.loading.label} lines={card ? 4 : 6} />
    </div>
  )
}
