import type { Page, PageMatch } from '@countersign/contract/pages.ts'
import type { ComponentType } from 'react'
import { useAccount } from '../components/use-signed-in.ts'
import { part } from '../page/lazy-part.tsx'
import { adminPlacesFor } from './navigation.ts'
import { Rail } from './rail.tsx'
import { Shell } from './shell.tsx'

/** The map of everything behind the sign-in: one line for each address, and each in a file of its own. */

type ScreenProps = { params: Record<string, string> }

/** In one file with the screens: neither is of use without the other. */
export const AreaRail = Rail

export const loadHome = () => import('../screens/account/home/home.tsx')

const screens: Partial<Record<Page, ComponentType<ScreenProps>>> = {
  '/home': part(async () => (await loadHome()).HomeScreen),
  '/wallets': part(async () => (await import('../screens/account/wallets/wallets.tsx')).WalletsScreen),
  '/wallets/add': part(async () => (await import('../screens/account/wallets/add-wallet.tsx')).AddWalletScreen),
  '/wallets/:id': part(async () => (await import('../screens/account/wallets/wallet.tsx')).WalletScreen),
  '/sessions': part(async () => (await import('../screens/account/sessions/sessions.tsx')).SessionsScreen),
  '/apps': part(async () => (await import('../screens/account/apps/apps.tsx')).AppsScreen),
  '/apps/:id': part(async () => (await import('../screens/account/apps/app.tsx')).AppScreen),
  '/activity': part(async () => (await import('../screens/account/activity/activity.tsx')).ActivityScreen),
  '/settings': part(async () => (await import('../screens/account/settings/settings.tsx')).SettingsScreen),
  '/settings/recovery': part(async () => (await import('../screens/account/settings/recovery.tsx')).RecoveryScreen),
  '/settings/data': part(async () => (await import('../screens/account/settings/data.tsx')).DataScreen),
  '/access': part(async () => (await import('../screens/account/access/access.tsx')).AccessScreen),
  '/app-test': part(async () => (await import('../screens/admin/app-test/app-test.tsx')).AppTestScreen),
  '/admin': part(async () => (await import('../screens/admin/overview/overview.tsx')).OverviewScreen),
  '/admin/people': part(async () => (await import('../screens/admin/people/people.tsx')).PeopleScreen),
  '/admin/people/:id': part(async () => (await import('../screens/admin/people/person.tsx')).PersonScreen),
  '/admin/invites': part(async () => (await import('../screens/admin/invites/invites.tsx')).InvitesScreen),
  '/admin/requests': part(async () => (await import('../screens/admin/requests/requests.tsx')).RequestsScreen),
  '/admin/sessions': part(async () => (await import('../screens/admin/sessions/sessions.tsx')).SessionsScreen),
  '/admin/activity': part(async () => (await import('../screens/admin/activity/activity.tsx')).ActivityScreen),
  '/admin/networks': part(async () => (await import('../screens/admin/networks/networks.tsx')).NetworksScreen),
  '/admin/apps': part(async () => (await import('../screens/admin/apps/apps.tsx')).AppsScreen),
  '/admin/apps/new': part(async () => (await import('../screens/admin/apps/new/add-app.tsx')).AddAppScreen),
  '/admin/apps/:id': part(async () => (await import('../screens/admin/apps/app.tsx')).AppScreen),
  '/admin/groups': part(async () => (await import('../screens/admin/groups/groups.tsx')).GroupsScreen),
  '/admin/groups/:id': part(async () => (await import('../screens/admin/groups/group.tsx')).GroupScreen),
  '/admin/hosts': part(async () => (await import('../screens/admin/hosts/hosts.tsx')).HostsScreen),
  '/admin/hosts/:id': part(async () => (await import('../screens/admin/hosts/host.tsx')).HostScreen),
  '/admin/keys': part(async () => (await import('../screens/admin/keys/keys.tsx')).KeysScreen),
  '/admin/settings': part(async () => (await import('../screens/admin/settings/settings.tsx')).SettingsScreen),
  '/admin/health': part(async () => (await import('../screens/admin/health/health.tsx')).HealthScreen),
}

const NotFound = part(async () => (await import('../components/not-found.tsx')).NotFoundScreen)

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
