import '../../../web/src/wallet/bitcoin/bitcoin.ts'
import { discoveriesOf } from '../../../web/src/wallet/families.ts'
import '../../../web/src/wallet/wallet-standard/finder.ts'

type Installed = {
  /** Wallet Standard wallets. */
  registered?: object[]
  /** By the path that an entry of `btc_providers` names. */
  providers?: { id: string; name: string; provider: object; methods?: string[] }[]
  unisat?: object
}

type RegisterEvent = CustomEvent<{ register(...wallets: object[]): () => void }>

/** A page with these Bitcoin wallets, for `openWallets` and `openFlow`. */
export function bitcoinEnv({ registered = [], providers = [], unisat }: Installed) {
  const window = new EventTarget()
  window.addEventListener(
    'wallet-standard:app-ready',
    (event) => (event as RegisterEvent).detail.register(...registered), // what the page dispatches
  )
  if (unisat) Object.assign(window, { unisat })
  if (providers.length > 0)
    Object.assign(window, { btc_providers: providers.map(({ provider: _, ...entry }) => entry) })
  for (const { id, provider } of providers) Object.assign(window, { [id]: provider })
  return { window, discoveries: discoveriesOf(['bip122']) }
}
