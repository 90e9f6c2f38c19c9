import type { Account } from '@countersign/contract/family/account.ts'
import type { Namespace } from '@countersign/contract/family/family.ts'
import type { Address, LinkCode } from '../wallet.ts'

export type ConnectionState =
  /** `restarted`: the wallet was updated or crashed (code 1011), which requires a reload. */
  | { status: 'disconnected'; restarted: boolean }
  | { status: 'reconnecting'; walletId: string; missed: string | undefined }
  | {
      status: 'connecting'
      walletId: string
      /** Another wallet that connected without a request in the meantime. */
      missed: string | undefined
      code?: LinkCode
      /** The link code was opened on this device, so the wallet's app is here. */
      sameDevice?: true
    }
  | {
      status: 'connected'
      walletId: string
      accounts: SharedAccounts
      namespace: Namespace
      chain: string
      preferred?: PreferredAccount
      sameDevice?: true
    }

export type SharedAccounts = readonly [Address, ...Address[]]

export function hasAccount(accounts: readonly Address[] | undefined): accounts is SharedAccounts {
  return accounts?.[0] !== undefined
}

/** Used instead of the account the wallet lists first, until the person switches accounts in the wallet. */
type PreferredAccount = { address: Address; whileFirst: Address }

export type ConnectionEvent =
  | { type: 'restore_started'; walletId: string }
  | { type: 'restore_failed'; walletId: string }
  | { type: 'connect_requested'; walletId: string }
  /** The wallet refused, or the person stopped waiting. */
  | { type: 'connect_ended'; walletId: string }
  | { type: 'link_code_received'; walletId: string; code: LinkCode }
  | { type: 'link_code_opened'; walletId: string }
  | { type: 'accounts_shared'; walletId: string; accounts: SharedAccounts; namespace: Namespace; chain: string }
  | { type: 'accounts_changed'; walletId: string; accounts: SharedAccounts; chain?: string }
  | { type: 'chain_changed'; walletId: string; chain: string }
  | { type: 'account_preferred'; walletId: string; address: Address }
  | { type: 'wallet_disconnected'; walletId: string; restarted: boolean }
  /** A wallet connected without a request from this page. */
  | { type: 'wallet_missed'; missed: string }
  | { type: 'released' }

type Status = ConnectionState['status']
type EventType = ConnectionEvent['type']
type StateOf<S extends Status> = Extract<ConnectionState, { status: S }>
type EventOf<T extends EventType> = Extract<ConnectionEvent, { type: T }>
type Move<S extends Status, T extends EventType> = (state: StateOf<S>, event: EventOf<T>) => ConnectionState

/** Events of another wallet are ignored, except a click on it. */
export function nextConnection(state: ConnectionState, event: ConnectionEvent): ConnectionState {
  const concernsOther = 'walletId' in state && 'walletId' in event && state.walletId !== event.walletId
  if (concernsOther && event.type !== 'connect_requested') return state
  const move = transitions[state.status][event.type] as Move<Status, EventType> | undefined // indexed by both types
  return move ? move(state, event) : state
}

export function accountInUse({ accounts, namespace, chain, preferred }: Omit<StateOf<'connected'>, 'status'>): Account {
  const isPreferred = preferred && preferred.whileFirst === accounts[0] && accounts.includes(preferred.address)
  return { namespace, chain, address: isPreferred ? preferred.address : accounts[0] }
}

const disconnected = { status: 'disconnected', restarted: false } as const
const toDisconnected = () => disconnected
const toConnecting = (_: ConnectionState, { walletId }: { walletId: string }): ConnectionState => ({
  status: 'connecting',
  walletId,
  missed: undefined,
})
const toConnected = (
  _: ConnectionState,
  { walletId, accounts, namespace, chain }: EventOf<'accounts_shared'>,
): StateOf<'connected'> => ({ status: 'connected', walletId, accounts, namespace, chain })

const transitions: { [S in Status]: { [T in EventType]?: Move<S, T> } } = {
  disconnected: {
    restore_started: (_, { walletId }) => ({ status: 'reconnecting', walletId, missed: undefined }),
    connect_requested: toConnecting,
    accounts_shared: toConnected,
  },
  reconnecting: {
    restore_failed: toDisconnected,
    connect_requested: toConnecting,
    accounts_shared: toConnected,
    wallet_missed: (state, { missed }) => ({ ...state, missed }),
    released: toDisconnected,
  },
  connecting: {
    connect_requested: (state, event) => (state.walletId === event.walletId ? state : toConnecting(state, event)),
    connect_ended: toDisconnected,
    link_code_received: (state, { code }) => ({ ...state, code }),
    link_code_opened: (state) => ({ ...state, sameDevice: true }),
    accounts_shared: (state, event) => ({
      ...toConnected(state, event),
      ...(state.sameDevice ? { sameDevice: true } : {}),
    }),
    wallet_missed: (state, { missed }) => ({ ...state, missed }),
  },
  connected: {
    connect_requested: (state, event) => (state.walletId === event.walletId ? state : toConnecting(state, event)),
    accounts_shared: (state, { accounts, namespace, chain }) => ({ ...state, accounts, namespace, chain }),
    accounts_changed: (state, { accounts, chain = state.chain }) => ({ ...state, accounts, chain }),
    chain_changed: (state, { chain }) => ({ ...state, chain }),
    account_preferred: (state, { address }) => ({
      ...state,
      preferred: { address, whileFirst: state.accounts[0] },
    }),
    wallet_disconnected: (_, { restarted }) => ({ status: 'disconnected', restarted }),
    released: toDisconnected,
  },
}
