import type { DemoWallet, KeyValue } from '../env.ts'
import { DEMO_RDNS } from '../found-wallet.ts'
import { type AskPerson, openDemoWindow } from './demo-window.ts'
import { createKeyring, type Keyring } from './keyring.ts'

export type DemoEnv = { window: EventTarget; localStorage: KeyValue | undefined; origin: string; ask: AskPerson }

/** A wallet to try the product with: a key in this browser behind EIP-1193 and EIP-6963, with its own window. */
export function createDemoWallet(env: DemoEnv = browserEnv()): DemoWallet {
  const keyring = createKeyring(env.localStorage)
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const emit = (event: string, value: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(value)
  }
  const provider = {
    request: createRequest({ env, keyring, emit, busy: false }),
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

type Desk = { env: DemoEnv; keyring: Keyring; emit(event: string, value: unknown): void; busy: boolean }
type RequestArguments = { method: string; params?: unknown }

function createRequest(desk: Desk) {
  return async ({ method, params }: RequestArguments): Promise<unknown> => {
    switch (method) {
      case 'eth_accounts':
        return shared(desk)
      case 'eth_chainId':
        return '0x1'
      case 'eth_requestAccounts':
        if (!desk.keyring.isPermitted()) await askToConnect(desk)
        return shared(desk)
      case 'wallet_requestPermissions':
        await askToConnect(desk)
        return [
          { parentCapability: 'eth_accounts', caveats: [{ type: 'restrictReturnedAccounts', value: shared(desk) }] },
        ]
      case 'wallet_revokePermissions':
        desk.keyring.permit(false)
        desk.emit('accountsChanged', [])
        return null
      case 'personal_sign':
        return askToSign(desk, params)
      default:
        throw failure(4200, `The demo wallet does not know ${method}.`)
    }
  }
}

function shared({ keyring }: Desk): string[] {
  return keyring.isPermitted() ? keyring.accounts().map(({ address }) => address) : []
}

async function askToConnect(desk: Desk): Promise<void> {
  const before = shared(desk)[0]
  await asking(desk, undefined)
  desk.keyring.permit(true)
  const [after] = shared(desk)
  if (after !== before) desk.emit('accountsChanged', shared(desk))
}

async function askToSign(desk: Desk, params: unknown): Promise<string> {
  const [data, address] = Array.isArray(params) ? params : []
  if (typeof data !== 'string' || !/^0x(?:[0-9a-f]{2})*$/i.test(data) || typeof address !== 'string') {
    throw failure(-32602, 'The demo wallet signs a text given in hexadecimal, for an account.')
  }
  const account = desk.keyring.find(address)
  if (!account || !desk.keyring.isPermitted()) throw failure(4100, 'This site may not use that account.')
  await asking(desk, { address: account.address, message: readText(data) })
  return account.signMessage({ message: { raw: data as `0x${string}` } }) // its form was checked above
}

/** One window at a time, like the wallets it stands in for. */
async function asking(desk: Desk, signing: { address: string; message: string } | undefined): Promise<void> {
  if (desk.busy) throw failure(-32002, 'A request is already waiting in the demo wallet.')
  desk.busy = true
  try {
    const answer = await desk.env.ask({
      origin: desk.env.origin,
      signing,
      account: () => desk.keyring.accounts()[0]?.address ?? '',
      count: () => desk.keyring.accounts().length,
      changeAccount(how) {
        if (how === 'new') desk.keyring.addAccount()
        else desk.keyring.turn()
        if (desk.keyring.isPermitted()) desk.emit('accountsChanged', shared(desk))
      },
    })
    if (answer === 'rejected') throw failure(4001, 'The request was rejected in the demo wallet.')
    if (answer === 'account_changed') throw failure(4100, 'The account was changed in the demo wallet.')
  } finally {
    desk.busy = false
  }
}

function readText(data: string): string {
  const bytes = Uint8Array.from(data.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  return new TextDecoder().decode(bytes)
}

function failure(code: number, message: string): Error {
  return Object.assign(new Error(message), { code })
}

function browserEnv(): DemoEnv {
  let storage: KeyValue | undefined
  try {
    storage = window.localStorage
  } catch {
    // blocked: the key then lives as long as the page
  }
  return { window, localStorage: storage, origin: location.origin, ask: openDemoWindow }
}

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#5f574c"/><path d="M8 12h16v11H8zM8 12l11-4v4" fill="none" stroke="#fffdf8" stroke-width="2" stroke-linejoin="round"/><circle cx="20" cy="17.5" r="1.6" fill="#fffdf8"/></svg>',
)}`
