import { matchPage, type Page, type PageMatch } from '@countersign/contract/pages.ts'
import { Fragment, type ReactNode, Suspense, useEffect } from 'react'
import { lazyComponent } from './page/chunk.ts'
import { ConnectionChip } from './page/connection-chip.tsx'
import { ErrorBoundary } from './page/error-boundary.tsx'
import { findPageName } from './page/find-page-name.ts'
import { Frame } from './page/frame.tsx'
import { loadNextPageAsDocument, navigate, usePath, useQuery } from './page/history.tsx'
import { LoadingScreen } from './page/loading-screen.tsx'
import { usePage, useSession } from './page/page-context.tsx'
import type { PublicPage } from './page/public-page.ts'
import { SignInScreen } from './screens/sign-in/sign-in.tsx'

const loadArea = () => import('./shell/area.tsx')
const loadSignOut = () => import('./screens/sign-out/sign-out.tsx')

const Area = lazyComponent(async () => (await loadArea()).Area)
const Rail = lazyComponent(async () => (await loadArea()).Rail)
const AccountHeader = lazyComponent(async () => (await import('./shell/account-header.tsx')).AccountHeader)
const SignOut = lazyComponent(async () => (await loadSignOut()).SignOutScreen)
const Setup = lazyComponent(async () => (await import('./screens/setup/setup.tsx')).SetupScreen)
const Phone = lazyComponent(async () => (await import('./screens/phone/phone.tsx')).PhoneScreen)
const Recover = lazyComponent(async () => (await import('./screens/recover/recover.tsx')).RecoverScreen)
const Invite = lazyComponent(async () => (await import('./screens/invite/invite.tsx')).InviteScreen)
const WalletsHelp = lazyComponent(
  async () => (await import('./screens/wallets-help/wallets-help.tsx')).WalletsHelpScreen,
)
const SignInToApp = lazyComponent(async () => (await import('./screens/consent/sign-in-to-app.tsx')).SignInToApp)
const Consent = lazyComponent(async () => (await import('./screens/consent/consent.tsx')).ConsentScreen)
const Info = lazyComponent(async () => (await import('./info-screens.tsx')).InfoScreen)

type ShowScreen = (match: PageMatch) => ReactNode

/** Pages that require a session are in `shell/area.tsx`. */
const publicScreens: Partial<Record<Page, ShowScreen>> = {
  '/': () => <RootRedirect />,
  '/sign-in': () => <SignIn />,
  '/phone': () => <Phone />,
  '/sign-out': () => <SignOut />,
  '/setup': () => <Setup />,
  '/recover': () => <Recover />,
  '/invite/:token': ({ params }) => <Invite token={params.token ?? ''} />,
  '/wallets/help': () => <WalletsHelp />,
  '/consent/:interaction': ({ params }) => <Consent id={params.interaction ?? ''} />,
  '/about': (match) => <Info match={match} />,
  '/app-problem': (match) => <Info match={match} />,
  '/problems/:code': (match) => <Info match={match} />,
} satisfies Record<PublicPage, ShowScreen>

export function Router() {
  const path = usePath()
  useEffect(preload, [])
  const match = matchPage(path)
  const isClosed = usePage().boot.public.setupNeeded && !/^\/(setup|wallets\/help)$/.test(path)
  const screen = match && !isClosed ? publicScreens[match.page]?.(match) : <Info match={match} />
  const rail = screen ? null : (
    <Suspense>
      <Rail path={path} />
    </Suspense>
  )
  return (
    <Frame navigation={rail} account={<Account path={path} />}>
      <Suspense
        fallback={
          <LoadingScreen title={findPageName(isClosed ? undefined : match?.page)} card={screen !== undefined} />
        }
      >
        {screen ? <Fragment key={path}>{screen}</Fragment> : <Area path={path} match={match} />}
      </Suspense>
    </Frame>
  )
}

function Account({ path }: { path: string }) {
  const { status } = useSession()
  // On a phone that signs for a computer, the account of this browser does not matter.
  if (status !== 'signed-in' || path === '/phone') return <ConnectionChip />
  return (
    <ErrorBoundary resetKey={path} fallback={() => <ConnectionChip />}>
      <Suspense>
        <AccountHeader />
      </Suspense>
    </ErrorBoundary>
  )
}

function SignIn() {
  const interaction = useQuery('interaction')
  return interaction === undefined ? <SignInScreen /> : <SignInToApp id={interaction} />
}

function RootRedirect() {
  const { session } = usePage()
  useEffect(() => {
    const signedIn = session.getSession().status !== 'signed-out'
    navigate(signedIn ? '/home' : '/sign-in', { replace: true })
  }, [session])
  return null
}

/** With the first touch, click or key: running more code earlier would delay it, and signing takes longer than loading. */
function preload(): () => void {
  const loads = [async () => (await loadArea()).loadHome(), loadSignOut]
  const start = () => {
    stop()
    for (const load of loads) load().catch(loadNextPageAsDocument)
  }
  const stop = () => {
    for (const event of EVENTS) removeEventListener(event, start)
  }
  for (const event of EVENTS) addEventListener(event, start)
  return stop
}

const EVENTS = ['pointerdown', 'keydown'] as const
