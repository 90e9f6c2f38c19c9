import { matchPage } from '@countersign/contract/pages.ts'
import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { Frame } from './screens/frame.tsx'
import { navigate, usePath } from './screens/history.tsx'
import { usePage } from './screens/page-context.tsx'
import { SignInScreen } from './screens/sign-in/sign-in.tsx'

/** The map: every address a person can open. Only the sign-in page is in the first file. */

const loadHome = () => import('./screens/home/home.tsx')
const loadSignOut = () => import('./screens/sign-out/sign-out.tsx')

const Home = later(async () => (await loadHome()).HomeScreen)
const SignOut = later(async () => (await loadSignOut()).SignOutScreen)
const Setup = later(async () => (await import('./screens/setup/setup.tsx')).SetupScreen)
const WalletsHelp = later(async () => (await import('./screens/wallets-help/wallets-help.tsx')).WalletsHelpScreen)
const Problem = later(async () => (await import('./screens/problems/problems.tsx')).ProblemScreen)
const NotFound = later(async () => (await import('./screens/not-found/not-found.tsx')).NotFoundScreen)

export function Router() {
  const path = usePath()
  useEffect(loadAhead, [])
  return (
    <Frame>
      <Suspense>
        <Screen key={path} path={path} />
      </Suspense>
    </Frame>
  )
}

function Screen({ path }: { path: string }) {
  const match = matchPage(path)
  switch (match?.page) {
    case '/':
      return <Start />
    case '/sign-in':
      return <SignInScreen />
    case '/home':
      return <Home />
    case '/sign-out':
      return <SignOut />
    case '/setup':
      return <Setup />
    case '/wallets/help':
      return <WalletsHelp />
    case '/problems/:code':
      return <Problem code={match.params.code ?? ''} />
    case undefined:
      return <NotFound />
  }
}

/** `/` is nowhere: it leads to where the person belongs. */
function Start() {
  const { session } = usePage()
  useEffect(() => {
    const signedIn = session.getSession().status !== 'signed-out'
    navigate(signedIn ? '/home' : '/sign-in', { replace: true })
  }, [session])
  return null
}

/** What comes after signing in is fetched while nothing else is happening, so that it opens at once. */
function loadAhead(): void {
  const idle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1000))
  idle(() => {
    void loadHome()
    void loadSignOut()
  })
}

function later<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load() }))
}
