import './mark.css'

export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg className="mark" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="currentColor" />
      <g fill="none" stroke="var(--mark-ground)" strokeWidth="3.5" strokeLinecap="butt">
        <path d="M8.75 25.75V19.25C8.75 13.6 11.6 9.1 17 5.5" />
        <path d="M23.25 25.75V19.25C23.25 15.7 22 12.6 19.6 9.9" />
      </g>
    </svg>
  )
}
