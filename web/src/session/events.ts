import { listenToEvents, type ServerEvent } from '@countersign/contract/routes/session.ts'
import type { Timers } from '../wallet/env.ts'

export type EventStream = {
  addEventListener(type: string, listener: (event: { data?: unknown }) => void): void
  close(): void
}

type EventsEnv = {
  open(url: string): EventStream
  timers: Timers
  onReturn(listener: () => void): () => void
  onHide(listener: () => void): () => void
  /** `reason` is the one that the stream reported for the end of the session. */
  checkSession(reason?: string): Promise<void>
  /** The person's data changed, or may have changed while the stream was closed. */
  onChanged(): Promise<void>
}

const RETRY_SECONDS = [1, 2, 4, 8, 15, 30, 60]
/** The tab that signs out notifies the others with a better reason, so the stream waits for that. */
const OWN_SIGN_OUT_MS = 1000
const OWN_SIGN_OUT: (string | undefined)[] = ['signed_out', 'replaced']

type Subscription = {
  env: EventsEnv
  stream: EventStream | undefined
  tries: number
  missed: boolean
  stopped: boolean
  cancelTimer: () => void
}

/** Reopens a broken stream with a growing delay. */
export function followEvents(env: EventsEnv): () => void {
  const subscription: Subscription = {
    env,
    stream: undefined,
    tries: 0,
    missed: false,
    stopped: false,
    cancelTimer: () => {},
  }
  const stops = [env.onReturn(() => open(subscription)), env.onHide(() => close(subscription))]
  open(subscription)
  return () => {
    subscription.stopped = true
    close(subscription)
    for (const stop of stops) stop()
  }
}

function open(subscription: Subscription): void {
  if (subscription.stopped || subscription.stream) return
  subscription.cancelTimer()
  const stream = subscription.env.open(listenToEvents.path)
  subscription.stream = stream
  const on = (type: ServerEvent['event'] | 'open' | 'error', handle: (data: unknown) => void) =>
    stream.addEventListener(type, ({ data }) => {
      if (subscription.stream === stream) handle(data)
    })
  on('open', () => opened(subscription))
  on('error', () => broken(subscription))
  on('me.changed', () => void subscription.env.onChanged())
  on('session.ended', (data) => ended(subscription, data))
}

function opened(subscription: Subscription): void {
  subscription.tries = 0
  if (subscription.missed) void subscription.env.onChanged()
  subscription.missed = false
}

/** Browsers do not report why a stream failed; a second failure in a row may mean that the session ended. */
function broken(subscription: Subscription): void {
  const { env } = subscription
  close(subscription)
  const wait = RETRY_SECONDS[Math.min(subscription.tries, RETRY_SECONDS.length - 1)] ?? 60
  subscription.tries++
  subscription.cancelTimer = env.timers.after(wait * 1000, () => open(subscription))
  if (subscription.tries > 1) void env.checkSession()
}

function ended(subscription: Subscription, data: unknown): void {
  const { env } = subscription
  const reason = reasonOf(data)
  if (OWN_SIGN_OUT.includes(reason)) {
    subscription.cancelTimer()
    subscription.cancelTimer = env.timers.after(OWN_SIGN_OUT_MS, () => void env.checkSession(reason))
  } else void env.checkSession(reason)
}

function close(subscription: Subscription): void {
  subscription.cancelTimer()
  subscription.stream?.close()
  subscription.stream = undefined
  subscription.missed = true
}

function reasonOf(data: unknown): string | undefined {
  try {
    const { reason } = JSON.parse(String(data)) as { reason?: unknown } // from our own server; checked below
    return typeof reason === 'string' ? reason : undefined
  } catch {
    return undefined
  }
}
