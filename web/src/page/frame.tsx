import { type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { Mark } from '../ui/mark.tsx'
import { Notice } from '../ui/notice.tsx'
import { ThemeSwitch } from '../ui/theme-switch.tsx'
import { words } from '../words/words.ts'
import { ConnectionChip } from './connection-chip.tsx'
import { Crash } from './error-boundary.tsx'
import { Link, usePath } from './history.tsx'
import { part } from './lazy-component.tsx'
import { usePage, useSession } from './page-context.tsx'
import './frame.css'

/** Nothing is said in the first second, when there is nothing to click yet. */
const TOAST_AFTER_MS = 1000
const Toast = part(async () => {
  await new Promise((resolve) => setTimeout(resolve, TOAST_AFTER_MS))
  return (await import('../ui/toast.tsx')).Toast
})

type FrameProps = { children: ReactNode /** Where else one can go, for someone signed in. */; rail?: ReactNode }

/** What is around every screen: name, wallet chip, banners, theme and help, always in the same places. */
export function Frame({ children, rail }: FrameProps) {
  const { name, logo } = usePage().boot.public
  const place = usePath()
  return (
    <>
      <a className="skip button plain" href="#content">
        {words.frame.skip}
      </a>
      <header className="frame-header">
        <Link to="/" className="frame-name" aria-label={words.frame.home(name)}>
          <span className="frame-mark">{logo ? <img src={logo} alt="" height={28} /> : <Mark size={28} />}</span>
          <span>{name}</span>
        </Link>
        <ConnectionChip />
      </header>
      <div className="frame-body">
        <Crash place={place}>
          {rail}
          <main id="content" className="frame-main" tabIndex={-1}>
            <Banners />
            {children}
          </main>
        </Crash>
      </div>
      <footer className="frame-footer small">
        <ThemeSwitch label={words.frame.theme} names={words.frame.themes} />
        <Link to="/wallets/help" className="text-link">
          {words.frame.help}
        </Link>
        <Link to="/about" className="text-link">
          {words.frame.about}
        </Link>
      </footer>
      <Crash place={place} show={Nothing}>
        <Suspense>
          <Toast />
        </Suspense>
      </Crash>
    </>
  )
}

/** A toast only repeats what is seen and heard elsewhere: the page does without. */
function Nothing() {
  return null
}

function Banners() {
  const online = useSyncExternalStore(subscribeOnline, () => navigator.onLine)
  const session = useSession()
  const text = !online ? words.frame.offline : session.status === 'unknown' ? words.frame.unreachable : undefined
  if (!text) return null
  return (
    <div className="frame-banner">
      <Notice tone="warn">
        <p>{text}</p>
      </Notice>
    </div>
  )
}

function subscribeOnline(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
