import { walletLibraries } from '@countersign/contract/wallet-library.ts'
import type { LinkedWallet } from '../env.ts'
import { loadLibrary } from '../load-library.ts'
import type { SignClient } from './client.ts'
import { clearSessions } from './store.ts'
import type { WalletConnectOptions } from './walletconnect.ts'

export function walletConnectWallet(options: WalletConnectOptions): LinkedWallet {
  return {
    id: 'walletconnect',
    name: 'WalletConnect',
    icon: ICON,
    rdns: undefined,
    async load() {
      const [{ openWalletConnect }] = await Promise.all([
        import('./walletconnect.ts'),
        loadLibrary(walletLibraries.walletConnect),
      ])
      return openWalletConnect(window['@walletconnect/sign-client'].SignClient, options)
    },
    forget: () => clearSessions(options.localStorage),
  }
}

declare global {
  interface Window {
    /** Put there by the library. */
    '@walletconnect/sign-client': { SignClient: SignClient }
  }
}

// Drawn by us: the WalletConnect logo is a trademark.
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#34506b"/><g fill="none" stroke="#fffdf8" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><rect x="8" y="7" width="9" height="18" rx="2"/><path d="M11.5 21.5h2M21 12.5a5 5 0 0 1 0 7M24 9.5a9.5 9.5 0 0 1 0 13"/></g></svg>',
)}`
