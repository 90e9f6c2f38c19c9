import type { Namespace } from '@countersign/contract/family/family.ts'
import type { Browser } from '../../page/browser-environment.ts'

type Platform = Exclude<Browser, 'other'> | 'ios' | 'android'
export type StorePage = { name: string; store: string; url: string }

/** Wallets for the chain families that may sign in. */
export function storesFor(platform: Platform, namespaces: Namespace[]): StorePage[] {
  const usable = WALLETS.filter((wallet) => wallet.namespaces.some((each) => namespaces.includes(each)))
  return usable.flatMap((wallet) => {
    // Edge installs extensions of the Chrome Web Store too.
    const listed = platform === 'edge' && !wallet.edge ? 'chrome' : platform
    const [store, id] = [STORES[listed], wallet[listed]]
    return store && id ? [{ name: wallet.name, store: store.store, url: store.base + id }] : []
  })
}

const STORES: Partial<Record<Platform, { store: string; base: string }>> = {
  chrome: { store: 'the Chrome Web Store', base: 'https://chromewebstore.google.com/detail/' },
  firefox: { store: 'Firefox Add-ons', base: 'https://addons.mozilla.org/firefox/addon/' },
  edge: { store: 'Edge Add-ons', base: 'https://microsoftedge.microsoft.com/addons/detail/' },
  ios: { store: 'the App Store', base: 'https://apps.apple.com/app/id' },
  android: { store: 'Google Play', base: 'https://play.google.com/store/apps/details?id=' },
}

const WALLETS: ({ name: string; namespaces: Namespace[] } & Partial<Record<Platform, string>>)[] = [
  {
    name: 'MetaMask',
    namespaces: ['eip155', 'solana', 'bip122'],
    chrome: 'metamask/nkbihfbeogaeaoehlefnkodbefgpgknn',
    firefox: 'ether-metamask/',
    edge: 'metamask/ejbalbakoplchlghecdalmeeeajnimhm',
    ios: '1438144202',
    android: 'io.metamask',
  },
  { name: 'Rabby', namespaces: ['eip155'], chrome: 'rabby-wallet/acmacodkjbdgmoleebolmdjonilkdbch' },
  {
    name: 'Coinbase Wallet',
    namespaces: ['eip155', 'solana'],
    chrome: 'coinbase-wallet-extension/hnfanknocfeofbddgcijnmhnfnkdnaad',
    ios: '1278383455',
    android: 'org.toshi',
  },
  {
    name: 'Phantom',
    namespaces: ['eip155', 'solana', 'bip122'],
    chrome: 'phantom/bfnaelmomeimhlpmgjnjophhpkkoljpa',
    firefox: 'phantom-app/',
    ios: '1598432977',
    android: 'app.phantom',
  },
  {
    name: 'Solflare',
    namespaces: ['solana'],
    chrome: 'solflare-wallet/bhhhlbepdkbapadjdnnojkbgioiodbic',
    firefox: 'solflare-wallet/',
    ios: '1580902717',
    android: 'com.solflare.mobile',
  },
  {
    name: 'Xverse',
    namespaces: ['bip122'],
    chrome: 'xverse-wallet/idnnbdplmphpflfnlkomgpfbpcgelopg',
    ios: '1552272513',
    android: 'com.secretkeylabs.xverse',
  },
]
