import type { WalletLabel } from '../wallet/wallet.ts'
import type {
  Attempt,
  AttemptEvent,
  AttemptEventOf,
  AttemptEventType,
  AttemptOf,
  AttemptStatus,
  Click,
  Failure,
  Notice,
  Signed,
} from './attempt.ts'

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

/** The type of `move` enforces the target status. */
function rows<From extends AttemptStatus, Type extends AttemptEventType, To extends AttemptStatus>(
  from: readonly From[],
  event: Type,
  to: To,
  move: (attempt: AttemptOf<From>, event: AttemptEventOf<Type>) => AttemptOf<To>,
): Row[] {
  const erased = move as Row['move'] // looked up by the status and event it is typed for
  return from.map((status) => ({ from: status, event, to, move: erased }))
}

function stays<Status extends AttemptStatus, Type extends AttemptEventType>(
  statuses: readonly Status[],
  event: Type,
  move: (attempt: AttemptOf<Status>, event: AttemptEventOf<Type>) => AttemptOf<Status>,
): Row[] {
  return statuses.flatMap((status) => rows<Status, Type, AttemptStatus>([status], event, status, move))
}

const idle = (notice?: Notice): AttemptOf<'idle'> => ({ status: 'idle', notice })
const toIdle = () => idle()
const toNotice = (_: Attempt, { notice }: { notice: Notice | undefined }) => idle(notice)
const toFailed = (_: Attempt, { problem, retry }: Failure): AttemptOf<'failed'> => ({
  status: 'failed',
  problem,
  retry,
})
const toSucceeded = (_: Attempt, { next }: { next: string }) => ({ status: 'succeeded', next }) as const
const waiting = (click: Click, wallet: WalletLabel) => ({ id: click.id, click, wallet, startedAt: click.at })

const verifying = (signed: Signed, { id, at }: Pick<Click, 'id' | 'at'>): AttemptOf<'verifying'> => ({
  ...signed,
  status: 'verifying',
  id,
  startedAt: at,
  offline: false,
})

const PROMPTS = ['connecting', 'picking', 'preparing', 'signing'] as const
const UNFINISHED = ['idle', ...PROMPTS, 'phone', 'blocked', 'failed', 'suspended', 'leaving'] as const

const table: Row[] = [
  ...rows(
    ['idle', 'blocked', 'connecting', 'picking', 'failed'],
    'wallet_chosen',
    'connecting',
    (_, { click, wallet }) => ({
      status: 'connecting',
      ...waiting(click, wallet),
      pending: false,
      oneStep: undefined,
    }),
  ),
  ...rows(PROMPTS, 'prompt_blocked', 'blocked', (_, { attempt, intent }) => ({
    status: 'blocked',
    id: attempt,
    intent,
  })),
  ...rows(['blocked'], 'prompt_released', 'idle', toIdle),
  ...rows(['connecting'], 'wallet_connected', 'preparing', ({ click, wallet }, { account, at }) => ({
    status: 'preparing',
    ...waiting(click, wallet),
    account,
    startedAt: at,
  })),
  ...rows(['connecting', 'preparing'], 'click_required', 'idle', toIdle),
  ...stays(['connecting'], 'one_step_requested', (attempt, { challenge }) => ({ ...attempt, oneStep: challenge })),
  ...stays(['connecting'], 'one_step_unsupported', (attempt) => ({ ...attempt, oneStep: undefined })),
  ...rows(['connecting'], 'one_step_completed', 'verifying', ({ id, wallet }, { account, challenge, proof, at }) =>
    verifying({ wallet, account, challenge, proof }, { id, at }),
  ),
  ...stays(['connecting'], 'request_pending', (attempt) => ({ ...attempt, pending: true, oneStep: undefined })),
  ...stays(['connecting'], 'link_code_received', (attempt, { code }) => ({ ...attempt, code })),
  ...rows(['idle', 'failed'], 'late_answer_arrived', 'idle', ({ status }, { wallet, signed }) =>
    idle({
      kind: 'late_answer',
      wallet,
      ...(status === 'failed' ? { timedOut: true } : {}),
      ...(signed ? { signed } : {}),
    }),
  ),
  ...rows(['idle', 'blocked'], 'account_picker_opened', 'picking', (_, { click, wallet }) => ({
    status: 'picking',
    ...waiting(click, wallet),
  })),
  ...rows(['picking'], 'account_picked', 'idle', toNotice),
  ...rows(
    ['idle', 'failed', 'blocked', 'leaving'],
    'continue_pressed',
    'preparing',
    (_, { click, wallet, account }) => ({ status: 'preparing', ...waiting(click, wallet), account }),
  ),
  ...rows(['preparing'], 'signature_requested', 'signing', (attempt, { account, message, challenge, at }) => ({
    ...attempt,
    status: 'signing',
    account,
    message,
    challenge,
    startedAt: at,
    returnedAt: undefined,
  })),
  ...rows(['idle', 'preparing', 'signing'], 'account_changed', 'idle', () => idle({ kind: 'account_changed' })),
  ...stays(['signing'], 'network_changed', (attempt) => attempt),
  ...rows(['preparing', 'signing'], 'wallet_disconnected', 'failed', toFailed),
  ...stays(['idle'], 'wallet_disconnected', toIdle),
  ...rows(['connecting', 'signing'], 'request_declined', 'idle', toNotice),
  ...stays(['signing'], 'page_returned', (attempt, { at }) => ({ ...attempt, returnedAt: at })),
  ...rows(['signing'], 'message_signed', 'verifying', ({ id, wallet, account, challenge }, { proof, at }) =>
    verifying({ wallet, account, challenge, proof }, { id, at }),
  ),
  ...stays(['verifying'], 'network_lost', (attempt) => ({ ...attempt, offline: true })),
  ...stays(['verifying'], 'proof_resent', (attempt, { at }) => ({ ...attempt, offline: false, startedAt: at })),
  ...rows(['verifying'], 'session_started', 'succeeded', toSucceeded),
  ...rows(['verifying'], 'suspension_found', 'suspended', () => ({ status: 'suspended' })),
  ...rows(['verifying'], 'deletion_found', 'leaving', (_, { until, signed }) => ({ status: 'leaving', until, signed })),
  ...rows(['idle', 'failed', 'leaving'], 'resend_pressed', 'verifying', (_, { click, signed }) =>
    verifying(signed, click),
  ),
  ...rows(['idle', 'connecting', 'failed', 'leaving'], 'phone_chosen', 'phone', () => ({ status: 'phone' })),
  ...rows(['phone'], 'phone_failed', 'failed', toFailed),
  ...rows(['phone'], 'phone_signed', 'verifying', (_, { click, signed }) => verifying(signed, click)),
  ...rows(['phone'], 'canceled', 'idle', toIdle),
  ...rows([...PROMPTS, 'verifying'], 'attempt_failed', 'failed', (attempt, event) => ({
    ...toFailed(attempt, event),
    ...(event.timedOut ? { timedOut: event.attempt } : {}),
  })),
  ...stays([...PROMPTS, 'verifying'], 'clock_paused', (attempt, { ms }) => ({
    ...attempt,
    startedAt: attempt.startedAt + ms,
  })),
  ...rows([...PROMPTS, 'verifying', 'blocked'], 'canceled', 'idle', () => idle({ kind: 'canceled' })),
  ...rows(UNFINISHED, 'reset', 'idle', toIdle),
  ...rows(['idle'], 'page_fault_found', 'failed', toFailed),
  ...rows(['failed'], 'page_fault_cleared', 'idle', toIdle),
  ...rows(UNFINISHED, 'signed_in_elsewhere', 'succeeded', toSucceeded),
]

const byStatusAndEvent = new Map(table.map((row) => [`${row.from} ${row.event}`, row]))

/** The rows as data, for the specification. */
export const attemptTransitions: readonly { from: AttemptStatus; event: AttemptEventType; to: AttemptStatus }[] =
  table.map(({ from, event, to }) => ({ from, event, to }))
