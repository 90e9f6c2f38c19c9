import { BITCOIN_MAINNET } from '@countersign/contract/family/family.ts'
import type { SignedMessage, SignRequest, WalletDriver } from '../driver.ts'
import { readMember } from '../untrusted.ts'
import { KnownProblemError } from '../wallet-error.ts'
import { findMethod, type StandardAccount, type StandardWallet } from '../wallet-standard/standard-wallet.ts'
import { toAddress, toAddresses, toAddressesOrNone } from './address.ts'
import { rejectUnsupported } from './rpc-error.ts'
import { toSignature } from './signature.ts'

export function createStandardDriver(wallet: StandardWallet): WalletDriver {
  let lastShared: StandardAccount[] = []
  /** A locked wallet shares none, but asks to be unlocked when it has to sign. */
  const sharedBeforeLocked = () => {
    const shared = wallet.accounts()
    if (toAddressesOrNone(shared).length > 0) lastShared = shared
    return lastShared
  }
  return {
    namespace: 'bip122',
    async requestAccounts() {
      const connected = await call(wallet, 'connect', { purposes: ['payment', 'ordinals'] })
      return toAddresses(readMember(connected, 'accounts'))
    },
    // `bitcoin:connect` has no silent mode and would prompt.
    async readAccounts() {
      const shared = toAddressesOrNone(wallet.accounts())
      // Some wallets prompt even for a silent connection, also to be unlocked.
      const connect = findMethod(wallet, 'standard:connect')
      if (sharedBeforeLocked().length > 0 || !connect) return shared
      const connected = await connect({ silent: true })
      return toAddressesOrNone(readMember(connected, 'accounts'))
    },
    readChain: async () => BITCOIN_MAINNET,
    // The account is selected in the wallet.
    pickAccount: rejectUnsupported,
    sign: (request) => sign(wallet, sharedBeforeLocked(), request),
    listen(listener) {
      const changed = (change: unknown) => {
        const accounts = readMember(change, 'accounts')
        if (!accounts) return
        lastShared = []
        listener.accountsChanged(toAddressesOrNone(accounts))
      }
      call(wallet, 'events', 'change', changed).catch(() => undefined) // not every wallet has events
    },
    async revoke() {
      lastShared = []
      await call(wallet, 'disconnect')
    },
  }
}

async function sign(
  wallet: StandardWallet,
  accounts: StandardAccount[],
  { account, message }: SignRequest,
): Promise<SignedMessage> {
  const { address } = account
  // MetaMask signs with its selected account, whichever it is given.
  const signer = accounts.find((each) => toAddress(each) === address)
  if (!signer)
    throw new KnownProblemError({ code: 'wallet/account_missing', remedy: 'try_again' }, 'The account is not shared.')
  const input = { account: signer.object, address, message: new TextEncoder().encode(message) }
  const signed = await call(wallet, 'signMessage', input)
  // `signedMessage` is ignored, because MetaMask puts the signature there.
  const signature = readMember(signed, 'signature')
  return { signature: toSignature(signature, address) }
}

/** MetaMask has these features as `bitcoin:`, other wallets some of them as `standard:`. */
function call(wallet: StandardWallet, name: string, ...args: unknown[]): Promise<unknown> {
  const run = findMethod(wallet, `bitcoin:${name}`) ?? findMethod(wallet, `standard:${name}`)
  return run ? run(...args) : rejectUnsupported()
}
