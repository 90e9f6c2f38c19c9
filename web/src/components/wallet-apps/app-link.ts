import type { Namespace } from '@countersign/contract/family/family.ts'
import type { PublicConfig, WalletAppId } from '@countersign/contract/routes/public.ts'
import type { BrowserEnvironment } from '../../page/browser-environment.ts'

type AppLink = { name: string; url: string }
type Template = { name: string; link: string; android?: string; namespaces?: Namespace[] }
type Offered = Pick<PublicConfig, 'walletApps' | 'namespaces'>

/** Built-in apps are offered for the chain families that may sign in and that the app's browser supports. */
export function appLinks(
  page: URL,
  system: BrowserEnvironment['system'],
  { walletApps, namespaces }: Offered,
): AppLink[] {
  return walletApps
    .map((app): Template => (typeof app === 'string' ? TEMPLATES[app] : app))
    .filter((app) => app.namespaces?.some((each) => namespaces.includes(each)) ?? true)
    .map(({ name, link, android = link }) => ({
      name,
      url: fillLink(system === 'android' ? android : link, page, namespaces),
    }))
}

const TEMPLATES: Record<WalletAppId, Template> = {
  // MetaMask opens a blank tab when the path is percent-encoded.
  metamask: {
    name: 'MetaMask',
    namespaces: ['eip155', 'solana', 'bip122'],
    link: 'https://link.metamask.io/dapp/{host_and_path}',
  },
  coinbase: {
    name: 'Coinbase Wallet',
    namespaces: ['eip155', 'solana'],
    link: 'https://go.cb-w.com/dapp?cb_url={url}',
  },
  phantom: {
    name: 'Phantom',
    namespaces: ['eip155', 'solana', 'bip122'],
    link: 'https://phantom.app/ul/browse/{url}?ref={origin}',
    // Universal links do not work reliably in Android browsers.
    android: 'intent://browse/{url}?ref={origin}#Intent;scheme=phantom;package=app.phantom;end',
  },
  okx: {
    name: 'OKX Wallet',
    namespaces: ['eip155', 'solana'],
    link: 'https://web3.okx.com/download?deeplink={okx}',
  },
  trust: {
    name: 'Trust Wallet',
    namespaces: ['eip155', 'solana'],
    link: 'https://link.trustwallet.com/open_url?coin_id={coin}&url={url}',
  },
  solflare: {
    name: 'Solflare',
    namespaces: ['solana'],
    link: 'https://solflare.com/ul/v1/browse/{url}?ref={origin}',
  },
  xverse: { name: 'Xverse', namespaces: ['bip122'], link: 'https://connect.xverse.app/browser?url={url}' },
}

function fillLink(link: string, page: URL, namespaces: Namespace[]): string {
  const url = encodeURIComponent(page.href)
  const values: Record<string, string> = {
    // The number of the coin in SLIP-44, which selects the network of the browser.
    '{coin}': namespaces.includes('eip155') ? '60' : '501',
    '{url}': url,
    '{origin}': encodeURIComponent(page.origin),
    '{host_and_path}': page.href.slice(page.protocol.length + 2),
    '{okx}': encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${url}`),
  }
  return link.replace(/\{[a-z_]+\}/g, (placeholder) => values[placeholder] ?? placeholder)
}

/** The sign-in page itself, without a fragment: some wallets lose it. Another page needs its fragment: the code in it. */
export function linkForApps(here: URL): URL {
  if (here.pathname === '/phone') return here
  const link = here.pathname === '/sign-in' ? new URL(here) : new URL('/sign-in', here)
  link.hash = ''
  link.searchParams.delete('reason')
  return link
}
