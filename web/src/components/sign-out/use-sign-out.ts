import { usePage, useSession } from '../../page/page-context.tsx'
import { isPublic } from '../../page/public-page.ts'
import type { Page } from '../../session/page.ts'
import { showToast } from '../../ui/feedback/toast.tsx'
import { useStore } from '../../ui/store.ts'
import type { Wallets } from '../../wallet/wallets.ts'
import { words } from '../../words/words.ts'
import { type Afterwards, endSession, progressOf, signOutProgress } from './sign-out.ts'

export function useSignOut() {
  const page = usePage()
  const now = progressOf(useStore(signOutProgress), useSession())
  return {
    busy: now.status === 'busy',
    error: now.status === 'failed' ? now.error : undefined,
    signOut: () => run(page, keepWallet),
    signOutAndDisconnect: () => run(page, disconnectWallet),
    retry: () => (now.status === 'failed' ? run(page, now.afterwards) : undefined),
    dismiss: () => signOutProgress.set({ status: 'idle' }),
  }
}

async function run(page: Page, afterwards: Afterwards): Promise<void> {
  if (!(await endSession(page, afterwards))) return
  // Any other page opens the sign-out page, whose heading says so.
  if (isPublic(location.pathname) && location.pathname !== '/sign-out') showToast(words.reasons.signed_out)
  await afterwards(page.wallets)
}

async function keepWallet(): Promise<void> {}

/** Revokes the permission, and removes what this browser stores about wallets. */
export async function disconnectWallet(wallets: Wallets): Promise<void> {
  await wallets.disconnect()
  wallets.forget()
}
