import type { Surroundings } from '../surroundings.ts'

/** Addresses that open a page inside a wallet app's own browser. Only those documented or read in its source. */

export type AppLink = { name: string; url: string }

export function appLinks(page: URL, system: Surroundings['system']): AppLink[] {
  const whole = encodeURIComponent(page.href)
  const origin = encodeURIComponent(page.origin)
  // MetaMask opens a blank tab when the path is percent-encoded.
  const withoutScheme = page.href.slice(page.protocol.length + 2)
  return [
    { name: 'MetaMask', url: `https://link.metamask.io/dapp/${withoutScheme}` },
    { name: 'Coinbase Wallet', url: `https://go.cb-w.com/dapp?cb_url=${whole}` },
    {
      name: 'Phantom',
      // Universal links do not work reliably in Android browsers.
      url:
        system === 'android'
          ? `intent://browse/${whole}?ref=${origin}#Intent;scheme=phantom;package=app.phantom;end`
          : `https://phantom.app/ul/browse/${whole}?ref=${origin}`,
    },
    {
      name: 'OKX Wallet',
      url: `https://web3.okx.com/download?deeplink=${encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${whole}`)}`,
    },
    { name: 'Trust Wallet', url: `https://link.trustwallet.com/open_url?coin_id=60&url=${whole}` },
    { name: 'Solflare', url: `https://solflare.com/ul/v1/browse/${whole}?ref=${whole}` },
  ]
}

/** The sign-in page itself, without a fragment: some wallets lose it. */
export function linkToSignIn(here: URL): URL {
  const link = here.pathname === '/sign-in' ? new URL(here) : new URL('/sign-in', here)
  link.hash = ''
  link.searchParams.delete('reason')
  return link
}
