import type { PageEnv } from '../../session/browser.ts'
import type { WalletOption } from '../../wallet/wallet.ts'
import type { Failure } from '../attempt.ts'

/** Why no wallet can sign on this page; checked before any request. */
export function findPageFault(page: PageEnv, at: number): Failure | undefined {
  const { href, origin, publicOrigin } = page
  if (page.framed) {
    return { problem: { code: 'wallet/framed', remedy: 'new_tab', at }, retry: { do: 'open', url: href } }
  }
  if (origin !== publicOrigin) {
    const problem = { code: 'wallet/wrong_address', remedy: 'new_tab', detail: publicOrigin, at } as const
    return { problem, retry: { do: 'open', url: publicOrigin + href.slice(origin.length) } }
  }
  if (page.secure) return undefined
  return { problem: { code: 'wallet/insecure_page', remedy: 'none', at }, retry: { do: 'reload' } }
}

/** Our policy may have blocked a wallet's script; only reported when no wallet was found. */
export function mayHaveBlockedWallet({ blockedScripts }: PageEnv, wallets: WalletOption[]): boolean {
  return blockedScripts.seen() && wallets.every(({ kind }) => kind === 'demo')
}
