import type { Account, WalletLabel, WalletOption } from '../wallet/wallet.ts'
import type { Problem } from './problem.ts'

/** What the sign-in page shows: derived from connection, session and attempt by one pure function. */
export type View =
  | {
      screen: 'choosing'
      wallets: WalletOption[]
      /** False until discovery has had its time, so that "no wallet" is only said when sure. */
      settled: boolean
      /** The recent wallet while it is being restored. */
      checking: string | undefined
      notice: Notice | undefined
    }
  | {
      screen: 'connecting'
      wallet: WalletLabel
      wait: 'opening' | 'slow' | 'stalled'
      /** An earlier request still waits in the wallet: "I've done it" (`retry`) beside Cancel. */
      pending: boolean
    }
  | { screen: 'connected'; wallet: WalletLabel; account: Account; notice: Notice | undefined }
  | { screen: 'preparing'; wallet: WalletLabel; account: Account }
  | { screen: 'awaiting_signature'; wallet: WalletLabel; account: Account; message: string; wait: 'fresh' | 'slow' }
  | { screen: 'verifying'; wallet: WalletLabel; wait: 'fresh' | 'slow' | 'offline' }
  | { screen: 'signed_in'; next: string }
  | { screen: 'suspended' }
  | { screen: 'other_tab' }
  | { screen: 'failed'; problem: Problem }

/** A calm line, never a red box: what just happened and that nothing is lost. */
export type Notice =
  | { kind: 'declined_connect'; wallet: string }
  | { kind: 'declined_signature'; wallet: string; twice: boolean }
  | { kind: 'late_answer'; wallet: string }
  | { kind: 'account_changed' }
  | { kind: 'cancelled' }
  /** The wallet used last time is not in this browser any more. */
  | { kind: 'wallet_missing'; wallet: string }
  /** The wallet has no way to ask for another account: switch it there, the page follows. */
  | { kind: 'switch_in_wallet'; wallet: string }
