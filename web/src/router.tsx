import { matchPage, type Page, type PageMatch } from '@countersign/contract/pages.ts'
import { Fragment, type ReactNode, Suspense, useEffect } from 'react'
import { lazyComponent } from './page/chunk.ts'
import { Frame } from './page/frame.tsx'
import { loadNextPageAsDocument, navigate, usePath, useQuery } from './page/history.tsx'
import { usePage } from './page/page-context.tsx'
import { SignInScreen } from './screens/sign-in/sign-in.tsx'

const loadArea = () => import('./shell/area.tsx')
const loadSignOut = () => import('./screens/sign-out/sign-out.tsx')

const Area = lazyComponent(async () => (await loadArea()).Area)
const Rail = lazyComponent(async () => (await loadArea()).Rail)
const SignOut = lazyComponent(async () => (await loadSignOut()).SignOutScreen)
const Setup = lazyComponent(async () => (await import('./screens/setup/setup.tsx')).SetupScreen)
const Recover = lazyComponent(async () => (await import('./screens/recover/recover.tsx')).RecoverScreen)
const Invite = lazyComponent(async () => (await import('./screens/invite/invite.tsx')).InviteScreen)
const WalletsHelp = lazyComponent(
  async () => (await import('./screens/wallets-help/wallets-help.tsx')).WalletsHelpScreen,
)
const SignInToApp = lazyComponent(async () => (await import('./screens/consent/sign-in-to-app.tsx')).SignInToApp)
const Consent = lazyComponent(async () => (await import('./screens/consent/consent.tsx')).ConsentScreen)
const Info = lazyComponent(async () => (await import('./info-screens.tsx')).InfoScreen)

/** Pages that require a session are in `shell/area.tsx`. */
const publicScreens: Partial<Record<Page, (match: PageMatch) => ReactNode>> = {
  '/': () => <RootRedirect />,
  '/sign-in': () => <SignIn />,
  '/sign-out': () => <SignOut />,
  '/setup': () => <Setup />,
  '/recover': () => <Recover />,
  '/invite/:token': ({ params }) => <Invite token={params.token ?? ''} />,
  '/wallets/help': () => <WalletsHelp />,
  '/consent/:interaction': ({ params }) => <Consent id={params.interaction ?? ''} />,
  '/about': (match) => <Info match={match} />,
  '/app-problem': (match) => <Info match={match} />,
  '/problems/:code': (match) => <Info match={match} />,
}

export function Router() {
  const path = usePath()
  useEffect(preload, [])
  const match = matchPage(path)
  const screen = match ? publicScreens[match.page]?.(match) : <Info match={undefined} />
  const rail = screen ? null : (
    <Suspense>
      <Rail path={path} />
    </Suspense>
  )
  return (
    <Frame navigation={rail}>
      <Suspense>{screen ? <Fragment key={path}>{screen}</Fragment> : <Area path={path} match={match} />}</Suspense>
    </Frame>
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

function preload(): void {
  const idle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1000))
  const loads = [async () => (await loadArea()).loadHome(), loadSignOut]
  idle(() => {
    for (const load of loads) load().catch(loadNextPageAsDocument)
  })
}
