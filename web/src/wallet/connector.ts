import { type CreateConnectorFn, createConnector } from '@wagmi/core'
import { type Address, getAddress } from 'viem'
import type { Found } from './discovery.ts'
import type { ConnectBy } from './one-step.ts'
import type { LinkCode } from './wallet.ts'

/** What a connector asks before it follows a wallet that connects by itself. */
export type Gate = {
  mayConnectItself(uid: string): boolean
  /** Called before the connection goes, so that the reason is known when it does. */
  disconnected(code: number | undefined): void
  /** Another way to connect than to ask for accounts alone. */
  connectBy(): ConnectBy | undefined
  /** A linked wallet has to be shown to another device. */
  codeCame(code: LinkCode): void
}

type Provider = {
  request(args: { method: string; params?: unknown[] }): Promise<unknown>
  on?(event: string, listener: (...values: never[]) => void): unknown
}

const REJECTED = 4001
const ALREADY_ASKED = -32002
/** MetaMask's service worker restarts; its accounts come back by themselves. */
const RESTARTING = 1013

/**
 * wagmi's connector interface for one wallet, with our say in its events. wagmi's own `injected` also switches
 * networks, guesses vendors and keeps flags in storage: a third of the page's wallet code that signing in never uses.
 */
export function connectorFor(found: Found, gate: Gate): CreateConnectorFn {
  const provider = found.provider as unknown as Provider // checked by discovery; the standard type is stricter than wallets are
  return createConnector<Provider>((config) => ({
    id: found.id,
    name: found.name,
    icon: found.icon,
    type: 'injected',

    async setup() {
      // Listening begins once and lasts: wagmi heeds an event only where it has a use.
      const listen = (event: string, hear: (value: never) => unknown) =>
        provider.on?.(event, (value: never) => void quietly(() => hear(value)))
      await quietly(() => {
        listen('connect', (info) => this.onConnect?.(info))
        listen('accountsChanged', (accounts) => this.onAccountsChanged(accounts))
        listen('chainChanged', (chain) => this.onChainChanged(chain))
        listen('disconnect', (error) => this.onDisconnect(error))
        if (found.link) listen('code', gate.codeCame)
      })
    },
    async connect({ isReconnecting, withCapabilities } = {}) {
      const accounts = isReconnecting ? await this.getAccounts() : await askToConnect(provider, gate.connectBy())
      const chainId = await this.getChainId()
      // wagmi types the answer by the flag it passed in
      return {
        accounts: (withCapabilities ? accounts.map((address) => ({ address, capabilities: {} })) : accounts) as never,
        chainId,
      }
    },
    async disconnect() {
      // The permission is taken back by `disconnectWallet`, and only when a person asks for it.
    },
    getAccounts: () => readAccounts(provider),
    getChainId: async () => Number(await provider.request({ method: 'eth_chainId' })),
    getProvider: async () => provider,
    isAuthorized: () =>
      readAccounts(provider).then(
        (accounts) => accounts.length > 0,
        () => false,
      ),

    async onConnect(info) {
      if (!gate.mayConnectItself(config.emitter.uid)) return
      const accounts = await this.getAccounts()
      if (accounts.length > 0) config.emitter.emit('connect', { accounts, chainId: Number(info.chainId) })
    },
    async onAccountsChanged(accounts) {
      if (!Array.isArray(accounts)) return
      if (accounts.length === 0) return this.onDisconnect()
      if (!gate.mayConnectItself(config.emitter.uid)) return
      if (config.emitter.listenerCount('connect') === 0)
        config.emitter.emit('change', { accounts: accounts.map(asAddress) })
      else await this.onConnect?.({ chainId: String(await this.getChainId()) })
    },
    onChainChanged: (chain) => config.emitter.emit('change', { chainId: Number(chain) }),
    async onDisconnect(error) {
      const code = codeOf(error)
      gate.disconnected(code)
      if (code === RESTARTING && (await this.getAccounts()).length > 0) return
      config.emitter.emit('disconnect')
    },
  }))
}

async function askToConnect(provider: Provider, connectBy: ConnectBy | undefined): Promise<readonly Address[]> {
  const accounts = connectBy && (await connectBy(provider)) // without one the wallet is asked in this very task
  if (!accounts) return askForAccounts(provider)
  return accounts.length > 0 ? asAddresses(accounts) : readAccounts(provider)
}

/** `wallet_requestPermissions` lets people choose again; wallets without it know the older request. */
async function askForAccounts(provider: Provider): Promise<readonly Address[]> {
  try {
    await provider.request({ method: 'wallet_requestPermissions', params: [{ eth_accounts: {} }] })
    const shared = await readAccounts(provider)
    if (shared.length > 0) return shared
  } catch (error) {
    const code = codeOf(error)
    if (code === REJECTED || code === ALREADY_ASKED) throw error
  }
  return asAddresses(await provider.request({ method: 'eth_requestAccounts' }))
}

async function readAccounts(provider: Provider): Promise<readonly Address[]> {
  return asAddresses(await provider.request({ method: 'eth_accounts' }))
}

function asAddresses(accounts: unknown): Address[] {
  return Array.isArray(accounts) ? accounts.map(asAddress) : []
}

function asAddress(value: unknown): Address {
  return getAddress(String(value))
}

/** Nothing a wallet emits may throw into the page. */
async function quietly(run: () => unknown): Promise<void> {
  try {
    await run()
  } catch {
    // a wallet that fails inside its own event has nothing to tell us
  }
}

function codeOf(error: unknown): number | undefined {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'number'
    ? error.code
    : undefined
}
