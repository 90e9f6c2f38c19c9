import type { Account } from '@countersign/contract/family/account.ts'
import { CONNECT_HINT_MS, CONNECT_STALLED_MS, SIGN_HINT_MS, VERIFY_NOTE_MS } from '@countersign/contract/limits.ts'
import type { Connection, WalletLabel, WalletOption } from '../wallet/wallet.ts'
import type { Attempt, AttemptOf, Notice } from './attempt.ts'
import type { Problem } from './problems/problem.ts'

/** What the sign-in page shows, derived from connection and attempt. */
export type View =
  | {
      screen: 'choosing'
      wallets: WalletOption[]
      /** False until discovery is complete: "no wallet" is not shown before. */
      settled: boolean
      /** The id of the recent wallet while it is being restored. */
      checking: string | undefined
      notice: Notice | undefined
    }
  | ({
      screen: 'connecting'
      wallet: WalletLabel
      wait: 'opening' | 'slow' | 'stalled'
      /** An earlier request is still open in the wallet: "I've done it" (`retry`) beside Cancel. */
      pending: boolean
      once?: true
      /** The wallet shares an account, and asks for the signature now. */
      approved?: true
      picking?: true
    } & WaitHints)
  | { screen: 'phone' }
  | { screen: 'linking'; wallet: WalletLabel; uri: string }
  | { screen: 'connected'; wallet: WalletLabel; account: Account; notice: Notice | undefined }
  | { screen: 'preparing'; wallet: WalletLabel; account: Account }
  | ({
      screen: 'awaiting_signature'
      wallet: WalletLabel
      account: Account
      message: string
      wait: 'fresh' | 'slow'
    } & WaitHints)
  | { screen: 'verifying'; wallet: WalletLabel; wait: 'fresh' | 'slow' | 'offline' }
  | { screen: 'signed_in'; next: string }
  | { screen: 'suspended' }
  | { screen: 'leaving'; until: string | undefined }
  | { screen: 'other_tab' }
  /** `signed`: the remedy sends the same signature again. */
  | { screen: 'failed'; problem: Problem; signed?: true }

export type WaitHints = {
  /** The wallet does not answer: it may have been restarted, which requires a reload. */
  silent?: true
  /** The wallet may show an earlier request before this one. */
  earlier?: true
  /** The person is back on this page, so the wallet's window is behind it. */
  hidden?: true
  appLink?: string
  /** The wallet's app is on this device, so it is opened without another click. */
  openApp?: true
}

type ViewFacts = {
  attempt: Attempt
  connection: Connection
  wallets: WalletOption[]
  settled: boolean
  missing: string | undefined
  hints: WaitHints | undefined
  now: number
}

export function viewSignIn(facts: ViewFacts): View {
  const { attempt, now } = facts
  switch (attempt.status) {
    case 'idle':
      return viewIdle(facts, attempt)
    case 'phone':
      return { screen: 'phone' }
    case 'blocked':
      return { screen: 'other_tab' }
    case 'connecting':
    case 'picking':
      return viewConnecting(attempt, facts)
    case 'preparing':
      return { screen: 'preparing', wallet: attempt.wallet, account: attempt.account }
    case 'signing': {
      const { wallet, account, message, startedAt } = attempt
      const wait = now - startedAt >= SIGN_HINT_MS ? 'slow' : 'fresh'
      return { screen: 'awaiting_signature', wallet, account, message, wait, ...facts.hints }
    }
    case 'verifying':
      return { screen: 'verifying', wallet: attempt.wallet, wait: verifyWait(attempt, now) }
    case 'succeeded':
      return { screen: 'signed_in', next: attempt.next }
    case 'suspended':
      return { screen: 'suspended' }
    case 'leaving':
      return { screen: 'leaving', until: attempt.until }
    case 'failed':
      return { screen: 'failed', problem: attempt.problem, ...(attempt.retry.do === 'resend' ? { signed: true } : {}) }
  }
}

function viewConnecting(attempt: AttemptOf<'connecting' | 'picking'>, { connection, now, hints }: ViewFacts): View {
  const { wallet } = attempt
  const base = { screen: 'connecting', wallet, wait: connectWait(attempt, now), pending: false, ...hints } as const
  if (attempt.status === 'picking') return { ...base, picking: true }
  const { pending, oneStep, code } = attempt
  if (code) return { screen: 'linking', wallet, uri: code.uri }
  const approved = connection.status === 'connecting' && connection.approved ? ({ approved: true } as const) : {}
  return { ...base, pending, ...(oneStep ? { once: true, ...approved } : {}) }
}

function viewIdle(facts: ViewFacts, attempt: AttemptOf<'idle'>): View {
  const { connection, wallets, settled, missing } = facts
  const { notice } = attempt
  if (connection.status === 'connected') {
    return { screen: 'connected', wallet: connection.wallet, account: connection.account, notice }
  }
  const checking = connection.status === 'reconnecting' ? connection.wallet?.id : undefined
  const gone: Notice | undefined = missing ? { kind: 'wallet_missing', wallet: missing } : undefined
  return { screen: 'choosing', wallets, settled, checking, notice: notice ?? gone }
}

/** A pending request is found where the 15-second hint points to. */
function connectWait(attempt: { startedAt: number; pending?: boolean }, now: number): 'opening' | 'slow' | 'stalled' {
  const waited = now - attempt.startedAt
  if (waited >= CONNECT_STALLED_MS) return 'stalled'
  return waited >= CONNECT_HINT_MS || attempt.pending ? 'slow' : 'opening'
}

function verifyWait(attempt: AttemptOf<'verifying'>, now: number): 'fresh' | 'slow' | 'offline' {
  if (attempt.offline) return 'offline'
  return now - attempt.startedAt >= VERIFY_NOTE_MS ? 'slow' : 'fresh'
}
