import { mayDo, type Permission } from '@countersign/contract/permission.ts'
import type { SessionState } from '@countersign/contract/routes/session.ts'
import { createContext, useContext, useEffect } from 'react'
import { navigate } from '../page/history.tsx'
import { useSession } from '../page/page-context.tsx'
import type { SignedOutReason } from '../session/session.ts'
import { clearToast } from '../ui/feedback/toast.tsx'

/** The session, or undefined while it is unknown. Redirects once signed out; for the shell only, as a second redirect would lose `return_to`. */
export function useSignedIn(): SessionState | undefined {
  const session = useSession()
  useEffect(() => {
    if (session.status === 'signed-out') leave(session.reason)
  }, [session])
  return session.status === 'signed-in' ? session.state : undefined
}

export const AccountContext = createContext<SessionState | undefined>(undefined)

export function useAccount(): SessionState {
  const state = useContext(AccountContext)
  if (!state) throw new Error('useAccount was called outside of the shell.')
  return state
}

/** Decides what the page offers; the server checks again. */
export function useMay(permission: Permission): boolean {
  return mayDo(useAccount().me.role, permission)
}

function leave(reason: SignedOutReason): void {
  clearToast()
  if (reason === 'signed_out' || reason === 'signed_out_elsewhere') navigate('/sign-out', { replace: true })
  else navigate(`/sign-in?return_to=${encodeURIComponent(location.pathname + location.search)}`, { replace: true })
}
