import type { SessionState } from '@countersign/contract/routes/session.ts'
import { Suspense } from 'react'
import { Crash } from '../page/error-boundary.tsx'
import { usePath } from '../page/history.tsx'
import { part } from '../page/lazy-component.tsx'
import { useConnection } from '../page/page-context.tsx'

const WalletMismatch = part(async () => (await import('./wallet-mismatch.tsx')).WalletMismatch)

/** On every signed-in screen, when the wallet is on another account than the session. Adding a wallet is about just that. */
export function WalletBanner({ state }: { state: SessionState }) {
  const connection = useConnection()
  const path = usePath()
  if (connection.status !== 'connected' || path === '/wallets/add') return null
  const { address } = connection.account
  if (address.toLowerCase() === state.session.wallet.address.toLowerCase()) return null
  return (
    <Crash place={path} show={Nothing}>
      <Suspense>
        <WalletMismatch state={state} other={address} />
      </Suspense>
    </Crash>
  )
}

/** The screen beneath does without. */
function Nothing() {
  return null
}
