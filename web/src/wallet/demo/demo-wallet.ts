import type { DemoWallet, KeyValue } from '../env.ts'
import { createProviderError } from '../evm/provider.ts'
import { DEMO_RDNS } from '../found-wallet.ts'
import { type ShowPrompt, showDemoPrompt } from './demo-prompt.ts'
import { createKeyring, type Keyring } from './keyring.ts'

export type DemoEnv = {
  window: EventTarget
  localStorage: KeyValue | undefined
  origin: string
  showPrompt: ShowPrompt
}

export function openDemoWallet(localStorage: KeyValue | undefined): DemoWallet {
  return createDemoWallet({ window, localStorage, origin: location.origin, showPrompt: showDemoPrompt })
}

/** A wallet for trying the product: keys in this browser behind EIP-1193 and EIP-6963, with its own dialog. */
export function createDemoWallet(env: DemoEnv): DemoWallet {
  const keyring = createKeyring(env.localStorage)
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const emit = (event: string, value: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(value)
  }
  const provider = {
    request: createRequest({ env, keyring, emit, isOpen: false }),
    on(event: string, listener: (value: unknown) => void) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      return provider
    },
    removeListener(event: string, listener: (value: unknown) => void) {
      listeners.get(event)?.delete(listener)
      return provider
    },
  }
  const info = { uuid: crypto.randomUUID(), name: 'Demo wallet', rdns: DEMO_RDNS, icon: ICON }
  const detail = Object.freeze({ info: Object.freeze(info), provider })
  const announce = () => env.window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  return {
    provider,
    announce() {
      env.window.addEventListener('eip6963:requestProvider', announce)
      announce()
    },
  }
}

type Context = { env: DemoEnv; keyring: Keyring; emit(event: string, value: unknown): void; isOpen: boolean }
type RequestArguments = { method: string; params?: unknown }

function createRequest(context: Context) {
  return async ({ method, params }: RequestArguments): Promise<unknown> => {
    switch (method) {
      case 'eth_accounts':
        return sharedAddresses(context)
      case 'eth_chainId':
        return '0x1'
      case 'eth_requestAccounts':
        if (!context.keyring.isPermitted()) await confirmConnect(context)
        return sharedAddresses(context)
      case 'wallet_requestPermissions':
        await confirmConnect(context)
        return [
          {
            parentCapability: 'eth_accounts',
            caveats: [{ type: 'restrictReturnedAccounts', value: sharedAddresses(context) }],
          },
        ]
      case 'wallet_revokePermissions':
        context.keyring.permit(false)
        context.emit('accountsChanged', [])
        return null
      case 'personal_sign':
        return confirmAndSign(context, params)
      default:
        throw createProviderError(4200, `The demo wallet does not support ${method}.`)
    }
  }
}

function sharedAddresses({ keyring }: Context): string[] {
  return keyring.isPermitted() ? keyring.accounts().map(({ address }) => address) : []
}

async function confirmConnect(context: Context): Promise<void> {
  const before = sharedAddresses(context)[0]
  await confirm(context, undefined)
  context.keyring.permit(true)
  const [after] = sharedAddresses(context)
  if (after !== before) context.emit('accountsChanged', sharedAddresses(context))
}

async function confirmAndSign(context: Context, params: unknown): Promise<string> {
  const [data, address] = Array.isArray(params) ? params : []
  if (typeof data !== 'string' || !/^0x(?:[0-9a-f]{2})*$/i.test(data) || typeof address !== 'string') {
    throw createProviderError(-32602, 'The demo wallet signs a text given in hexadecimal, for an account.')
  }
  const account = context.keyring.find(address)
  if (!account || !context.keyring.isPermitted()) throw createProviderError(4100, 'This site may not use that account.')
  await confirm(context, { address: account.address, message: readText(data) })
  return account.signMessage({ message: { raw: data as `0x${string}` } }) // checked above
}

/** One dialog at a time, like other wallets. */
async function confirm(context: Context, signing: { address: string; message: string } | undefined): Promise<void> {
  if (context.isOpen) throw createProviderError(-32002, 'A request is already waiting in the demo wallet.')
  context.isOpen = true
  try {
    const answer = await context.env.showPrompt({
      origin: context.env.origin,
      signing,
      account: () => context.keyring.accounts()[0]?.address ?? '',
      count: () => context.keyring.accounts().length,
      changeAccount(change) {
        if (change === 'new') context.keyring.addAccount()
        else context.keyring.nextAccount()
        if (context.keyring.isPermitted()) context.emit('accountsChanged', sharedAddresses(context))
      },
    })
    if (answer === 'rejected') throw createProviderError(4001, 'The request was rejected in the demo wallet.')
    if (answer === 'account_changed') throw createProviderError(4100, 'The account was changed in the demo wallet.')
  } finally {
    context.isOpen = false
  }
}

function readText(data: string): string {
  const bytes = Uint8Array.from(data.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  return new TextDecoder().decode(bytes)
}

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#5f574c"/><path d="M8 12h16v11H8zM8 12l11-4v4" fill="none" stroke="#fffdf8" stroke-width="2" stroke-linejoin="round"/><circle cx="20" cy="17.5" r="1.6" fill="#fffdf8"/></svg>',
)}`
