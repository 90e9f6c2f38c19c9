/** Wallets and the connection, for the rest of the page. */

/** A wallet that can be chosen. Names and icons are already sanitized. */
export type WalletOption = {
  /** Stable for the life of the page. */
  id: string
  name: string
  /** A checked `data:` image, if any. */
  icon: string | undefined
  /** Reverse domain name as announced, shown so that an imitation can be recognized. */
  rdns: string | undefined
  recent: boolean
  /** `announced` by EIP-6963, `browser` for a bare `window.ethereum`, `linked` for one the operator enabled, `demo` for ours. */
  kind: 'announced' | 'browser' | 'linked' | 'demo'
  /** Connects and signs in one prompt (ERC-7846); every other wallet shows two. */
  oneStep: boolean
}

/** Page and wallet: one of four statuses, moved by `connection.ts`; `connected` always has an account. */
export type Connection =
  | {
      status: 'disconnected'
      /** The wallet was updated or crashed (code 1011): only a reload brings it back. */
      restarted?: true
    }
  | { status: 'connecting'; wallet: WalletLabel | undefined; code?: LinkCode }
  | { status: 'reconnecting'; wallet: WalletLabel | undefined }
  | { status: 'connected'; wallet: WalletLabel; account: Account }

export type WalletLabel = { id: string; name: string; icon: string | undefined; rdns: string | undefined }

/** What a wallet on another device scans to link itself with this page, and until when. */
export type LinkCode = { uri: string; endsAt: number }

/** In EIP-55 form. */
export type Address = `0x${string}`

export type Account = { address: Address; chainId: number }

/** The account after the wallet's account picker was used. */
export type PickedAccount = { account: Account; changed: boolean }

/** Whether an account is acceptable. */
export type Wants = (address: Address) => boolean
