import './skeleton.css'

type SkeletonProps = { label: string; lines?: number }

/** A placeholder that its style sheet shows after 400 ms. */
export function Skeleton({ label, lines = 3 }: SkeletonProps) {
  return (
    <div className="skeleton stack" aria-busy="true">
      <span className="hidden-visually">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars without content never move
        <span key={line} className="skeleton-bar" aria-hidden="true" />
      ))}
    </div>
  )
}
