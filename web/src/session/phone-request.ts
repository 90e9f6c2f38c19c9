import { AppError } from '@countersign/contract/error/errors.ts'
import { PHONE_POLL_MS } from '@countersign/contract/limits/phone-limits.ts'
import { isOver } from '@countersign/contract/phone-state.ts'
import { getPhoneRequest, listenToPhoneRequest, type PhoneRequest } from '@countersign/contract/routes/phone.ts'
import { buildUrl, callRoute } from '../api/call.ts'
import type { Timers } from '../wallet/env.ts'
import { browserTimers, onReturn } from './browser.ts'
import type { EventStream } from './events.ts'

type PhoneRequestEnv = {
  open(url: string): EventStream
  fetch(id: string): Promise<PhoneRequest>
  timers: Timers
  onReturn(listener: () => void): () => void
}

const FETCH_LIMIT_MS = 10_000
/** After the expiry, the server is asked whether it agrees. */
const CHECK_EXPIRY_AFTER_MS = 250

export const browserPhoneRequests: PhoneRequestEnv = {
  open: (url) => new EventSource(url),
  fetch: (id) => callRoute(getPhoneRequest, undefined, { params: { id }, signal: AbortSignal.timeout(FETCH_LIMIT_MS) }),
  timers: browserTimers,
  onReturn,
}

/** Reports every change of a request until it has ended. It is polled while its event stream is not open. */
export function followPhoneRequest(
  env: PhoneRequestEnv,
  id: string,
  onChange: (request: PhoneRequest) => void,
): () => void {
  let last: PhoneRequest | undefined
  let stream: { isOpen(): boolean; close(): void } | undefined
  let stopped = false
  let cancelTimer = () => {}
  // An answer that was requested before the last one received is older.
  let requested = 0
  let received = 0

  function open() {
    stream?.close()
    stream = openStream(env.open(buildUrl(listenToPhoneRequest.path, { params: { id } })), {
      onOpen: check, // it may have changed before
      onChanged: (changes) => receive({ ...(last ?? expired(id, last)), ...changes }, ++requested),
      onError: check,
    })
    schedule()
  }

  function schedule() {
    cancelTimer()
    if (stopped) return
    const wait = last && stream?.isOpen() ? Math.max(0, last.expiresInMs) + CHECK_EXPIRY_AFTER_MS : PHONE_POLL_MS
    cancelTimer = env.timers.after(wait, check)
  }

  async function check() {
    const turn = ++requested
    schedule()
    const request = await env.fetch(id).catch((error: unknown) => (isGone(error) ? expired(id, last) : undefined))
    if (request) receive(request, turn)
  }

  function receive(request: PhoneRequest, turn: number) {
    if (stopped || turn < received) return
    received = turn
    const isChange = last?.state !== request.state || last.triesLeft !== request.triesLeft
    last = request
    if (isOver(request.state)) stop()
    else schedule()
    if (isChange) onChange(request)
  }

  function stop() {
    stopped = true
    cancelTimer()
    stopReturn()
    stream?.close()
  }

  // A phone suspends the page while a wallet app is in front, and its stream with it.
  const stopReturn = env.onReturn(open)
  open()
  return stop
}

/** Requests are deleted some time after their end. */
function isGone(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not_found'
}

function expired(id: string, last: PhoneRequest | undefined): PhoneRequest {
  return { id, direct: last?.direct ?? false, triesLeft: last?.triesLeft ?? 0, state: 'expired', expiresInMs: 0 }
}

/** The event of a deleted request has only its state. */
type StreamListeners = { onOpen(): void; onChanged(changes: Partial<PhoneRequest>): void; onError(): void }

function openStream(stream: EventStream, { onOpen, onChanged, onError }: StreamListeners) {
  let status: 'opening' | 'open' | 'closed' = 'opening'
  const close = () => {
    status = 'closed'
    stream.close()
  }
  stream.addEventListener('open', () => {
    if (status !== 'opening') return
    status = 'open'
    onOpen()
  })
  stream.addEventListener('changed', ({ data }) => {
    if (status !== 'closed') onChanged(JSON.parse(String(data)) as Partial<PhoneRequest>) // from our own server
  })
  stream.addEventListener('error', () => {
    if (status === 'closed') return
    close()
    onError()
  })
  return { isOpen: () => status === 'open', close }
}
