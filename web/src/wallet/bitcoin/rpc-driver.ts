import { BITCOIN_MAINNET } from '@countersign/contract/family/family.ts'
import type { SignedMessage, SignRequest, WalletDriver } from '../driver.ts'
import { readMember } from '../untrusted.ts'
import { KnownProblemError } from '../wallet-error.ts'
import { addressTypeOf, toAddress, toAddresses, toAddressesOrNone, unsupported } from './address.ts'
import { isUnsupported, RpcError } from './rpc-error.ts'
import { toSignature } from './signature.ts'

/** A provider of `window.btc_providers` (WBIP004), or of the Wallet Standard's `sats-connect:` feature. */
export type RpcProvider = {
  request(method: string, params?: unknown): unknown
  addListener?(listener: { eventName: string; cb(event: unknown): void }): unknown
}

export type RpcOptions = {
  /** The methods that the wallet lists; not every wallet does. */
  methods: readonly unknown[]
  /** It answers `wallet_getAccount` without a prompt. */
  readsSilently: boolean
}

export function createRpcDriver(provider: RpcProvider, { methods, readsSilently }: RpcOptions): WalletDriver {
  /** What a wallet shared that might prompt if it is asked again. */
  let shared: string[] = []
  async function requestAccounts() {
    shared = await connect(provider, methods)
    return shared
  }
  async function readAccounts() {
    if (!readsSilently) return shared
    return toAddressesOrNone(toAddressList(await call(provider, 'wallet_getAccount', null)))
  }
  return {
    namespace: 'bip122',
    requestAccounts,
    // A wallet that is locked, or that no longer permits this page, answers with an error.
    readAccounts: () => readAccounts().catch(() => []),
    readChain: async () => BITCOIN_MAINNET,
    // It prompts again if the wallet asks every time, or if another account was selected in it.
    pickAccount: async () => void (await requestAccounts()),
    sign: (request) => sign(provider, request),
    listen: (listener) =>
      listen(provider, {
        changed(addresses) {
          shared = toAddressesOrNone(addresses)
          if (addresses || !readsSilently) return listener.accountsChanged(shared)
          void readAccounts().then(listener.accountsChanged, () => listener.accountsChanged([]))
        },
        disconnected() {
          shared = []
          listener.disconnected(undefined)
        },
      }),
    async revoke() {
      shared = []
      await call(provider, 'wallet_disconnect', null)
    },
  }
}

const PURPOSES = ['payment', 'ordinals']

/** The first is the newest of sats-connect, the last is all that Leather has. */
const connectMethods: [string, unknown][] = [
  ['wallet_connect', { addresses: PURPOSES, network: 'Mainnet' }],
  ['getAccounts', { purposes: PURPOSES }],
  ['getAddresses', { purposes: PURPOSES }],
]

async function connect(provider: RpcProvider, methods: readonly unknown[]): Promise<string[]> {
  // Wallets of sats-connect list its older methods only.
  const known = methods.includes('getAccounts') ? ['wallet_connect', ...methods] : methods
  const listed = connectMethods.filter(([method]) => known.includes(method))
  let failure: unknown
  for (const [method, params] of listed.length > 0 ? listed : connectMethods) {
    try {
      return toAddresses(toAddressList(await call(provider, method, params)))
    } catch (error) {
      if (!isUnsupported(error)) throw error
      failure = error
    }
  }
  throw failure
}

function toAddressList(result: unknown): unknown {
  const name = readMember(readMember(readMember(result, 'network'), 'bitcoin'), 'name')
  if (typeof name === 'string' && name.toLowerCase() !== 'mainnet') throw unsupported('network_unsupported')
  return readMember(result, 'addresses') ?? result
}

async function sign(provider: RpcProvider, { account, message }: SignRequest): Promise<SignedMessage> {
  const paymentType = addressTypeOf(account.address)
  const protocol = paymentType === 'p2pkh' ? 'ECDSA' : 'BIP322'
  // Leather takes the type of the address instead of the address.
  const params = { address: account.address, message, protocol, paymentType }
  const signed = await call(provider, 'signMessage', params)
  const signer = toAddress(readMember(signed, 'address'))
  if (signer && signer !== account.address)
    throw new KnownProblemError({ code: 'wallet/account_missing', remedy: 'try_again' }, 'Another address signed.')
  const signature = toSignature(readMember(signed, 'signature'), account.address)
  const text = readMember(signed, 'message')
  return typeof text === 'string' ? { signature, message: text } : { signature }
}

type RpcListener = {
  /** Not every wallet reports the addresses. */ changed(addresses: unknown): void
  disconnected(): void
}

function listen(provider: RpcProvider, { changed, disconnected }: RpcListener): void {
  for (const eventName of ['accountChange', 'networkChange'])
    provider.addListener?.({ eventName, cb: (event) => changed(readMember(event, 'addresses')) })
  provider.addListener?.({ eventName: 'disconnect', cb: disconnected })
}

async function call(provider: RpcProvider, method: string, params: unknown): Promise<unknown> {
  let answer: unknown
  try {
    answer = await provider.request(method, params)
  } catch (error) {
    throw new RpcError(error)
  }
  const error = readMember(answer, 'error')
  if (error) throw new RpcError(error)
  return readMember(answer, 'result') ?? answer
}
