/** The one place where an attempt moves. Every row is a transition; the reducer knows nothing besides these rows. */

import type { Attempt, AttemptEvent, AttemptEventOf, AttemptEventType, AttemptOf, AttemptStatus } from './attempt.ts'

export function nextAttempt(attempt: Attempt, event: AttemptEvent): Attempt {
  if ('attempt' in event && 'id' in attempt && event.attempt !== attempt.id) return attempt
  const row = byStatusAndEvent.get(`${attempt.status} ${event.type}`)
  return row ? row.move(attempt, event) : attempt
}

type Row = {
  from: AttemptStatus
  event: AttemptEventType
  to: AttemptStatus
  move(attempt: Attempt, event: AttemptEvent): Attempt
}

/** The type of `move` holds each row to the status it promises. */
function rows<From extends AttemptStatus, Type extends AttemptEventType, To extends AttemptStatus>(
  from: From | From[],
  event: Type,
  to: To,
  move: (attempt: AttemptOf<From>, event: AttemptEventOf<Type>) => AttemptOf<To>,
): Row[] {
  const erased = move as Row['move'] // looked up by the very status and event it is typed for
  return (Array.isArray(from) ? from : [from]).map((status) => ({ from: status, event, to, move: erased }))
}

/** Rows where the status stays as it is. */
function stays<Status extends AttemptStatus, Type extends AttemptEventType>(
  statuses: Status[],
  event: Type,
  move: (attempt: AttemptOf<Status>, event: AttemptEventOf<Type>) => AttemptOf<Status>,
): Row[] {
  return statuses.flatMap((status) => rows<Status, Type, AttemptStatus>(status, event, status, move))
}

const idle = (notice: AttemptOf<'idle'>['notice']): AttemptOf<'idle'> => ({ status: 'idle', notice })

const failed = ({ problem, again }: Pick<AttemptOf<'failed'>, 'problem' | 'again'>): AttemptOf<'failed'> => ({
  status: 'failed',
  problem,
  again,
})

const table: Row[] = [
  ...rows(
    ['idle', 'blocked', 'connecting', 'picking', 'failed'],
    'wallet_chosen',
    'connecting',
    (_, { id, wallet, at }) => ({
      status: 'connecting',
      id,
      wallet,
      startedAt: at,
      pending: false,
      once: undefined,
    }),
  ),
  ...rows(['connecting', 'picking', 'preparing'], 'prompt_was_busy', 'blocked', (_, { attempt, intent }) => ({
    status: 'blocked',
    id: attempt,
    intent,
  })),
  ...rows(
    ['connecting', 'picking', 'preparing', 'signing'],
    'prompt_was_taken',
    'blocked',
    (_, { attempt, intent }) => ({ status: 'blocked', id: attempt, intent }),
  ),
  ...rows('blocked', 'prompt_came_free', 'idle', () => idle(undefined)),
  ...rows('connecting', 'wallet_connected', 'preparing', ({ id, wallet }, { account, at }) => ({
    status: 'preparing',
    id,
    wallet,
    account,
    startedAt: at,
  })),
  ...rows('connecting', 'wallet_connected_unasked', 'idle', () => idle(undefined)),
  ...stays(['connecting'], 'both_asked_for', (attempt, { challenge }) => ({ ...attempt, once: challenge })),
  ...stays(['connecting'], 'both_were_too_much', (attempt) => ({ ...attempt, once: undefined })),
  ...rows('connecting', 'both_given', 'verifying', ({ id, wallet }, { account, challenge, proof, at }) => ({
    status: 'verifying',
    id,
    wallet,
    account,
    challenge,
    proof,
    startedAt: at,
    offline: false,
  })),
  ...stays(['connecting'], 'wallet_was_busy', (attempt) => ({ ...attempt, pending: true, once: undefined })),
  ...stays(['connecting'], 'code_came', (attempt, { code }) => ({ ...attempt, code })),
  ...rows(['connecting', 'picking'], 'connection_declined', 'idle', (_, { notice }) => idle(notice)),
  ...rows(['connecting', 'picking'], 'connection_failed', 'failed', (_, event) => failed(event)),
  ...rows(['idle', 'failed'], 'late_answer_arrived', 'idle', (_, { wallet }) => idle({ kind: 'late_answer', wallet })),
  ...rows(['idle', 'blocked'], 'account_asked_for', 'picking', (_, { id, wallet, at }) => ({
    status: 'picking',
    id,
    wallet,
    startedAt: at,
  })),
  ...rows('picking', 'account_picked', 'idle', (_, { notice }) => idle(notice)),
  ...rows(
    ['idle', 'failed', 'blocked', 'leaving'],
    'continue_pressed',
    'preparing',
    (_, { id, wallet, account, at }) => ({
      status: 'preparing',
      id,
      wallet,
      account,
      startedAt: at,
    }),
  ),
  ...rows('preparing', 'click_ran_out', 'idle', () => idle(undefined)),
  ...rows('preparing', 'preparation_failed', 'failed', (_, event) => failed(event)),
  ...rows('preparing', 'signature_asked_for', 'signing', ({ id, wallet }, { account, message, challenge, at }) => ({
    status: 'signing',
    id,
    wallet,
    account,
    message,
    challenge,
    startedAt: at,
    returnedAt: undefined,
  })),
  ...rows(['idle', 'preparing', 'signing'], 'account_changed', 'idle', () => idle({ kind: 'account_changed' })),
  ...stays(['signing'], 'network_changed', (attempt) => attempt),
  ...rows(['preparing', 'signing'], 'wallet_disconnected', 'failed', (_, event) => failed(event)),
  ...stays(['idle'], 'wallet_disconnected', () => idle(undefined)),
  ...rows(['connecting', 'signing'], 'signature_declined', 'idle', (_, { notice }) => idle(notice)),
  ...rows('signing', 'signature_failed', 'failed', (_, event) => failed(event)),
  ...stays(['signing'], 'person_came_back', (attempt, { at }) => ({ ...attempt, returnedAt: at })),
  ...rows('signing', 'message_signed', 'verifying', ({ id, wallet, account, challenge }, { proof, at }) => ({
    status: 'verifying',
    id,
    wallet,
    account,
    challenge,
    proof,
    startedAt: at,
    offline: false,
  })),
  ...stays(['verifying'], 'network_lost', (attempt) => ({ ...attempt, offline: true })),
  ...stays(['verifying'], 'sent_again', (attempt, { at }) => ({ ...attempt, offline: false, startedAt: at })),
  ...rows('verifying', 'session_started', 'succeeded', (_, { next }) => ({ status: 'succeeded', next })),
  ...rows('verifying', 'person_was_suspended', 'suspended', () => ({ status: 'suspended' })),
  ...rows('verifying', 'person_was_leaving', 'leaving', (_, { until, signed }) => ({
    status: 'leaving',
    until,
    signed,
  })),
  ...rows('verifying', 'verification_failed', 'failed', (_, event) => failed(event)),
  ...rows(['failed', 'leaving'], 'resend_pressed', 'verifying', (_, { id, signed, at }) => ({
    ...signed,
    status: 'verifying',
    id,
    startedAt: at,
    offline: false,
  })),
  ...rows(['connecting', 'picking', 'preparing', 'signing', 'verifying'], 'time_ran_out', 'failed', (_, event) =>
    failed(event),
  ),
  ...stays(['connecting', 'picking', 'preparing', 'signing', 'verifying'], 'time_stood_still', (attempt, { ms }) => ({
    ...attempt,
    startedAt: attempt.startedAt + ms,
  })),
  ...rows(['connecting', 'picking', 'preparing', 'signing', 'verifying', 'blocked'], 'cancelled', 'idle', () =>
    idle({ kind: 'cancelled' }),
  ),
  ...rows(
    ['idle', 'connecting', 'picking', 'preparing', 'signing', 'blocked', 'failed', 'suspended', 'leaving'],
    'set_aside',
    'idle',
    () => idle(undefined),
  ),
  ...rows('idle', 'page_refused', 'failed', (_, event) => failed(event)),
  ...rows('failed', 'page_allowed', 'idle', () => idle(undefined)),
  ...rows(
    ['idle', 'connecting', 'picking', 'preparing', 'signing', 'blocked', 'failed', 'suspended', 'leaving'],
    'signed_in_elsewhere',
    'succeeded',
    (_, { next }) => ({ status: 'succeeded', next }),
  ),
]

const byStatusAndEvent = new Map(table.map((row) => [`${row.from} ${row.event}`, row]))

/** The same rows as data, for the specification. */
export const attemptTransitions: readonly { from: AttemptStatus; event: AttemptEventType; to: AttemptStatus }[] =
  table.map(({ from, event, to }) => ({ from, event, to }))
