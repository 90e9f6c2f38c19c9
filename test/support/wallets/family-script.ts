/** What the scripted wallets of Solana and Bitcoin have in common. */

import type { Namespace } from '@countersign/contract/family/family.ts'
import type { ScriptedWallet, WalletAnswer } from './scripted-wallet.ts'

export type ScriptedAccount = {
  namespace: Exclude<Namespace, 'eip155'>
  address: string
  /** Hexadecimal. */
  publicKey: string
  purpose?: 'payment' | 'ordinals'
}

export type FamilyWalletScript = {
  /** By which a test finds it, such as `solana:Phantom`. */
  id: string
  name: string
  icon?: string
  /** `standard`: Wallet Standard; `btc_providers`: WBIP004, as Xverse; `unisat`: `window.unisat`. */
  kind: 'standard' | 'btc_providers' | 'unisat'
  /** Every account that the wallet holds. */
  accounts: ScriptedAccount[]
  /** The addresses it shares; the first account of each family if not given. */
  shared?: string[]
  /** The site already has permission. */
  permitted?: boolean
  announces?: 'now' | 'later'
  /** By feature or method; others are approved. A silent connection is `standard:connect silent`. */
  answers?: Record<string, WalletAnswer>
  /** Wallet Standard: the features it has. */
  features?: string[]
  /** The version of `solana:signIn`. */
  signIn?: '1.0.0' | '1.1.0'
  /** Refuses bare texts and signs off-chain messages only, as a Ledger does. */
  refusesText?: { code?: number; message: string }
  /** Appended to every text before it is signed. */
  appends?: string
  /** Changes to the fields of the text that `solana:signIn` writes; null omits one. */
  writes?: Record<string, string | null>
  /**
   * As MetaMask 13.4: `standard:connect` prompts until it was approved, also if it should be silent, and then answers
   * without a prompt; `solana:signIn` connects first, so that it takes two approvals.
   */
  metaMask?: true
  /** Signs with this account instead of the requested one. */
  signsAs?: string
  /** The name of the function in the page that signs. */
  signWith: string
}

export type FamilyWallet = Omit<ScriptedWallet, 'provider' | 'emit' | 'switchChain'>

/** In the page: base64 of the bytes, and base64 of the signature or of the BIP-322 witness. */
export type SignFamily = (namespace: string, address: string, bytes: string) => Promise<string>
