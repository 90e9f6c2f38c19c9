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

/** Options of `openFlow` for a page with these Bitcoin wallets. */
export function bitcoinPage({ registered = [], providers = [], unisat }: Installed) {
  const globals = {
    ...Object.fromEntries(providers.map(({ id, provider }) => [id, provider])),
    ...(providers.length > 0 ? { btc_providers: providers.map(({ provider: _, ...entry }) => entry) } : {}),
    ...(unisat ? { unisat } : {}),
  }
  return { discoveries: discoveriesOf(['bip122']), standard: registered, globals }
}
