/** Bitcoin wallets: of the Wallet Standard, of `window.btc_providers`, and UniSat; a chunk of its own. */

import { ANNOUNCED_WALLETS_MAX } from '@countersign/contract/limits.ts'
import { cleanIcon, cleanName } from '../discovery/clean-label.ts'
import type { WalletDriver } from '../driver.ts'
import { readMember } from '../untrusted.ts'
import { type InjectedWallet, readList, readTexts, type StandardWallet } from '../wallet-standard/standard-wallet.ts'
import { withAddressChoice } from './address-choice.ts'
import { createRpcDriver, type RpcOptions, type RpcProvider } from './rpc-driver.ts'
import { createStandardDriver } from './standard-driver.ts'
import { createUniSatDriver, type UniSat } from './unisat-driver.ts'

export function openStandardWallet(wallet: StandardWallet): WalletDriver | undefined {
  if (
    wallet.feature('bitcoin:signMessage') &&
    (wallet.feature('bitcoin:connect') ?? wallet.feature('standard:connect'))
  )
    return withAddressChoice(createStandardDriver(wallet))
  const provider = wallet.feature('sats-connect:')?.provider
  if (!hasMethods<RpcProvider>(provider, ['request'])) return undefined
  return openProvider(provider, { methods: [], readsSilently: wallet.name.startsWith('Xverse') })
}

export function findInjectedWallets(window: object): InjectedWallet[] {
  const unisat = readMember(window, 'unisat')
  const entries = readList(readMember(window, 'btc_providers')).slice(0, ANNOUNCED_WALLETS_MAX)
  return [
    ...entries.flatMap((entry) => readEntry(window, entry) ?? []).filter(({ provider }) => provider !== unisat),
    ...(hasMethods<UniSat>(unisat, ['requestAccounts', 'getAccounts', 'signMessage'])
      ? [{ name: 'UniSat', icon: undefined, provider: unisat, driver: createUniSatDriver(unisat) }]
      : []),
  ]
}

/** An entry names the place of its provider, for example `XverseProviders.BitcoinProvider`. */
function readEntry(window: object, entry: unknown): InjectedWallet | undefined {
  const id = readMember(entry, 'id')
  const name = cleanName(readMember(entry, 'name'))
  const path = typeof id === 'string' && id.length <= ID_MAX ? id.split('.') : []
  const provider = path.reduce(readMember, window as unknown)
  if (name === undefined || !hasMethods<RpcProvider>(provider, ['request'])) return undefined
  const methods = readTexts(readMember(entry, 'methods'))
  if (methods.length > 0 && !methods.includes('signMessage')) return undefined
  // Xverse does not prompt for it; what other wallets do is known only if they list it.
  const readsSilently = methods.includes('wallet_getAccount') || path[0] === 'XverseProviders'
  return { name, icon: readIcon(entry), provider, driver: openProvider(provider, { methods, readsSilently }) }
}

function openProvider(provider: RpcProvider, options: RpcOptions): WalletDriver {
  return withAddressChoice(createRpcDriver(provider, options))
}

const ID_MAX = 100

/** Leather names the type of its icon incompletely. */
function readIcon(entry: unknown): string | undefined {
  const icon = readMember(entry, 'icon')
  return cleanIcon(typeof icon === 'string' ? icon.replace(/^data:image\/svg;/, 'data:image/svg+xml;') : icon)
}

function hasMethods<T extends object>(value: unknown, names: (keyof T & string)[]): value is T {
  return names.every((name) => typeof readMember(value, name) === 'function')
}
