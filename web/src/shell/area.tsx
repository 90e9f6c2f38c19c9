import type { Page, PageMatch } from '@countersign/contract/pages.ts'
import type { ComponentType } from 'react'
import { useAccount } from '../components/use-signed-in.ts'
import { lazyComponent } from '../page/chunk.ts'
import { isAdminPath, mayOpen } from './navigation.ts'
import { Rail } from './rail.tsx'
import { Shell } from './shell.tsx'

type ScreenProps = { params: Record<string, string> }

export { Rail }

export const loadHome = () => import('../screens/account/home/home.tsx')

const AppScreen = lazyComponent(async () => (await import('../screens/admin/apps/app.tsx')).AppScreen)
const GroupScreen = lazyComponent(async () => (await import('../screens/admin/groups/group.tsx')).GroupScreen)
const HostScreen = lazyComponent(async () => (await import('../screens/admin/hosts/host.tsx')).HostScreen)

const screens: Partial<Record<Page, ComponentType<ScreenProps>>> = {
  '/home': lazyComponent(async () => (await loadHome()).HomeScreen),
  '/wallets': lazyComponent(async () => (await import('../screens/account/wallets/wallets.tsx')).WalletsScreen),
  '/wallets/add': lazyComponent(
    async () => (await import('../screens/account/wallets/add-wallet.tsx')).AddWalletScreen,
  ),
  '/wallets/:id': lazyComponent(async () => (await import('../screens/account/wallets/wallet.tsx')).WalletScreen),
  '/sessions': lazyComponent(async () => (await import('../screens/account/sessions/sessions.tsx')).SessionsScreen),
  '/apps': lazyComponent(async () => (await import('../screens/account/apps/apps.tsx')).AppsScreen),
  '/apps/:id': lazyComponent(async () => (await import('../screens/account/apps/app.tsx')).AppScreen),
  '/activity': lazyComponent(async () => (await import('../screens/account/activity/activity.tsx')).ActivityScreen),
  '/settings': lazyComponent(async () => (await import('../screens/account/settings/settings.tsx')).SettingsScreen),
  '/settings/recovery': lazyComponent(
    async () => (await import('../screens/account/settings/recovery.tsx')).RecoveryScreen,
  ),
  '/settings/data': lazyComponent(async () => (await import('../screens/account/settings/data.tsx')).DataScreen),
  '/access': lazyComponent(async () => (await import('../screens/account/access/access.tsx')).AccessScreen),
  '/admin': lazyComponent(async () => (await import('../screens/admin/overview/overview.tsx')).OverviewScreen),
  '/admin/people': lazyComponent(async () => (await import('../screens/admin/people/people.tsx')).PeopleScreen),
  '/admin/people/:id': lazyComponent(async () => (await import('../screens/admin/people/person.tsx')).PersonScreen),
  '/admin/invites': lazyComponent(async () => (await import('../screens/admin/invites/invites.tsx')).InvitesScreen),
  '/admin/requests': lazyComponent(async () => (await import('../screens/admin/requests/requests.tsx')).RequestsScreen),
  '/admin/sessions': lazyComponent(async () => (await import('../screens/admin/sessions/sessions.tsx')).SessionsScreen),
  '/admin/activity': lazyComponent(async () => (await import('../screens/admin/activity/activity.tsx')).ActivityScreen),
  '/admin/networks': lazyComponent(async () => (await import('../screens/admin/networks/networks.tsx')).NetworksScreen),
  '/admin/apps': lazyComponent(async () => (await import('../screens/admin/apps/apps.tsx')).AppsScreen),
  '/admin/apps/new': lazyComponent(async () => (await import('../screens/admin/apps/new/add-app.tsx')).AddAppScreen),
  '/admin/apps/test': lazyComponent(async () => (await import('../screens/admin/app-test/app-test.tsx')).AppTestScreen),
  '/admin/apps/:id': AppScreen,
  '/admin/apps/:id/:part': AppScreen,
  '/admin/groups': lazyComponent(async () => (await import('../screens/admin/groups/groups.tsx')).GroupsScreen),
  '/admin/groups/:id': GroupScreen,
  '/admin/groups/:id/:part': GroupScreen,
  '/admin/hosts': lazyComponent(async () => (await import('../screens/admin/hosts/hosts.tsx')).HostsScreen),
  '/admin/hosts/:id': HostScreen,
  '/admin/hosts/:id/:part': HostScreen,
  '/admin/keys': lazyComponent(async () => (await import('../screens/admin/keys/keys.tsx')).KeysScreen),
  '/admin/settings': lazyComponent(async () => (await import('../screens/admin/settings/settings.tsx')).SettingsScreen),
  '/admin/health': lazyComponent(async () => (await import('../screens/admin/health/health.tsx')).HealthScreen),
}

const NotFound = lazyComponent(async () => (await import('../components/not-found.tsx')).NotFoundScreen)

type AreaProps = { path: string; match: PageMatch | undefined }

export function Area(props: AreaProps) {
  return (
    <Shell wide={isAdminPath(props.path)} screenKey={keyOf(props)}>
      <CurrentScreen {...props} />
    </Shell>
  )
}

/** The tabs of an item share its head, so that the focus stays on the tab that was opened. */
function keyOf({ path, match }: AreaProps): string {
  return match?.params.part === undefined ? path : path.slice(0, path.lastIndexOf('/'))
}

function CurrentScreen({ path, match }: AreaProps) {
  const { me } = useAccount()
  const Screen = (match && mayOpen(me.role, path) && screens[match.page]) || NotFound
  return <Screen params={match?.params ?? {}} />
}
