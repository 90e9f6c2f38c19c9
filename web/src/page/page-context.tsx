import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Page } from '../session/page.ts'
import type { SessionStatus } from '../session/session.ts'
import type { Connection, WalletOption } from '../wallet/wallet.ts'

export const PageContext = createContext<Page | undefined>(undefined)

export function usePage(): Page {
  const page = useContext(PageContext)
  if (!page) throw new Error('usePage was called outside of PageContext.')
  return page
}

export function useConnection(): Connection {
  const { wallets } = usePage()
  return useSyncExternalStore(wallets.subscribe, wallets.getConnection, wallets.getConnection)
}

export function useWallets(): WalletOption[] {
  const { wallets } = usePage()
  return useSyncExternalStore(wallets.subscribe, wallets.getWallets)
}

export function useSession(): SessionStatus {
  const { session } = usePage()
  return useSyncExternalStore(session.subscribe, session.getSession, session.getSession)
}
