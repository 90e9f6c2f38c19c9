import { Link } from '../../page/history.tsx'
import './part-nav.css'

type PartNavProps<Part extends string> = {
  label: string
  at: string
  parts: Record<Part, string>
  chosen: Part
}

/** The parts of one thing, each with an address of its own; the first is the address without more. */
export function PartNav<Part extends string>({ label, at, parts, chosen }: PartNavProps<Part>) {
  const all = Object.entries<string>(parts)
  return (
    <nav className="spans part-nav" aria-label={label}>
      {all.map(([part, name], index) => (
        <Link
          key={part}
          to={index === 0 ? at : `${at}?part=${part}`}
          className="span"
          aria-current={part === chosen ? 'true' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
