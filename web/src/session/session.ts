import type { SessionState } from '@countersign/contract/session.ts'

/** Why nobody is signed in. */
export type SignedOutReason = 'never' | 'signed_out' | 'signed_out_elsewhere' | 'session_expired' | 'session_revoked'

/** Server's truth about who is signed in; never derived from a wallet. */
export type SessionStatus =
  | { status: 'unknown' }
  | { status: 'signed-out'; reason: SignedOutReason }
  | { status: 'signed-in'; state: SessionState /** The session ends within two minutes. */; endsSoon: boolean }

export type SessionStore = {
  start(): void
  /** The same object until something changes. */
  getSession(): SessionStatus
  subscribe(listener: () => void): () => void
  signedIn(state: SessionState): void
  /** Ends the session on the server and in every tab; a server that cannot be reached throws and changes nothing. */
  signOut(): Promise<void>
  /** "Stay signed in". */
  touch(): Promise<void>
  /** Asks the server now. */
  check(): Promise<void>
  /** Feeds what another call met, so that a 401 anywhere ends the session here. */
  noticeError(error: unknown): void
  dispose(): void
}
