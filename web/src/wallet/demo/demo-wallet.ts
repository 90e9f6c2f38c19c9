import { DEMO_NAME, DEMO_RDNS } from '../discovery/found-wallet.ts'
import type { DemoWallet, KeyValue } from '../env.ts'
import type { DemoContext, DemoEnv } from './demo-context.ts'
import { showDemoPrompt } from './demo-prompt.ts'
import { createEvmProvider } from './evm-provider.ts'
import { createKeyring } from './keyring.ts'
import { createStandardWallet, type StandardWallet } from './standard-wallet.ts'

export async function openDemoWallet(localStorage: KeyValue | undefined): Promise<DemoWallet> {
  const wallet = createDemoWallet({ window, localStorage, origin: location.origin, showPrompt: showDemoPrompt })
  await wallet.standard.ready()
  return wallet
}

/** A wallet for trying the product: keys in this browser behind EIP-6963 and Wallet Standard, with its own dialog. */
export function createDemoWallet(env: DemoEnv): DemoWallet & { standard: StandardWallet } {
  const context: DemoContext = { env, keyring: createKeyring(env.localStorage), isOpen: false }
  const provider = createEvmProvider(context)
  const info = { uuid: crypto.randomUUID(), name: DEMO_NAME, rdns: DEMO_RDNS, icon: ICON }
  const detail = Object.freeze({ info: Object.freeze(info), provider })
  const announce = () => env.window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  const standard = createStandardWallet(context, { name: DEMO_NAME, icon: ICON })
  const register = ({ register }: { register(wallet: unknown): unknown }) => register(standard)
  return {
    provider,
    standard,
    announce() {
      env.window.addEventListener('eip6963:requestProvider', announce)
      announce()
      env.window.addEventListener('wallet-standard:app-ready', (event) => register((event as CustomEvent).detail)) // as the standard says
      env.window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
    },
  }
}

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#5f574c"/><path d="M8 12h16v11H8zM8 12l11-4v4" fill="none" stroke="#fffdf8" stroke-width="2" stroke-linejoin="round"/><circle cx="20" cy="17.5" r="1.6" fill="#fffdf8"/></svg>',
)}`
