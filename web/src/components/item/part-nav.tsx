import { Link } from '../../page/history.tsx'
import './part-nav.css'

type PartNavProps<Part extends string> = {
  label: string
  at: string
  parts: Partial<Record<Part, string>>
  chosen: Part
}

/** Sections of a page, each with its own path; the first has the plain one. */
export function PartNav<Part extends string>({ label, at, parts, chosen }: PartNavProps<Part>) {
  const all = Object.entries<string | undefined>(parts)
  return (
    <nav className="segments part-nav" aria-label={label}>
      {all.map(([part, name], index) => (
        <Link
          key={part}
          className="segment"
          to={index === 0 ? at : `${at}/${part}`}
          aria-current={part === chosen ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
