import type { Account } from '@countersign/contract/family/account.ts'
import type { Proof } from '@countersign/contract/proof.ts'
import type { BodyOf } from '@countersign/contract/route.ts'
import type { Challenge } from '@countersign/contract/routes/challenge.ts'
import type { createPhoneRequest } from '@countersign/contract/routes/phone.ts'
import type { LinkCode, WalletLabel } from '../wallet/wallet.ts'
import type { Problem } from './problems/problem.ts'

/** Independent of connection and session; the view is derived from all three. */
export type Attempt =
  | { status: 'idle'; notice: Notice | undefined }
  /** A phone is asked for the signature; see phone/. */
  | { status: 'phone' }
  /** Another tab has a wallet prompt open. */
  | { status: 'blocked'; id: number; intent: Intent }
  | (Waiting & {
      status: 'connecting'
      /** An earlier request is still open in the wallet (-32002). */
      pending: boolean
      oneStep: HeldChallenge | undefined
      code?: LinkCode
    })
  | (Waiting & { status: 'picking' })
  | (Waiting & { status: 'preparing'; account: Account })
  | (Waiting & SignatureRequest & { status: 'signing'; returnedAt: number | undefined })
  | ({ status: 'verifying'; id: number; startedAt: number; offline: boolean } & Signed)
  | { status: 'succeeded'; next: string }
  | { status: 'suspended' }
  /** The account is being deleted, which the same signature can cancel. */
  | { status: 'leaving'; until: string | undefined; signed: Signed }
  /** `timedOut`: the attempt whose wallet may still answer. */
  | { status: 'failed'; problem: Problem; retry: RetryAction; timedOut?: number }

/** What a phone is asked for. */
export type PhoneBody = BodyOf<typeof createPhoneRequest>

type SignatureRequest = { account: Account; message: string; challenge: HeldChallenge }
type Waiting = { id: number; click: Click; wallet: WalletLabel; startedAt: number }

export type AttemptStatus = Attempt['status']
export type AttemptOf<Status extends AttemptStatus> = Extract<Attempt, { status: Status }>

/** The click that started an attempt and gave it its id. */
export type Click = {
  id: number
  at: number
  takeOver: boolean
}

/** `endsAt` is the expiry by this device's clock, which may be wrong. */
export type HeldChallenge = { challenge: Challenge; endsAt: number }

/** The id of a wallet on a phone. Those in this browser have other prefixes, or no colon. */
export const PHONE = 'phone:'

export type Signed = {
  wallet: WalletLabel
  account: Account
  proof: Proof
  challenge: HeldChallenge
  /** Cancels the deletion of the account. */
  keepAccount?: true | undefined
}

export type Intent = { do: 'connect' | 'pick'; wallet: WalletLabel } | { do: 'sign' }

export type RetryAction =
  | Intent
  | { do: 'choose' }
  | { do: 'phone' }
  | { do: 'resend'; signed: Signed }
  | { do: 'open'; url: string }
  | { do: 'reload' }

export type Failure = { problem: Problem; retry: RetryAction }

/** An informational line beside the current step. */
export type Notice =
  /** `after`: milliseconds since the click, if the wallet may not be set up: it then declines immediately. */
  | { kind: 'declined_connect'; wallet: string; id: string; after: number | undefined }
  /** `declined_approval`: of a computer's request, which signs nobody in here. */
  | { kind: 'declined_signature' | 'declined_approval'; wallet: string; twice: boolean }
  /** After a cancel, or after the time limit. `signed`: "Continue" sends it, without another approval. */
  | { kind: 'late_answer'; wallet: string; timedOut?: true; signed?: Signed }
  | { kind: 'account_changed' }
  | { kind: 'canceled' }
  | { kind: 'wallet_missing'; wallet: string }
  /** The wallet has no account picker; the account is switched in the wallet itself. */
  | { kind: 'switch_in_wallet'; wallet: string }
  | { kind: 'no_other_account'; wallet: string }
  | { kind: 'request_waiting'; wallet: string }

/** `attempt` is the id of the attempt the event belongs to; later attempts ignore it. */
export type AttemptEvent =
  | { type: 'wallet_chosen'; click: Click; wallet: WalletLabel }
  | { type: 'prompt_blocked'; attempt: number; intent: Intent }
  | { type: 'prompt_released'; attempt: number }
  | { type: 'one_step_requested'; attempt: number; challenge: HeldChallenge }
  | { type: 'one_step_unsupported'; attempt: number }
  | ({ type: 'one_step_completed'; attempt: number; at: number } & Pick<Signed, 'account' | 'challenge' | 'proof'>)
  | { type: 'wallet_connected'; attempt: number; account: Account; at: number }
  /** Connected; the signature needs another click. */
  | { type: 'click_required'; attempt: number }
  | { type: 'request_pending'; attempt: number }
  | { type: 'link_code_received'; attempt: number; code: LinkCode }
  | { type: 'late_answer_arrived'; wallet: string; signed?: Signed }
  | { type: 'account_picker_opened'; click: Click; wallet: WalletLabel }
  | { type: 'account_picked'; attempt: number; notice: Notice | undefined }
  | { type: 'continue_pressed'; click: Click; wallet: WalletLabel; account: Account }
  | ({ type: 'signature_requested'; attempt: number; at: number } & SignatureRequest)
  | { type: 'account_changed' }
  | { type: 'network_changed'; chain: string }
  | ({ type: 'wallet_disconnected' } & Failure)
  | { type: 'request_declined'; attempt: number; notice: Notice }
  | { type: 'page_returned'; at: number }
  | { type: 'message_signed'; attempt: number; proof: Proof; at: number }
  | { type: 'network_lost'; attempt: number }
  | { type: 'proof_resent'; attempt: number; at: number }
  | { type: 'session_started'; attempt: number; next: string }
  | { type: 'suspension_found'; attempt: number }
  | { type: 'deletion_found'; attempt: number; until: string | undefined; signed: Signed }
  | { type: 'resend_pressed'; click: Click; signed: Signed }
  | { type: 'phone_chosen' }
  | ({ type: 'phone_failed' } & Failure)
  | { type: 'phone_signed'; click: Click; signed: Signed }
  | ({ type: 'attempt_failed'; attempt: number; timedOut?: true } & Failure)
  | { type: 'clock_paused'; ms: number }
  | { type: 'canceled' }
  | { type: 'reset' }
  | ({ type: 'page_fault_found' } & Failure)
  | { type: 'page_fault_cleared' }
  | { type: 'signed_in_elsewhere'; next: string }

export type AttemptEventType = AttemptEvent['type']
export type AttemptEventOf<Type extends AttemptEventType> = Extract<AttemptEvent, { type: Type }>
