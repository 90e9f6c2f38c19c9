import type { Proof } from '@countersign/contract/proof.ts'
import type { Challenge } from '@countersign/contract/routes/challenge.ts'
import type { Account, LinkCode, WalletLabel } from '../wallet/wallet.ts'
import type { Problem } from './problem.ts'
import type { Notice } from './view.ts'

/** One try to sign in. Connection and session are other facts; what is shown is derived from all three. */
export type Attempt =
  | { status: 'idle'; notice: Notice | undefined }
  /** Another tab has a wallet prompt open. */
  | { status: 'blocked'; id: number; intent: Intent }
  | {
      status: 'connecting'
      id: number
      wallet: WalletLabel
      startedAt: number
      /** An earlier request still waits in the wallet (-32002). */
      pending: boolean
      /** What the wallet was asked to sign in the same prompt. */
      once: HeldChallenge | undefined
      /** What another device has to read before it can answer. */
      code?: LinkCode
    }
  /** The wallet's own account picker is open. */
  | { status: 'picking'; id: number; wallet: WalletLabel; startedAt: number }
  | { status: 'preparing'; id: number; wallet: WalletLabel; account: Account; startedAt: number }
  | {
      status: 'signing'
      id: number
      wallet: WalletLabel
      account: Account
      message: string
      challenge: HeldChallenge
      startedAt: number
      /** When the person last came back to this page. */
      returnedAt: number | undefined
    }
  | ({ status: 'verifying'; id: number; startedAt: number; offline: boolean } & Signed)
  | { status: 'succeeded'; next: string }
  | { status: 'suspended' }
  /** The account is being deleted; the same signature can still keep it. */
  | { status: 'leaving'; until: string | undefined; signed: Signed }
  | { status: 'failed'; problem: Problem; again: Again }

export type AttemptStatus = Attempt['status']
export type AttemptOf<Status extends AttemptStatus> = Extract<Attempt, { status: Status }>

/** A challenge and when it ends by this computer's clock, which may be wrong. */
export type HeldChallenge = { challenge: Challenge; endsAt: number }

export type Signed = {
  wallet: WalletLabel
  account: Account
  proof: Proof
  challenge: HeldChallenge
  /** Signed in to take back the deletion of the account. */
  keepAccount?: true | undefined
}

/** What a click asked for. */
export type Intent = { do: 'connect'; wallet: WalletLabel } | { do: 'sign' } | { do: 'pick' }

/** What the remedy of a failure does. */
export type Again =
  | Intent
  | { do: 'choose' }
  | { do: 'resend'; signed: Signed }
  | { do: 'open'; url: string }
  | { do: 'reload' }

/** What happened, in the past tense. `attempt` names whose answer it is: one that is over is not listened to. */
export type AttemptEvent =
  | { type: 'wallet_chosen'; id: number; wallet: WalletLabel; at: number }
  | { type: 'prompt_was_busy'; attempt: number; intent: Intent }
  | { type: 'prompt_was_taken'; attempt: number; intent: Intent }
  | { type: 'prompt_came_free'; attempt: number }
  | { type: 'both_asked_for'; attempt: number; challenge: HeldChallenge }
  | { type: 'both_were_too_much'; attempt: number }
  | {
      type: 'both_given'
      attempt: number
      account: Account
      challenge: HeldChallenge
      proof: Proof
      at: number
    }
  | { type: 'wallet_connected'; attempt: number; account: Account; at: number }
  | { type: 'wallet_connected_unasked'; attempt: number }
  | { type: 'wallet_was_busy'; attempt: number }
  | { type: 'code_came'; attempt: number; code: LinkCode }
  | { type: 'connection_declined'; attempt: number; notice: Notice }
  | { type: 'connection_failed'; attempt: number; problem: Problem; again: Again }
  | { type: 'late_answer_arrived'; wallet: string }
  | { type: 'account_asked_for'; id: number; wallet: WalletLabel; at: number }
  | { type: 'account_picked'; attempt: number; notice: Notice | undefined }
  | { type: 'continue_pressed'; id: number; wallet: WalletLabel; account: Account; at: number }
  | { type: 'click_ran_out'; attempt: number }
  | { type: 'preparation_failed'; attempt: number; problem: Problem; again: Again }
  | {
      type: 'signature_asked_for'
      attempt: number
      account: Account
      message: string
      challenge: HeldChallenge
      at: number
    }
  | { type: 'account_changed' }
  | { type: 'network_changed'; chainId: number }
  | { type: 'wallet_disconnected'; problem: Problem; again: Again }
  | { type: 'signature_declined'; attempt: number; notice: Notice }
  | { type: 'signature_failed'; attempt: number; problem: Problem; again: Again }
  | { type: 'person_came_back'; at: number }
  | { type: 'message_signed'; attempt: number; proof: Proof; at: number }
  | { type: 'network_lost'; attempt: number }
  | { type: 'sent_again'; attempt: number; at: number }
  | { type: 'session_started'; attempt: number; next: string }
  | { type: 'person_was_suspended'; attempt: number }
  | { type: 'person_was_leaving'; attempt: number; until: string | undefined; signed: Signed }
  | { type: 'verification_failed'; attempt: number; problem: Problem; again: Again }
  | { type: 'resend_pressed'; id: number; signed: Signed; at: number }
  | { type: 'time_ran_out'; attempt: number; problem: Problem; again: Again }
  | { type: 'time_stood_still'; ms: number }
  | { type: 'cancelled' }
  | { type: 'set_aside' }
  | { type: 'page_refused'; problem: Problem; again: Again }
  | { type: 'page_allowed' }
  | { type: 'signed_in_elsewhere'; next: string }

export type AttemptEventType = AttemptEvent['type']
export type AttemptEventOf<Type extends AttemptEventType> = Extract<AttemptEvent, { type: Type }>
