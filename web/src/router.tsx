import { matchPage, type PageMatch } from '@countersign/contract/pages.ts'
import { Fragment, type ReactNode, Suspense, useEffect } from 'react'
import { Frame } from './page/frame.tsx'
import { navigate, openAnew, usePath, useQuery } from './page/history.tsx'
import { part } from './page/lazy-component.tsx'
import { usePage } from './page/page-context.tsx'
import { SignInScreen } from './screens/sign-in/sign-in.tsx'

/** The map: every address anyone can open. Only the sign-in page is in the first file; the account has a map of its own. */

const loadArea = () => import('./shell/area.tsx')
const loadSignOut = () => import('./screens/sign-out/sign-out.tsx')

const Area = part(async () => (await loadArea()).Area)
const Rail = part(async () => (await loadArea()).AreaRail)
const SignOut = part(async () => (await loadSignOut()).SignOutScreen)
const Setup = part(async () => (await import('./screens/setup/setup.tsx')).SetupScreen)
const Recover = part(async () => (await import('./screens/recover/recover.tsx')).RecoverScreen)
const Invite = part(async () => (await import('./screens/invite/invite.tsx')).InviteScreen)
const WalletsHelp = part(async () => (await import('./screens/wallets-help/wallets-help.tsx')).WalletsHelpScreen)
const SignInToApp = part(async () => (await import('./screens/consent/sign-in-to-app.tsx')).SignInToApp)
const Consent = part(async () => (await import('./screens/consent/consent.tsx')).ConsentScreen)
const Rare = part(async () => (await import('./info-screens.tsx')).RareScreen)

export function Router() {
  const path = usePath()
  useEffect(loadAhead, [])
  const match = matchPage(path)
  const open = openScreen(match)
  return (
    <Frame
      rail={
        open ? null : (
          <Suspense>
            <Rail path={path} />
          </Suspense>
        )
      }
    >
      <Suspense>{open ? <Fragment key={path}>{open}</Fragment> : <Area path={path} match={match} />}</Suspense>
    </Frame>
  )
}

/** A screen that nobody has to be signed in for. */
function openScreen(match: PageMatch | undefined): ReactNode {
  switch (match?.page) {
    case '/':
      return <Start />
    case '/sign-in':
      return <Entry />
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
      return <Rare match={match} />
    default:
      return undefined
  }
}

/** What an app has to do with a sign-in is fetched only where there is one. */
function Entry() {
  const id = useQuery('interaction')
  return id === undefined ? <SignInScreen /> : <SignInToApp id={id} />
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
  const loads = [async () => (await loadArea()).loadHome(), loadSignOut]
  idle(() => {
    for (const load of loads) load().catch(openAnew)
  })
}
