import type { Account } from '@countersign/contract/family/account.ts'
import type { Namespace } from '@countersign/contract/family/family.ts'

/** A row of the list: a wallet by name, in all its chain families. Names and icons are already sanitized. */
export type WalletOption = {
  /** Of the family that a click connects: the first of `families`. */
  id: string
  name: string
  icon: string | undefined
  /** The announced reverse domain name, shown so that an imitation can be recognized. */
  rdns: string | undefined
  recent: boolean
  /** `announced` by EIP-6963 or found as one of another family, `browser` for a bare `window.ethereum`, `linked` for one the operator enabled, `demo` for ours. */
  kind: 'announced' | 'browser' | 'linked' | 'demo'
  /** The wallet in each chain family it supports: the one used last in this browser, then the others in the site's order. */
  families: FamilyEntry[]
}

export type FamilyEntry = { namespace: Namespace; id: string }

export type Connection =
  | {
      status: 'disconnected'
      restarted?: true
    }
  | {
      status: 'connecting'
      wallet: WalletLabel | undefined
      code?: LinkCode
      /** The wallet shares an account already, and the request goes on: it asks for the signature now. */
      approved?: true
    }
  | { status: 'reconnecting'; wallet: WalletLabel | undefined }
  | { status: 'connected'; wallet: WalletLabel; account: Account }

export type WalletLabel = { id: string; name: string; icon: string | undefined; rdns: string | undefined }

/** What a wallet on another device scans to link itself with this page, and until when. */
export type LinkCode = { uri: string; endsAt: number }

/** In the form its family displays, for Ethereum that of EIP-55. */
export type Address = string

export type PickedAccount = { account: Account; changed: boolean }

export type AddressFilter = (address: Address) => boolean
