/** Wallets of the Wallet Standard. What they hold is untrusted input: members may be missing, and getters may throw. */

import { cleanIcon, cleanName } from '../discovery/clean-label.ts'
import type { WalletDriver } from '../driver.ts'
import { ignoreErrors, isObject, readMember } from '../untrusted.ts'

/** What the chunk of a chain family exports. */
export type FamilyModule = {
  /** Called once per wallet that declares features of the family; undefined if it lacks what signing needs. */
  openStandardWallet?(wallet: StandardWallet): WalletDriver | undefined
  /** Wallets that are properties of `window`; called again whenever there may be more. */
  findInjectedWallets?(window: object): InjectedWallet[]
}

/** `provider` identifies the wallet: it is listed once. `name` and `icon` have to be cleaned. */
export type InjectedWallet = { provider: object; name: string; icon: string | undefined; driver: WalletDriver }

/** Name and icon are clean. The rest is read at every call, because wallets change it. */
export type StandardWallet = {
  name: string
  icon: string | undefined
  /** For example `solana:mainnet`. */
  chains(): string[]
  /** Undefined if the wallet does not declare it. Its members are unchecked. */
  feature(name: string): Record<string, unknown> | undefined
  /** Those that the wallet shares now. */
  accounts(): StandardAccount[]
}

/** `object` is the wallet's own, which its methods expect. */
export type StandardAccount = { address: string; chains: string[]; features: string[]; object: object }

/** Undefined without a name: the list merges wallets by it. */
export function readStandardWallet(wallet: object): StandardWallet | undefined {
  const name = cleanName(readMember(wallet, 'name'))
  if (name === undefined) return undefined
  return {
    name,
    icon: cleanIcon(readMember(wallet, 'icon')),
    chains: () => readTexts(readMember(wallet, 'chains')),
    feature(feature) {
      const value = readMember(readMember(wallet, 'features'), feature)
      return isObject(value) ? (value as Record<string, unknown>) : undefined // members stay unknown
    },
    accounts: () => readStandardAccounts(readMember(wallet, 'accounts')),
  }
}

/** The method of a feature, which has its name. Signing features answer with one output for each input. */
export function findMethod(wallet: StandardWallet, name: string) {
  const feature = wallet.feature(name)
  const [, method = ''] = name.split(':')
  const run = readMember(feature, method === 'events' ? 'on' : method)
  if (typeof run !== 'function') return undefined
  return async (...args: unknown[]): Promise<unknown> => {
    const output: unknown = await Reflect.apply(run, feature, args)
    return Array.isArray(output) ? output[0] : output
  }
}

/** Also for what `standard:connect` and sign-in features return. Entries without an address are left out. */
export function readStandardAccounts(value: unknown): StandardAccount[] {
  return readList(value).flatMap((object) => {
    const address = readMember(object, 'address')
    if (!isObject(object) || typeof address !== 'string') return []
    const [chains, features] = [readMember(object, 'chains'), readMember(object, 'features')].map(readTexts)
    return [{ address, chains: chains ?? [], features: features ?? [], object }]
  })
}

/** Empty for anything but a list. */
export function readTexts(value: unknown): string[] {
  return readList(value).filter((text) => typeof text === 'string')
}

const LIST_MAX = 100

/** Copied by index: a wallet may have replaced the methods of its lists. */
export function readList(value: unknown): unknown[] {
  const copy = () =>
    Array.isArray(value) ? Array.from({ length: Math.min(value.length, LIST_MAX) }, (_, at): unknown => value[at]) : []
  return ignoreErrors(copy) ?? []
}
