import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { Mark } from '../ui/mark.tsx'
import { Notice } from '../ui/notice.tsx'
import { ThemeSwitch } from '../ui/theme-switch.tsx'
import { words } from '../words/words.ts'
import { ConnectionChip } from './connection-chip.tsx'
import { Link } from './history.tsx'
import { usePage, useSession } from './page-context.tsx'
import './frame.css'

const Toast = lazy(async () => ({ default: (await import('../ui/toast.tsx')).Toast }))

type FrameProps = { children: ReactNode /** Where else one can go, for someone signed in. */; rail?: ReactNode }

/** What is around every screen: name, wallet chip, banners, theme and help, always in the same places. */
export function Frame({ children, rail }: FrameProps) {
  const { name, logo } = usePage().boot.public
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
        {rail}
        <main id="content" className="frame-main" tabIndex={-1}>
          <Banners />
          {children}
        </main>
      </div>
      <footer className="frame-footer small">
        <ThemeSwitch label={words.frame.theme} names={words.frame.themes} />
        <Link to="/wallets/help" className="text-link">
          {words.frame.help}
        </Link>
      </footer>
      <Suspense>
        <Toast />
      </Suspense>
    </>
  )
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
