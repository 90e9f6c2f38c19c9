import { type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { ThemeSwitch } from '../ui/controls/theme-switch.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Mark } from '../ui/mark.tsx'
import { words } from '../words/words.ts'
import { lazyComponent } from './chunk.ts'
import { ErrorBoundary, NoFallback } from './error-boundary.tsx'
import { Link, usePath } from './history.tsx'
import { usePage, useSession } from './page-context.tsx'
import './frame.css'

// Keeps the toast out of the first load: nothing can trigger one in the first second.
const TOAST_AFTER_MS = 1000
const Toast = lazyComponent(async () => {
  await new Promise((resolve) => setTimeout(resolve, TOAST_AFTER_MS))
  return (await import('../ui/feedback/toast.tsx')).Toast
})

type FrameProps = { children: ReactNode; navigation?: ReactNode /** The end of the header. */; account: ReactNode }

export function Frame({ children, navigation, account }: FrameProps) {
  const { name, logo } = usePage().boot.public
  const path = usePath()
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
        {account}
      </header>
      <div className="frame-body">
        <ErrorBoundary resetKey={path}>
          {navigation}
          <main id="content" className="frame-main stack" tabIndex={-1}>
            <Banners />
            {children}
          </main>
        </ErrorBoundary>
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
      <ErrorBoundary resetKey={path} fallback={NoFallback}>
        <Suspense>
          <Toast />
        </Suspense>
      </ErrorBoundary>
    </>
  )
}

function Banners() {
  const online = useSyncExternalStore(
    subscribeOnline,
    () => navigator.onLine,
    () => true,
  )
  const session = useSession()
  const text = !online ? words.frame.offline : session.status === 'unknown' ? words.frame.unreachable : undefined
  if (!text) return null
  return (
    <div className="frame-banner">
      <Notice tone="warn">{text}</Notice>
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
