import { getProfile } from '@countersign/contract/routes/person.ts'
import type { SessionState } from '@countersign/contract/routes/session.ts'
import { type ReactNode, Suspense, useEffect } from 'react'
import { DataProvider, useRouteQuery } from '../components/account-data.tsx'
import { StepUpProvider } from '../components/step-up/step-up-provider.tsx'
import { AccountContext, useSignedIn } from '../components/use-signed-in.ts'
import { isSameAddress } from '../components/wallet-words.ts'
import { lazyComponent } from '../page/chunk.ts'
import { ErrorBoundary, ErrorCard, NoFallback } from '../page/error-boundary.tsx'
import { Heading } from '../page/heading.tsx'
import { usePath } from '../page/history.tsx'
import { LoadingScreen } from '../page/loading-screen.tsx'
import { useConnection, useSession } from '../page/page-context.tsx'
import { chosenTheme, writeTheme } from '../ui/theme.ts'
import { account } from '../words/account/account.ts'
import { EventStream } from './event-stream.tsx'
import { ExpiryDialog } from './expiry-dialog.tsx'
import { labelOf } from './navigation.ts'
import './shell.css'

type ShellProps = {
  children: ReactNode
  /** For the tables of the admin area. */
  wide: boolean
  /** Another screen has another key. */
  screenKey: string
}

export function Shell({ children, wide, screenKey }: ShellProps) {
  const state = useSignedIn()
  const session = useSession()
  const path = usePath()
  useRestoreFocus()
  const endsSoon = session.status === 'signed-in' && session.endsSoon
  const size = wide ? 'shell shell-wide' : 'shell'
  if (!state) {
    return (
      <div className={size}>
        <Heading screen={account.unknownTitle}>{account.unknownTitle}</Heading>
      </div>
    )
  }
  return (
    <AccountContext value={state}>
      <DataProvider key={state.me.id}>
        <EventStream />
        <SavedTheme />
        <StepUpProvider>
          <div className={size}>
            <WalletBanner state={state} />
            <ErrorBoundary resetKey={path} fallback={ErrorCard}>
              {/* With a key, because the earlier screen would otherwise stay until the next one is loaded, and guard its form. */}
              <Suspense key={screenKey} fallback={<LoadingScreen title={labelOf(path) ?? account.unknownTitle} />}>
                {children}
              </Suspense>
            </ErrorBoundary>
          </div>
        </StepUpProvider>
        {endsSoon ? <ExpiryDialog session={state.session} /> : null}
      </DataProvider>
    </AccountContext>
  )
}

const WalletMismatch = lazyComponent(async () => (await import('./wallet-mismatch.tsx')).WalletMismatch)

/** Warns that the connected wallet is on another account than the session, except where a wallet is added. */
export function WalletBanner({ state }: { state: SessionState }) {
  const connection = useConnection()
  const path = usePath()
  if (connection.status !== 'connected' || path === '/wallets/add') return null
  const { address } = connection.account
  if (isSameAddress(address, state.session.wallet.address)) return null
  return (
    <ErrorBoundary resetKey={path} fallback={NoFallback}>
      <Suspense>
        <WalletMismatch state={state} other={address} />
      </Suspense>
    </ErrorBoundary>
  )
}

function SavedTheme() {
  const theme = useRouteQuery(getProfile).data?.theme
  useEffect(() => {
    if (theme && !chosenTheme()) writeTheme(theme)
  }, [theme])
  return null
}

/** Moves the focus to the heading when the focused element was removed, such as a row with its button. */
function useRestoreFocus(): void {
  useEffect(() => {
    let last: EventTarget | null = null
    const record = ({ target }: FocusEvent) => {
      last = target
    }
    const restore = () => {
      const isRemoved = last instanceof Node && !last.isConnected && document.activeElement === document.body
      if (isRemoved) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    }
    // A frame later, because a closing dialog returns the focus itself.
    const watcher = new MutationObserver(() => requestAnimationFrame(restore))
    watcher.observe(document.body, { childList: true, subtree: true })
    document.addEventListener('focusin', record)
    return () => {
      watcher.disconnect()
      document.removeEventListener('focusin', record)
    }
  }, [])
}
