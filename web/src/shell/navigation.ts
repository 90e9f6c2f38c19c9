import { mayDo, type Permission, type Role } from '@countersign/contract/permission.ts'
import type { IconNode } from 'lucide'
import * as icons from 'lucide'
import { nav } from '../words/account/account.ts'

export type NavEntry = {
  to: string
  label: string
  short?: string
  icon: IconNode
  countsRequests?: boolean
}

export type NavSection = { label: string; icon: IconNode; entries: NavEntry[] }

const accountEntries: NavEntry[] = [
  { to: '/home', label: nav.home, icon: icons.House },
  { to: '/wallets', label: nav.wallets, icon: icons.Wallet },
  { to: '/apps', label: nav.apps, short: nav.appsShort, icon: icons.AppWindow },
  { to: '/sessions', label: nav.sessions, short: nav.sessionsShort, icon: icons.MonitorSmartphone },
  { to: '/activity', label: nav.activity, icon: icons.ScrollText },
  { to: '/settings', label: nav.settings, icon: icons.Settings },
]

const adminEntry: NavEntry = { to: '/admin', label: nav.admin, icon: icons.ShieldCheck, countsRequests: true }

export const backToAccount: NavEntry = { to: '/home', label: nav.back, short: nav.backShort, icon: icons.ArrowLeft }

type AdminSection = Omit<NavSection, 'entries'> & { entries: (NavEntry & { permission: Permission })[] }

const adminSections: AdminSection[] = [
  {
    label: nav.insight,
    icon: icons.ChartNoAxesColumn,
    entries: [
      { to: '/admin', label: nav.overview, icon: icons.Gauge, permission: 'stats.read' },
      { to: '/admin/activity', label: nav.allActivity, icon: icons.ScrollText, permission: 'activity.read' },
      { to: '/admin/health', label: nav.health, icon: icons.HeartPulse, permission: 'health.read' },
    ],
  },
  {
    label: nav.access,
    icon: icons.LockKeyhole,
    entries: [
      { to: '/admin/apps', label: nav.allApps, icon: icons.LayoutGrid, permission: 'apps.read' },
      { to: '/admin/hosts', label: nav.hosts, icon: icons.Server, permission: 'hosts' },
      { to: '/admin/groups', label: nav.groups, icon: icons.UsersRound, permission: 'groups.read' },
    ],
  },
  {
    label: nav.peopleSection,
    icon: icons.Users,
    entries: [
      { to: '/admin/people', label: nav.people, icon: icons.Users, permission: 'people.read' },
      { to: '/admin/invites', label: nav.invites, icon: icons.UserPlus, permission: 'invites' },
      { to: '/admin/requests', label: nav.requests, icon: icons.Inbox, permission: 'requests', countsRequests: true },
      { to: '/admin/sessions', label: nav.allSessions, icon: icons.MonitorSmartphone, permission: 'sessions.read' },
    ],
  },
  {
    label: nav.site,
    icon: icons.SlidersHorizontal,
    entries: [
      { to: '/admin/settings', label: nav.siteSettings, icon: icons.Settings, permission: 'settings.read' },
      { to: '/admin/networks', label: nav.networks, icon: icons.Network, permission: 'networks' },
      { to: '/admin/keys', label: nav.keys, icon: icons.KeyRound, permission: 'keys' },
    ],
  },
]

export function accountEntriesFor(role: Role): NavEntry[] {
  return adminSectionsFor(role).length > 0 ? [...accountEntries, adminEntry] : accountEntries
}

export function adminSectionsFor(role: Role): NavSection[] {
  return adminSections
    .map((section) => ({ ...section, entries: section.entries.filter(({ permission }) => mayDo(role, permission)) }))
    .filter(({ entries }) => entries.length > 0)
}

/** A page of the admin area does not exist for a role that may not see it. */
export function mayOpen(role: Role, path: string): boolean {
  const entry = adminSections.flatMap(({ entries }) => entries).find(({ to }) => currentMark(to, path))
  return !entry || mayDo(role, entry.permission)
}

export function isAdminPath(path: string): boolean {
  return path === '/admin' || path.startsWith('/admin/')
}

/** The `aria-current` of a link: `page` at its own address, `true` beneath it. */
export function currentMark(to: string, path: string): 'page' | 'true' | undefined {
  if (path === to) return 'page'
  return to !== '/admin' && path.startsWith(`${to}/`) ? 'true' : undefined
}

/** The label of the link to this page, or to the page above it. */
export function labelOf(path: string): string | undefined {
  const entries = [...accountEntries, ...adminSections.flatMap((section) => section.entries)]
  return entries.find(({ to }) => currentMark(to, path))?.label
}
