import type { SystemName } from './systems.ts'

/**
 * A returning person has a known wallet and a new browser; on a known device the browser has its cookies of the first
 * sign-in, too.
 */
export type SignInAction = 'new-sign-in' | 'returning-sign-in' | 'known-device-sign-in'

export type Action =
  | SignInAction
  | 'session-check'
  | 'own-lists'
  | 'forward-auth'
  | 'code-flow'
  | 'mixed'
  | 'distinct-addresses'

export type Order = {
  system: SystemName
  action: Action
  port: number
  concurrency: number
  most?: number
  /** People in the database from the start, whose wallets are those of `walletAt`. */
  existingPeople?: number
}

export type Outcome = { done: number; seconds: number; p50: number; p99: number } | { error: string }
