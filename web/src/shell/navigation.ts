import { mayDo, type Permission, type Role } from '@countersign/contract/permission.ts'
import {
  AppWindow,
  Gauge,
  HeartPulse,
  House,
  Inbox,
  KeyRound,
  LayoutGrid,
  type LucideIcon,
  MonitorSmartphone,
  Network,
  ScrollText,
  Server,
  Settings,
  SlidersHorizontal,
  UserPlus,
  Users,
  UsersRound,
  Wallet,
} from 'lucide-react'
import { account } from '../words/account.ts'

export type Place = {
  to: string
  label: string /** Where there is little room. */
  short?: string
  icon: LucideIcon /** How much waits there. */
  waiting?: number
}

const { nav } = account

export const ownPlaces: Place[] = [
  { to: '/home', label: nav.home, icon: House },
  { to: '/wallets', label: nav.wallets, icon: Wallet },
  { to: '/apps', label: nav.apps, short: nav.appsShort, icon: AppWindow },
  { to: '/sessions', label: nav.sessions, short: nav.sessionsShort, icon: MonitorSmartphone },
  { to: '/activity', label: nav.activity, icon: ScrollText },
  { to: '/settings', label: nav.settings, icon: Settings },
]

const adminPlaces: (Place & { permission: Permission })[] = [
  { to: '/admin', label: nav.overview, icon: Gauge, permission: 'stats.read' },
  { to: '/admin/people', label: nav.people, icon: Users, permission: 'people.read' },
  { to: '/admin/invites', label: nav.invites, icon: UserPlus, permission: 'invites' },
  { to: '/admin/requests', label: nav.requests, icon: Inbox, permission: 'requests' },
  { to: '/admin/groups', label: nav.groups, icon: UsersRound, permission: 'groups.read' },
  { to: '/admin/apps', label: nav.allApps, icon: LayoutGrid, permission: 'apps.read' },
  { to: '/admin/hosts', label: nav.hosts, icon: Server, permission: 'hosts' },
  { to: '/admin/sessions', label: nav.allSessions, icon: MonitorSmartphone, permission: 'sessions.read' },
  { to: '/admin/activity', label: nav.allActivity, icon: ScrollText, permission: 'activity.read' },
  { to: '/admin/networks', label: nav.networks, icon: Network, permission: 'networks' },
  { to: '/admin/keys', label: nav.keys, icon: KeyRound, permission: 'keys' },
  { to: '/admin/settings', label: nav.siteSettings, icon: SlidersHorizontal, permission: 'settings.read' },
  { to: '/admin/health', label: nav.health, icon: HeartPulse, permission: 'health.read' },
]

/** What this role is shown; the server decides what it may do. */
export function adminPlacesFor(role: Role): Place[] {
  return adminPlaces.filter(({ permission }) => mayDo(role, permission))
}

/** `page` at its own address, `true` anywhere beneath it. */
export function currentness(place: string, path: string): 'page' | 'true' | undefined {
  if (path === place) return 'page'
  return place !== '/admin' && path.startsWith(`${place}/`) ? 'true' : undefined
}
