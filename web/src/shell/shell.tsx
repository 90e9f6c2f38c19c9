import { type ReactNode, Suspense } from 'react'
import { DataProvider } from '../components/account-data.tsx'
import { StepUpProvider } from '../components/step-up/step-up-provider.tsx'
import { AccountContext, useSignedIn } from '../components/use-signed-in.ts'
import { Crash, FaultCard } from '../page/error-boundary.tsx'
import { Heading } from '../page/heading.tsx'
import { usePath } from '../page/history.tsx'
import { useSession } from '../page/page-context.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { account } from '../words/account.ts'
import { AdminMode } from './admin-mode.tsx'
import { Events } from './event-stream.tsx'
import { ExpiryDialog } from './expiry-dialog.tsx'
import { SavedTheme } from './saved-theme.tsx'
import { useLostFocus } from './use-restore-focus.ts'
import { WalletBanner } from './wallet-banner.tsx'
import './shell.css'

type ShellProps = { children: ReactNode /** The whole width, for the tables of the admin area. */; wide?: boolean }

/** Around every signed-in screen: it stays while the screens change, and nothing in it is drawn for anyone else. */
export function Shell({ children, wide = false }: ShellProps) {
  const state = useSignedIn()
  const session = useSession()
  const place = usePath()
  useLostFocus()
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
        <Events />
        <SavedTheme />
        <StepUpProvider>
          <div className={size}>
            <WalletBanner state={state} />
            <AdminMode />
            <Crash place={place} show={FaultCard}>
              <Suspense fallback={<Skeleton label={account.loading} lines={6} />}>{children}</Suspense>
            </Crash>
          </div>
        </StepUpProvider>
        {endsSoon ? <ExpiryDialog session={state.session} /> : null}
      </DataProvider>
    </AccountContext>
  )
}
