import { Ellipsis } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useSyncExternalStore } from 'react'
import { useOpenRequests } from '../components/open-requests.ts'
import { Link } from '../page/history.tsx'
import { useSession } from '../page/page-context.tsx'
import { account } from '../words/account.ts'
import { adminPlacesFor, currentness, ownPlaces, type Place } from './navigation.ts'
import './rail.css'

const { nav } = account

/** Where one can go: beside the screen, above it where that is narrow, and as a bar at the thumb on a phone. */
export function Rail({ path }: { path: string }) {
  const session = useSession()
  const small = useSyncExternalStore(subscribeSmall, () => SMALL.matches)
  const role = session.status === 'signed-in' ? session.state.me.role : undefined
  const waiting = useOpenRequests(role, path)
  if (session.status !== 'signed-in') return null
  const admin = adminPlacesFor(session.state.me.role).map((place) =>
    place.to === '/admin/requests' && waiting > 0 ? { ...place, waiting } : place,
  )
  return small ? <Bar path={path} admin={admin} /> : <Lists path={path} admin={admin} />
}

type NavProps = { path: string; admin: Place[] }

function Lists({ path, admin }: NavProps) {
  const rail = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: where somebody is moves with the path
  useEffect(() => showCurrent(rail.current), [path])
  return (
    <div ref={rail} className="rail">
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

/** As much as fades at the end: of the next place one sees that there is one. */
const BEYOND = 56

/** Where somebody is can be seen, in a window too short for the whole list as well; the screen itself stays where it is. */
function showCurrent(rail: HTMLElement | null): void {
  const current = rail?.querySelector('[aria-current]')
  if (!rail || !current) return
  const [shown, place] = [rail.getBoundingClientRect(), current.getBoundingClientRect()]
  rail.scrollTop += Math.max(0, place.bottom + BEYOND - shown.bottom) - Math.max(0, shown.top - place.top + BEYOND)
}

/** As many as fit beside the way to the others. */
const AT_THUMB = 4

function Bar({ path, admin }: NavProps) {
  return (
    <nav className="bar" aria-label={nav.label}>
      <ul>
        {ownPlaces.slice(0, AT_THUMB).map((place) => (
          <li key={place.to}>
            <PlaceLink place={place} path={path} label={place.short ?? place.label} />
          </li>
        ))}
        <li>
          <More key={path} path={path} admin={admin} />
        </li>
      </ul>
    </nav>
  )
}

function More({ path, admin }: NavProps) {
  const own = ownPlaces.slice(AT_THUMB)
  const inside = [...own, ...admin].some(({ to }) => currentness(to, path))
  return (
    <details onKeyDown={closeOnEscape} onBlur={closeOnLeaving}>
      <summary aria-current={inside ? 'true' : undefined}>
        <Ellipsis size={20} aria-hidden="true" />
        <span>{nav.more}</span>
      </summary>
      <div className="bar-sheet">
        <Places places={own} path={path} />
        {admin.length > 0 ? (
          <>
            <p className="rail-title small soft">{nav.adminLabel}</p>
            <Places places={admin} path={path} />
          </>
        ) : null}
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
      {place.waiting ? (
        <span className="place-count small">
          <span aria-hidden="true">{place.waiting}</span>
          <span className="hidden-visually">{nav.waiting(place.waiting)}</span>
        </span>
      ) : null}
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
