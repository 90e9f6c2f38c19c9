import type { Page, PageMatch } from '@countersign/contract/pages.ts'
import type { ComponentType } from 'react'
import { part } from '../part.tsx'
import { adminPlacesFor } from './places.ts'
import { Rail } from './rail.tsx'
import { Shell } from './shell.tsx'
import { useAccount } from './use-signed-in.ts'

/** The map of everything behind the sign-in: one line for each address, and each in a file of its own. */

type ScreenProps = { params: Record<string, string> }

/** In one file with the screens: neither is of use without the other. */
export const AreaRail = Rail

export const loadHome = () => import('../home/home.tsx')

const screens: Partial<Record<Page, ComponentType<ScreenProps>>> = {
  '/home': part(async () => (await loadHome()).HomeScreen),
  '/wallets': part(async () => (await import('../wallets/wallets.tsx')).WalletsScreen),
  '/wallets/add': part(async () => (await import('../wallets/add-wallet.tsx')).AddWalletScreen),
  '/wallets/:id': part(async () => (await import('../wallets/wallet.tsx')).WalletScreen),
  '/sessions': part(async () => (await import('../sessions/sessions.tsx')).SessionsScreen),
  '/apps': part(async () => (await import('../apps/apps.tsx')).AppsScreen),
  '/apps/:id': part(async () => (await import('../apps/app.tsx')).AppScreen),
  '/activity': part(async () => (await import('../activity/activity.tsx')).ActivityScreen),
  '/settings': part(async () => (await import('../settings/settings.tsx')).SettingsScreen),
  '/settings/recovery': part(async () => (await import('../settings/recovery.tsx')).RecoveryScreen),
  '/settings/data': part(async () => (await import('../settings/data.tsx')).DataScreen),
  '/access': part(async () => (await import('../access/access.tsx')).AccessScreen),
  '/app-test': part(async () => (await import('../app-test/app-test.tsx')).AppTestScreen),
  '/admin': part(async () => (await import('../admin/overview.tsx')).OverviewScreen),
  '/admin/people': part(async () => (await import('../admin/people.tsx')).PeopleScreen),
  '/admin/people/:id': part(async () => (await import('../admin/person.tsx')).PersonScreen),
  '/admin/invites': part(async () => (await import('../admin/invites.tsx')).InvitesScreen),
  '/admin/requests': part(async () => (await import('../admin/requests/requests.tsx')).RequestsScreen),
  '/admin/sessions': part(async () => (await import('../admin/sessions.tsx')).SessionsScreen),
  '/admin/activity': part(async () => (await import('../admin/activity.tsx')).ActivityScreen),
  '/admin/networks': part(async () => (await import('../admin/networks.tsx')).NetworksScreen),
  '/admin/apps': part(async () => (await import('../admin/apps/apps.tsx')).AppsScreen),
  '/admin/apps/new': part(async () => (await import('../admin/apps/add-app.tsx')).AddAppScreen),
  '/admin/apps/:id': part(async () => (await import('../admin/apps/app.tsx')).AppScreen),
  '/admin/groups': part(async () => (await import('../admin/groups/groups.tsx')).GroupsScreen),
  '/admin/groups/:id': part(async () => (await import('../admin/groups/group.tsx')).GroupScreen),
  '/admin/hosts': part(async () => (await import('../admin/hosts/hosts.tsx')).HostsScreen),
  '/admin/hosts/:id': part(async () => (await import('../admin/hosts/host.tsx')).HostScreen),
  '/admin/keys': part(async () => (await import('../admin/keys/keys.tsx')).KeysScreen),
  '/admin/settings': part(async () => (await import('../admin/settings.tsx')).SettingsScreen),
  '/admin/health': part(async () => (await import('../admin/health.tsx')).HealthScreen),
}

const NotFound = part(async () => (await import('../not-found/not-found.tsx')).NotFoundScreen)

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
