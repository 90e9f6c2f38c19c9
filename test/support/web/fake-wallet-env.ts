import type { Challenge } from '@countersign/contract/routes/challenge.ts'
import type { WalletsEnv } from '../../../web/src/wallet/discovery/discover.ts'
import type { LinkedWallet } from '../../../web/src/wallet/env.ts'
import { fakeBus, fakeSignal, fakeStorage, fakeTimers, fakeWindow, settled } from '../fake-page.ts'
import { installScriptedWallet, type Sign, type WalletScript } from '../wallets/scripted-wallet.ts'
import '../../../web/src/wallet/extras.ts'
import { createLinkedWallet } from '../../../web/src/wallet/connection/linked.ts'
import { discoverEvm } from '../../../web/src/wallet/evm/discovery.ts'
import { createWallets } from '../../../web/src/wallet/wallets.ts'

export const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const CAROL = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

export const metaMask = { name: 'MetaMask', rdns: 'io.metamask', accounts: [ALICE] } satisfies WalletScript
export const rabby = { name: 'Rabby', rdns: 'io.rabby', accounts: [BOB] } satisfies WalletScript
export const rainbow = { name: 'Rainbow', rdns: 'me.rainbow', accounts: [BOB] } satisfies WalletScript

export const alice = { namespace: 'eip155', chain: '1', address: ALICE } as const
export const bob = { ...alice, address: BOB } as const
export const rejection = { code: 4001, message: 'User rejected the request.' }

export const exampleChallenge: Challenge = {
  id: 'chl_01JCQ2Z8Y7ABCDEFGHJKMNPQ00',
  token: 'token',
  purpose: 'sign_in',
  boundTo: null,
  nonce: 'abcdefghijklmnopqrstuvwx',
  domain: 'id.example',
  uri: 'https://id.example',
  statement: 'Sign in to Acme.',
  issuedAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2026-01-01T00:10:00.000Z',
}

export function recentWallets(...wallets: { rdns: string; name: string }[]): Record<string, string> {
  return { 'cs.recent': JSON.stringify(wallets.map(({ rdns, name }) => ({ id: rdns, name, away: false }))) }
}

/** Pages that share `bus` and `localStorage` are tabs of one browser. */
export function openWallets(
  options: Partial<WalletsEnv> & {
    linked?: LinkedWallet[]
    bus?: ReturnType<typeof fakeBus<'gone'>>
    timers?: ReturnType<typeof fakeTimers>
  } = {},
) {
  const page = fakeWindow()
  const timers = options.timers ?? fakeTimers()
  const returns = fakeSignal()
  const tab = (options.bus ?? fakeBus<'gone'>()).tab()
  const localStorage = fakeStorage()
  const sessionStorage = fakeStorage()
  const env: WalletsEnv = {
    window: page,
    localStorage,
    sessionStorage,
    announcesLate: false,
    onReturn: (listener) => returns.subscribe(listener),
    tabs: { announceDisconnect: () => tab.post('gone'), onDisconnect: (listener) => tab.subscribe(listener) },
    locale: 'en',
    discoveries: [discoverEvm],
    loadDemo: undefined,
    loadLinked: options.linked && (async () => options.linked?.map(createLinkedWallet) ?? []),
    ...options,
    timers,
  }
  const wallets = createWallets(env)
  const history: string[] = []
  wallets.subscribe(() => {
    const { status } = wallets.getConnection()
    if (history.at(-1) !== status) history.push(status)
  })
  return {
    wallets,
    env,
    timers,
    returns,
    localStorage,
    sessionStorage,
    history,
    install: (script: WalletScript, sign?: Sign) => installScriptedWallet(script, page, sign),
    names: () => wallets.getWallets().map(({ name }) => name),
  }
}

export async function connectedPage(script: Partial<WalletScript> = {}) {
  const page = openWallets()
  const wallet = page.install({ ...metaMask, ...script })
  page.wallets.start()
  await page.wallets.connect('io.metamask')
  await settled()
  return { ...page, wallets: page.wallets, wallet }
}

type Page = Pick<ReturnType<typeof openWallets>, 'wallets'>

export function accountOf(page: Page) {
  const connection = page.wallets.getConnection()
  return connection.status === 'connected' ? connection.account : connection.status
}

export function labelOf(id: string) {
  const name = { 'io.metamask': 'MetaMask', 'io.rabby': 'Rabby' }[id]
  return { id, name, icon: 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E', rdns: id }
}
