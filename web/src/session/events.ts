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

/** Reopens a broken stream with a growing delay. */
export function followEvents(env: EventsEnv): () => void {
  let stream: EventStream | undefined
  let tries = 0
  let missed = false
  let stopped = false
  let cancelTimer = () => {}

  function open() {
    if (stopped || stream) return
    cancelTimer()
    const opened = env.open(listenToEvents.path)
    stream = opened
    const on = (type: ServerEvent['event'] | 'open' | 'error', handle: (data: unknown) => void) =>
      opened.addEventListener(type, ({ data }) => {
        if (stream === opened) handle(data)
      })
    on('open', () => {
      tries = 0
      if (missed) void env.onChanged()
      missed = false
    })
    on('error', retry)
    on('me.changed', () => void env.onChanged())
    on('session.ended', (data) => ended(reasonOf(data)))
  }

  /** Browsers do not report why a stream failed; a second failure in a row may mean that the session ended. */
  function retry() {
    close()
    const wait = RETRY_SECONDS[Math.min(tries, RETRY_SECONDS.length - 1)] ?? 60
    tries++
    cancelTimer = env.timers.after(wait * 1000, open)
    if (tries > 1) void env.checkSession()
  }

  function ended(reason: string | undefined) {
    if (!OWN_SIGN_OUT.includes(reason)) return void env.checkSession(reason)
    cancelTimer()
    cancelTimer = env.timers.after(OWN_SIGN_OUT_MS, () => void env.checkSession(reason))
  }

  function close() {
    cancelTimer()
    stream?.close()
    stream = undefined
    missed = true
  }

  const stops = [env.onReturn(open), env.onHide(close)]
  open()
  return () => {
    stopped = true
    close()
    for (const stop of stops) stop()
  }
}

function reasonOf(data: unknown): string | undefined {
  try {
    const { reason } = JSON.parse(String(data)) as { reason?: unknown } // from our own server; checked below
    return typeof reason === 'string' ? reason : undefined
  } catch {
    return undefined
  }
}
