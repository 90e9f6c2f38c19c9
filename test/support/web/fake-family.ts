/** A wallet of another chain family than Ethereum behind a scripted driver, registered by the Wallet Standard. */

import { type Namespace, SOLANA_MAINNET } from '@countersign/contract/family/family.ts'
import type { DriverListener, OneStepAnswer, SignedMessage, WalletDriver } from '../../../web/src/wallet/driver.ts'
import '../../../web/src/wallet/wallet-standard/finder.ts' // preloaded, so that no test waits for the dynamic import
import { discoverLazily, type FamilySource } from '../../../web/src/wallet/wallet-standard/listener.ts'
import type { FamilyModule } from '../../../web/src/wallet/wallet-standard/standard-wallet.ts'

export const SOL_ALICE = 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9'
export const SOL_BOB = '4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS'
export const solAlice = { namespace: 'solana', chain: SOLANA_MAINNET, address: SOL_ALICE } as const
export const SOL_SIGNATURE = `${'ab'.repeat(43)}==`
export const STANDARD_ICON = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E'

type Method = 'requestAccounts' | 'readAccounts' | 'readChain' | 'pickAccount' | 'sign' | 'signIn' | 'revoke'

type Script = {
  name?: string
  accounts?: string[]
  permitted?: boolean
  /** Names of features: one per chain family. */
  features?: string[]
  signed?: SignedMessage
  oneStep?: (accounts: string[]) => OneStepAnswer | undefined
}

export type FamilyWalletFake = ReturnType<typeof createFamilyWallet>

export function createFamilyWallet(script: Script = {}) {
  const { name = 'Phantom', features = ['solana:signMessage'], signed = { signature: SOL_SIGNATURE } } = script
  let accounts = script.accounts ?? [SOL_ALICE]
  let isPermitted = script.permitted ?? false
  const calls: string[] = []
  const open = new Map<Method, PromiseWithResolvers<void>>()
  const held = new Set<Method>()
  const listeners: DriverListener[] = []

  /** Waits for `answer` or `fail` if the method is held. */
  async function call<T>(method: Method, answer: () => T): Promise<T> {
    calls.push(method)
    if (held.has(method)) {
      const waiting = Promise.withResolvers<void>()
      open.set(method, waiting)
      await waiting.promise
    }
    return answer()
  }
  const share = () => {
    isPermitted = true
    return accounts
  }
  const { oneStep } = script
  const driverOf = (namespace: Namespace): WalletDriver => ({
    namespace,
    requestAccounts: () => call('requestAccounts', share),
    readAccounts: () => call('readAccounts', () => (isPermitted ? accounts : [])),
    readChain: () => call('readChain', () => SOLANA_MAINNET),
    pickAccount: () => call('pickAccount', () => undefined),
    sign: () => call('sign', () => signed),
    ...(oneStep ? { signIn: () => call('signIn', () => oneStep(share())) } : {}),
    listen: (listener) => void listeners.push(listener),
    revoke: () => call('revoke', () => undefined),
  })
  return {
    calls,
    held,
    answer: (method: Method) => open.get(method)?.resolve(),
    fail: (method: Method, error: unknown) => open.get(method)?.reject(error),
    emit(event: (listener: DriverListener) => void) {
      for (const listener of listeners) event(listener)
    },
    setAccounts(next: string[]) {
      accounts = next
    },
    permit(next: boolean) {
      isPermitted = next
    },
    wallet: {
      version: '1.0.0',
      name,
      icon: STANDARD_ICON,
      chains: ['solana:mainnet'],
      accounts: [],
      features: Object.fromEntries(features.map((feature) => [feature, { driverOf }])),
    },
  }
}

/** As wallets do it: at once, and again when a page is ready. Unregisters from every page. */
export function registerWallet(window: EventTarget, wallet: unknown): () => void {
  const unregister: (() => void)[] = []
  const callback = (api: { register(wallet: unknown): () => void }) => void unregister.push(api.register(wallet))
  window.addEventListener('wallet-standard:app-ready', (event) => callback((event as CustomEvent).detail))
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: callback }))
  return () => {
    for (const run of unregister) run()
  }
}

/** A family whose module opens wallets of `createFamilyWallet`; counts the loads of its chunk. */
export function createFamilySource(
  namespace: Namespace,
  options: Partial<FamilySource & FamilyModule> & { /** The chunk arrives then. */ wait?: Promise<void> } = {},
) {
  const loads = { count: 0 }
  const prefix = { eip155: 'ethereum:', solana: 'solana:', bip122: 'bitcoin:' }[namespace]
  const { findInjectedWallets, openStandardWallet, wait, ...source } = options
  const family: FamilyModule = {
    openStandardWallet(wallet) {
      const feature = wallet.feature(`${prefix}signMessage`)
      if (typeof feature?.driverOf !== 'function') return undefined
      return feature.driverOf(namespace)
    },
    ...(openStandardWallet ? { openStandardWallet } : {}),
    ...(findInjectedWallets ? { findInjectedWallets } : {}),
  }
  const discover = discoverLazily({
    namespace,
    prefix,
    async load() {
      loads.count++
      await wait
      return family
    },
    ...source,
  })
  return { discover, loads }
}
