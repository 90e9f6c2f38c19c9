import type { Page, PageMatch } from '@countersign/contract/pages.ts'
import { type ComponentType, lazy } from 'react'
import { adminPlacesFor } from './places.ts'
import { Shell } from './shell.tsx'
import { useAccount } from './use-signed-in.ts'

/** The map of everything behind the sign-in: one line for each address, and each in a file of its own. */

type ScreenProps = { params: Record<string, string> }

export const loadHome = () => import('../home/home.tsx')

const screens: Partial<Record<Page, ComponentType<ScreenProps>>> = {
  '/home': later(async () => (await loadHome()).HomeScreen),
  '/wallets': later(async () => (await import('../wallets/wallets.tsx')).WalletsScreen),
  '/wallets/add': later(async () => (await import('../wallets/add-wallet.tsx')).AddWalletScreen),
  '/wallets/:id': later(async () => (await import('../wallets/wallet.tsx')).WalletScreen),
  '/sessions': later(async () => (await import('../sessions/sessions.tsx')).SessionsScreen),
  '/activity': later(async () => (await import('../activity/activity.tsx')).ActivityScreen),
  '/settings': later(async () => (await import('../settings/settings.tsx')).SettingsScreen),
  '/settings/recovery': later(async () => (await import('../settings/recovery.tsx')).RecoveryScreen),
  '/settings/data': later(async () => (await import('../settings/data.tsx')).DataScreen),
  '/admin': later(async () => (await import('../admin/overview.tsx')).OverviewScreen),
  '/admin/people': later(async () => (await import('../admin/people.tsx')).PeopleScreen),
  '/admin/people/:id': later(async () => (await import('../admin/person.tsx')).PersonScreen),
  '/admin/invites': later(async () => (await import('../admin/invites.tsx')).InvitesScreen),
  '/admin/sessions': later(async () => (await import('../admin/sessions.tsx')).SessionsScreen),
  '/admin/activity': later(async () => (await import('../admin/activity.tsx')).ActivityScreen),
  '/admin/networks': later(async () => (await import('../admin/networks.tsx')).NetworksScreen),
  '/admin/settings': later(async () => (await import('../admin/settings.tsx')).SettingsScreen),
  '/admin/health': later(async () => (await import('../admin/health.tsx')).HealthScreen),
}

const NotFound = later(async () => (await import('../not-found/not-found.tsx')).NotFoundScreen)

export function Area({ path, match }: { path: string; match: PageMatch | undefined }) {
  return (
    <Shell wide={isAdmin(path)}>
      <Chosen key={path} path={path} match={match} />
    </Shell>
  )
}

/** Whoever has no place in the admin area is not told what is in it. */
function Chosen({ path, match }: { path: string; match: PageMatch | undefined }) {
  const { me } = useAccount()
  const hidden = isAdmin(path) && adminPlacesFor(me.role).length === 0
  const Screen = (match && !hidden && screens[match.page]) || NotFound
  return <Screen params={match?.params ?? {}} />
}

function isAdmin(path: string): boolean {
  return path === '/admin' || path.startsWith('/admin/')
}

function later(load: () => Promise<ComponentType<ScreenProps>>): ComponentType<ScreenProps> {
  return lazy(async () => ({ default: await load() }))
}
