import { BITCOIN_MAINNET } from '@countersign/contract/family/family.ts'
import type { WalletDriver } from '../driver.ts'
import { readMember } from '../untrusted.ts'
import { addressTypeOf, toAddresses, toAddressesOrNone, unsupported } from './address.ts'
import { rejectUnsupported } from './rpc-error.ts'
import { toSignature } from './signature.ts'

/** `window.unisat`, and the wallets that imitate it. */
export type UniSat = {
  requestAccounts(): unknown
  getAccounts(): unknown
  signMessage(message: string, type: string): unknown
  getChain?(): unknown
  getNetwork?(): unknown
  disconnect?(): unknown
  on?(event: string, listener: (value: unknown) => void): unknown
}

export function createUniSatDriver(unisat: UniSat): WalletDriver {
  return {
    namespace: 'bip122',
    async requestAccounts() {
      const accounts = await unisat.requestAccounts()
      await checkNetwork(unisat)
      return toAddresses(accounts)
    },
    readAccounts: async () => toAddressesOrNone(await unisat.getAccounts()),
    async readChain() {
      await checkNetwork(unisat)
      return BITCOIN_MAINNET
    },
    // The account is selected in the wallet.
    pickAccount: rejectUnsupported,
    async sign({ account, message }) {
      const type = addressTypeOf(account.address) === 'p2pkh' ? 'ecdsa' : 'bip322-simple'
      return { signature: toSignature(await unisat.signMessage(message, type), account.address) }
    },
    listen(listener) {
      unisat.on?.('accountsChanged', (accounts) => listener.accountsChanged(toAddressesOrNone(accounts)))
      const changed = () =>
        void checkNetwork(unisat).then(
          () => listener.chainChanged(BITCOIN_MAINNET),
          () => listener.accountsChanged([]),
        )
      unisat.on?.('chainChanged', changed)
      unisat.on?.('networkChanged', changed) // older versions
    },
    revoke: async () => (unisat.disconnect ? void (await unisat.disconnect()) : rejectUnsupported()),
  }
}

/** Other chains, such as Fractal Bitcoin, have the same addresses. */
async function checkNetwork(unisat: UniSat): Promise<void> {
  const network = unisat.getChain ? readMember(await unisat.getChain(), 'enum') : await unisat.getNetwork?.()
  if (network !== 'BITCOIN_MAINNET' && network !== 'livenet') throw unsupported('network_unsupported')
}
