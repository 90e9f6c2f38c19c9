import type { SessionState } from '@countersign/contract/routes/session.ts'
import { Suspense } from 'react'
import { ErrorBoundary, NoFallback } from '../page/error-boundary.tsx'
import { usePath } from '../page/history.tsx'
import { lazyComponent } from '../page/lazy-component.tsx'
import { useConnection } from '../page/page-context.tsx'

const WalletMismatch = lazyComponent(async () => (await import('./wallet-mismatch.tsx')).WalletMismatch)

/** Warns that the connected wallet is on another account than the session, except where a wallet is added. */
export function WalletBanner({ state }: { state: SessionState }) {
  const connection = useConnection()
  const path = usePath()
  if (connection.status !== 'connected' || path === '/wallets/add') return null
  const { address } = connection.account
  if (address.toLowerCase() === state.session.wallet.address.toLowerCase()) return null
  return (
    <ErrorBoundary resetKey={path} fallback={NoFallback}>
      <Suspense>
        <WalletMismatch state={state} other={address} />
      </Suspense>
    </ErrorBoundary>
  )
}
