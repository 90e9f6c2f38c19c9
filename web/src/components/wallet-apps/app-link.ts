import type { PublicConfig, WalletAppId } from '@countersign/contract/routes/public.ts'
import type { BrowserEnvironment } from '../../page/browser-environment.ts'

type AppLink = { name: string; url: string }
type Template = { name: string; link: string; android?: string }

export function appLinks(page: URL, system: BrowserEnvironment['system'], apps: PublicConfig['walletApps']): AppLink[] {
  return apps.map((app) => {
    const { name, link, android }: Template = typeof app === 'string' ? TEMPLATES[app] : app
    return { name, url: fillLink(system === 'android' ? (android ?? link) : link, page) }
  })
}

const TEMPLATES: Record<WalletAppId, Template> = {
  // MetaMask opens a blank tab when the path is percent-encoded.
  metamask: { name: 'MetaMask', link: 'https://link.metamask.io/dapp/{host_and_path}' },
  coinbase: { name: 'Coinbase Wallet', link: 'https://go.cb-w.com/dapp?cb_url={url}' },
  phantom: {
    name: 'Phantom',
    link: 'https://phantom.app/ul/browse/{url}?ref={origin}',
    // Universal links do not work reliably in Android browsers.
    android: 'intent://browse/{url}?ref={origin}#Intent;scheme=phantom;package=app.phantom;end',
  },
  okx: { name: 'OKX Wallet', link: 'https://web3.okx.com/download?deeplink={okx}' },
  trust: { name: 'Trust Wallet', link: 'https://link.trustwallet.com/open_url?coin_id=60&url={url}' },
}

function fillLink(link: string, page: URL): string {
  const url = encodeURIComponent(page.href)
  const values: Record<string, string> = {
    '{url}': url,
    '{origin}': encodeURIComponent(page.origin),
    '{host_and_path}': page.href.slice(page.protocol.length + 2),
    '{okx}': encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${url}`),
  }
  return link.replace(/\{[a-z_]+\}/g, (placeholder) => values[placeholder] ?? placeholder)
}

/** The sign-in page itself, without a fragment: some wallets lose it. */
export function linkToSignIn(here: URL): URL {
  const link = here.pathname === '/sign-in' ? new URL(here) : new URL('/sign-in', here)
  link.hash = ''
  link.searchParams.delete('reason')
  return link
}
