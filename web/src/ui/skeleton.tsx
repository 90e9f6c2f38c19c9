import './skeleton.css'

type SkeletonProps = { /** Read out; never for words that are known already. */ label: string; lines?: number }

/** The place something will take, shown only after 400 ms by its style sheet. */
export function Skeleton({ label, lines = 3 }: SkeletonProps) {
  return (
    <div className="skeleton" aria-busy="true">
      <span className="hidden-visually">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars without content never move
        <span key={line} className="skeleton-bar" aria-hidden="true" />
      ))}
    </div>
  )
}
