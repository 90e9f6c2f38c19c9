import { Link } from '../../page/history.tsx'
import './part-nav.css'

type PartNavProps<Part extends string> = {
  label: string
  at: string
  parts: Record<Part, string>
  chosen: Part
}

/** Sections of a page, each with its own URL; the first has the plain one. */
export function PartNav<Part extends string>({ label, at, parts, chosen }: PartNavProps<Part>) {
  const all = Object.entries<string>(parts)
  return (
    <nav className="segments part-nav" aria-label={label}>
      {all.map(([part, name], index) => (
        <Link
          key={part}
          to={index === 0 ? at : `${at}?part=${part}`}
          className="segment"
          aria-current={part === chosen ? 'true' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
