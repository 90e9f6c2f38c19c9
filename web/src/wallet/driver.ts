import type { Account } from '@countersign/contract/family/account.ts'
import type { Namespace } from '@countersign/contract/family/family.ts'
import type { Challenge } from '@countersign/contract/routes/challenge.ts'

/** What the page asks of a wallet. Each chain family implements it; what a wallet answers is untrusted input. */
export type WalletDriver = {
  namespace: Namespace
  /** Prompts. Sends its first request in the caller's task, while the click still allows the wallet to open a window. */
  requestAccounts(): Promise<string[]>
  /** Without a prompt; empty when the wallet is locked or shares nothing. */
  readAccounts(): Promise<string[]>
  /** The CAIP-2 reference of the chain in use. */
  readChain(): Promise<string>
  /** Opens the wallet's account picker; rejects when it has none. */
  pickAccount(): Promise<void>
  sign(request: SignRequest): Promise<SignedMessage>
  /** Connects and signs in one prompt, instead of two; not every wallet can. Undefined when the wallet turns out not to support it, which it says without a prompt. */
  signIn?(challenge: Challenge, isCanceled?: () => boolean): Promise<OneStepAnswer | undefined>
  listen(listener: DriverListener): void
  /** Not every wallet can revoke its permission. */
  revoke(): Promise<void>
}

/** After `isCanceled`, a wallet that failed is not asked in another way. */
export type SignRequest = { account: Account; message: string; challenge: Challenge; isCanceled?: () => boolean }

/** `signature` is unchecked. `message` only if the wallet signed another text than the one it was given. */
export type SignedMessage = { signature: unknown; message?: string; envelope?: string }

/** The wallet is connected in any case; if it signed, `outcome` is what it signed. */
export type OneStepAnswer = { accounts: string[]; outcome: OneStepOutcome }

export type OneStepOutcome =
  | { message: string; signature: string; chain: string; envelope?: string }
  | 'declined'
  | 'missing'

export type DriverListener = {
  /** It was approved or unlocked in the wallet. */
  connected(): void
  accountsChanged(accounts: string[]): void
  chainChanged(chain: string): void
  disconnected(error: unknown): void
}
