import type { View } from './view.ts'

/** One sign-in (or setup) on one page: what to show, and what a person can do. */
export type SignIn = {
  /** The same object until something changes. */
  getView(): View
  subscribe(listener: () => void): () => void
  /** A wallet was clicked: connect and go straight on to the signature. */
  choose(walletId: string): void
  /** "Continue as …". */
  continue(): void
  cancel(): void
  /** Runs the remedy of the problem on show; while connecting it is "I've done it". */
  retry(): void
  useOtherWallet(): void
  useOtherAccount(): void
  /** "Do it here": takes the wallet prompt from the other tab. */
  takeOver(): void
  setKeep(keep: boolean): void
  dispose(): void
}
