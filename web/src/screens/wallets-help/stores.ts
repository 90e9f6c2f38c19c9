import type { Browser } from '../../page/browser-environment.ts'

export type Store = { name: string; url: string }
type StoreWallet = { name: string; stores: Partial<Record<Browser | 'ios' | 'android', Store>> }

const chrome = (path: string): Store => ({
  name: 'the Chrome Web Store',
  url: `https://chromewebstore.google.com/detail/${path}`,
})
const firefox = (id: string): Store => ({
  name: 'Firefox Add-ons',
  url: `https://addons.mozilla.org/firefox/addon/${id}/`,
})
const edge = (path: string): Store => ({
  name: 'Edge Add-ons',
  url: `https://microsoftedge.microsoft.com/addons/detail/${path}`,
})
const ios = (id: string): Store => ({ name: 'the App Store', url: `https://apps.apple.com/app/id${id}` })
const android = (id: string): Store => ({
  name: 'Google Play',
  url: `https://play.google.com/store/apps/details?id=${id}`,
})

export const storeWallets: StoreWallet[] = [
  {
    name: 'MetaMask',
    stores: {
      chrome: chrome('metamask/nkbihfbeogaeaoehlefnkodbefgpgknn'),
      firefox: firefox('ether-metamask'),
      edge: edge('metamask/ejbalbakoplchlghecdalmeeeajnimhm'),
      ios: ios('1438144202'),
      android: android('io.metamask'),
    },
  },
  {
    name: 'Rabby',
    stores: {
      chrome: chrome('rabby-wallet/acmacodkjbdgmoleebolmdjonilkdbch'),
      edge: chrome('rabby-wallet/acmacodkjbdgmoleebolmdjonilkdbch'),
    },
  },
  {
    name: 'Coinbase Wallet',
    stores: {
      chrome: chrome('coinbase-wallet-extension/hnfanknocfeofbddgcijnmhnfnkdnaad'),
      edge: chrome('coinbase-wallet-extension/hnfanknocfeofbddgcijnmhnfnkdnaad'),
      ios: ios('1278383455'),
      android: android('org.toshi'),
    },
  },
  {
    name: 'Phantom',
    stores: {
      chrome: chrome('phantom/bfnaelmomeimhlpmgjnjophhpkkoljpa'),
      edge: chrome('phantom/bfnaelmomeimhlpmgjnjophhpkkoljpa'),
      firefox: firefox('phantom-app'),
      ios: ios('1598432977'),
      android: android('app.phantom'),
    },
  },
]
