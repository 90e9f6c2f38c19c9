/** A window in which Solana wallets register with the Wallet Standard, and the discovery that finds them. */

import { families } from '../../../web/src/wallet/families.ts'
import { fakeWindow } from '../fake-page.ts'
import '../../../web/src/wallet/solana/open-wallet.ts'
import '../../../web/src/wallet/wallet-standard/finder.ts'

type Api = { register(...wallets: object[]): () => void }

export function solanaWindow(...wallets: object[]) {
  const window = fakeWindow()
  const { discover } = families.solana
  const register = (wallet: object) => {
    const detail = (api: Api) => void api.register(wallet)
    window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
  }
  window.addEventListener('wallet-standard:app-ready', (event) => {
    const { detail } = event as CustomEvent<Api> // dispatched by the page
    for (const wallet of wallets) detail.register(wallet)
  })
  return { env: { window, discoveries: discover ? [discover] : [] }, register }
}
