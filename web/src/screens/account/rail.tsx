import { Ellipsis } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, useSyncExternalStore } from 'react'
import { account } from '../../words/account.ts'
import { Link } from '../history.tsx'
import { useSession } from '../page-context.tsx'
import { adminPlacesFor, currentness, ownPlaces, type Place } from './places.ts'
import './rail.css'

const { nav } = account

/** Where one can go: beside the screen, above it where that is narrow, and as a bar at the thumb on a phone. */
export function Rail({ path }: { path: string }) {
  const session = useSession()
  const small = useSyncExternalStore(subscribeSmall, () => SMALL.matches)
  if (session.status !== 'signed-in') return null
  const admin = adminPlacesFor(session.state.me.role)
  return small ? <Bar path={path} admin={admin} /> : <Lists path={path} admin={admin} />
}

type NavProps = { path: string; admin: Place[] }

function Lists({ path, admin }: NavProps) {
  return (
    <div className="rail">
      <nav aria-label={nav.label}>
        <Places places={ownPlaces} path={path} />
      </nav>
      {admin.length > 0 ? (
        <nav aria-labelledby="rail-admin">
          <p id="rail-admin" className="rail-title small soft">
            {nav.adminLabel}
          </p>
          <Places places={admin} path={path} />
        </nav>
      ) : null}
    </div>
  )
}

/** Five: whoever has more places finds them behind the last. */
function Bar({ path, admin }: NavProps) {
  const places = admin.length > 0 ? ownPlaces.slice(0, -1) : ownPlaces
  return (
    <nav className="bar" aria-label={nav.label}>
      <ul>
        {places.map((place) => (
          <li key={place.to}>
            <PlaceLink place={place} path={path} label={place.short ?? place.label} />
          </li>
        ))}
        {admin.length > 0 ? (
          <li>
            <More key={path} path={path} admin={admin} />
          </li>
        ) : null}
      </ul>
    </nav>
  )
}

function More({ path, admin }: NavProps) {
  const own = ownPlaces.slice(-1)
  const inside = [...own, ...admin].some(({ to }) => currentness(to, path))
  return (
    <details onKeyDown={closeOnEscape} onBlur={closeOnLeaving}>
      <summary aria-current={inside ? 'true' : undefined}>
        <Ellipsis size={20} aria-hidden="true" />
        <span>{nav.more}</span>
      </summary>
      <div className="bar-sheet">
        <Places places={own} path={path} />
        <p className="rail-title small soft">{nav.adminLabel}</p>
        <Places places={admin} path={path} />
      </div>
    </details>
  )
}

function Places({ places, path }: { places: Place[]; path: string }) {
  return (
    <ul>
      {places.map((place) => (
        <li key={place.to}>
          <PlaceLink place={place} path={path} label={place.label} />
        </li>
      ))}
    </ul>
  )
}

function PlaceLink({ place, path, label }: { place: Place; path: string; label: string }) {
  const Icon = place.icon
  return (
    <Link to={place.to} className="place" aria-current={currentness(place.to, path)}>
      <Icon size={20} aria-hidden="true" />
      <span>{label}</span>
    </Link>
  )
}

const SMALL = matchMedia('(width < 40rem)')

function subscribeSmall(listener: () => void): () => void {
  SMALL.addEventListener('change', listener)
  return () => SMALL.removeEventListener('change', listener)
}

function closeOnEscape(event: KeyboardEvent<HTMLDetailsElement>): void {
  if (event.key !== 'Escape' || !event.currentTarget.open) return
  event.currentTarget.open = false
  event.currentTarget.querySelector('summary')?.focus()
}

function closeOnLeaving(event: FocusEvent<HTMLDetailsElement>): void {
  if (!event.currentTarget.contains(event.relatedTarget)) event.currentTarget.open = false
}
