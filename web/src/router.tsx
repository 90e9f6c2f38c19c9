import { matchPage, type PageMatch } from '@countersign/contract/pages.ts'
import { Fragment, type ReactNode, Suspense, useEffect } from 'react'
import { Frame } from './page/frame.tsx'
import { loadNextPageAsDocument, navigate, usePath, useQuery } from './page/history.tsx'
import { lazyComponent } from './page/lazy-component.tsx'
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

export function Router() {
  const path = usePath()
  useEffect(preload, [])
  const match = matchPage(path)
  const screen = publicScreen(match)
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

function publicScreen(match: PageMatch | undefined): ReactNode {
  switch (match?.page) {
    case '/':
      return <RootRedirect />
    case '/sign-in':
      return <SignIn />
    case '/sign-out':
      return <SignOut />
    case '/setup':
      return <Setup />
    case '/recover':
      return <Recover />
    case '/invite/:token':
      return <Invite token={match.params.token ?? ''} />
    case '/wallets/help':
      return <WalletsHelp />
    case '/consent/:interaction':
      return <Consent id={match.params.interaction ?? ''} />
    case '/about':
    case '/app-problem':
    case '/problems/:code':
    case undefined:
      return <Info match={match} />
    default:
      return undefined
  }
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
