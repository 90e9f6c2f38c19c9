import { Ellipsis, type IconNode } from 'lucide'
import { type ReactNode, useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { useOpenRequests } from '../components/open-requests.ts'
import { SignOutEntry } from '../components/sign-out/sign-out-entry.tsx'
import { Link } from '../page/history.tsx'
import { useSession } from '../page/page-context.tsx'
import { Menu } from '../ui/controls/menu.tsx'
import { Icon } from '../ui/icon.tsx'
import { nav } from '../words/account/account.ts'
import type { NavEntry, NavSection } from './navigation.ts'
import * as navigation from './navigation.ts'
import './rail.css'

const PHONE = matchMedia('(width < 40rem)')
const NARROW = matchMedia('(width < 64rem)')

type NavState = { path: string; openRequests: number }

export function Rail({ path }: { path: string }) {
  const session = useSession()
  const phone = useMediaQuery(PHONE)
  const narrow = useMediaQuery(NARROW)
  const role = session.status === 'signed-in' ? session.state.me.role : undefined
  const openRequests = useOpenRequests(role, path)
  // A refused request is one card, for an app as for a protected host.
  if (role === undefined || path === '/access') return null
  const state = { path, openRequests }
  const sections = navigation.isAdminPath(path) ? navigation.adminSectionsFor(role) : []
  if (sections.length > 0) {
    return narrow ? <AdminBar sections={sections} {...state} /> : <AdminRail sections={sections} {...state} />
  }
  const entries = navigation.accountEntriesFor(role)
  return phone ? (
    <AccountBar entries={entries} {...state} />
  ) : (
    <nav className="rail" aria-label={nav.label}>
      <EntryList entries={entries} {...state}>
        <SignOutItem />
      </EntryList>
    </nav>
  )
}

function AdminRail({ sections, ...state }: NavState & { sections: NavSection[] }) {
  const ref = useRef<HTMLElement>(null)
  const id = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current entry changes with the path
  useEffect(() => {
    ref.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [state.path])
  return (
    <nav ref={ref} className="rail" aria-label={nav.adminLabel}>
      <EntryLink entry={navigation.backToAccount} {...state} />
      {sections.map(({ label, entries }) => (
        <section key={label} aria-labelledby={`${id}-${label}`}>
          <h2 id={`${id}-${label}`} className="rail-heading small soft">
            {label}
          </h2>
          <EntryList entries={entries} {...state} />
        </section>
      ))}
      <SignOutEntry />
    </nav>
  )
}

const BAR_ENTRIES = 4

function AccountBar({ entries, ...state }: NavState & { entries: NavEntry[] }) {
  return (
    <Bar label={nav.label}>
      {entries.slice(0, BAR_ENTRIES).map((entry) => (
        <li key={entry.to}>
          <EntryLink entry={entry} label={entry.short} {...state} />
        </li>
      ))}
      <BarMenu label={nav.more} icon={Ellipsis} entries={entries.slice(BAR_ENTRIES)} {...state}>
        <SignOutItem />
      </BarMenu>
    </Bar>
  )
}

function AdminBar({ sections, ...state }: NavState & { sections: NavSection[] }) {
  return (
    <Bar label={nav.adminLabel}>
      <li>
        <EntryLink entry={navigation.backToAccount} label={navigation.backToAccount.short} {...state} />
      </li>
      {sections.map((section) => (
        <BarMenu key={section.label} {...section} {...state} />
      ))}
    </Bar>
  )
}

function Bar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className="bar" aria-label={label}>
      <ul>{children}</ul>
    </nav>
  )
}

type BarMenuProps = NavState & { label: string; icon: IconNode; entries: NavEntry[]; children?: ReactNode }

function BarMenu({ label, icon, entries, children, ...state }: BarMenuProps) {
  const current = entries.some(({ to }) => navigation.currentMark(to, state.path))
  const counted = entries.some(({ countsRequests }) => countsRequests)
  const summary = (
    <>
      <Icon icon={icon} size={20} />
      <span>{label}</span>
      {counted ? <RequestCount {...state} /> : null}
    </>
  )
  return (
    <li>
      <Menu key={state.path} group="bar" summary={summary} current={current}>
        <EntryList entries={entries} {...state}>
          {children}
        </EntryList>
      </Menu>
    </li>
  )
}

type EntryListProps = NavState & { entries: NavEntry[]; children?: ReactNode }

function EntryList({ entries, children, ...state }: EntryListProps) {
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry.to}>
          <EntryLink entry={entry} {...state} />
        </li>
      ))}
      {children}
    </ul>
  )
}

function SignOutItem() {
  return (
    <li>
      <SignOutEntry />
    </li>
  )
}

type EntryLinkProps = NavState & { entry: NavEntry; label?: string | undefined }

function EntryLink({ entry, label = entry.label, ...state }: EntryLinkProps) {
  return (
    <Link to={entry.to} className="nav-entry" aria-current={navigation.currentMark(entry.to, state.path)}>
      <Icon icon={entry.icon} size={20} />
      <span>{label}</span>
      {entry.countsRequests ? <RequestCount {...state} /> : null}
    </Link>
  )
}

function RequestCount({ openRequests }: NavState) {
  if (openRequests === 0) return null
  return (
    <span className="nav-count small">
      <span aria-hidden="true">{openRequests}</span>
      <span className="hidden-visually">{nav.openRequests(openRequests)}</span>
    </span>
  )
}

function useMediaQuery(query: MediaQueryList): boolean {
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => query.matches,
  )
}
