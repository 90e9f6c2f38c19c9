import { listenToEvents, type ServerEvent } from '@countersign/contract/routes/events.ts'
import type { Timers } from '../wallet/env.ts'

/** As much of an `EventSource` as is used. */
export type EventStream = {
  addEventListener(type: string, listener: (event: { data?: unknown }) => void): void
  close(): void
}

export type EventsEnv = {
  open(url: string): EventStream
  timers: Timers
  /** The tab comes to the front, or back from the cache. */
  onReturn(listener: () => void): () => void
  onHide(listener: () => void): () => void
  /** Asks the server whether somebody is still signed in; `reason` is what the stream said of it. */
  look(reason?: string): Promise<void>
  /** Something of this person changed, or may have while nobody listened. */
  onChanged(): Promise<void>
}

const RETRY_SECONDS = [1, 2, 4, 8, 15, 30, 60]
/** The tab in which somebody signs out tells the others itself, and says it better. */
const OWN_DOING_MS = 1000
const OWN_DOING: (string | undefined)[] = ['signed_out', 'replaced']

type Listening = {
  env: EventsEnv
  stream: EventStream | undefined
  tries: number
  /** Nobody listened for a while, so what was heard may not be all. */
  missed: boolean
  stopped: boolean
  cancelTimer: () => void
}

/** Listens until it is stopped; a line that breaks is opened again, later each time. */
export function followEvents(env: EventsEnv): () => void {
  const listening: Listening = {
    env,
    stream: undefined,
    tries: 0,
    missed: false,
    stopped: false,
    cancelTimer: () => {},
  }
  const stops = [env.onReturn(() => open(listening)), env.onHide(() => close(listening))]
  open(listening)
  return () => {
    listening.stopped = true
    close(listening)
    for (const stop of stops) stop()
  }
}

function open(listening: Listening): void {
  if (listening.stopped || listening.stream) return
  listening.cancelTimer()
  const stream = listening.env.open(listenToEvents.path)
  listening.stream = stream
  const heed = (type: ServerEvent['event'] | 'open' | 'error', act: (data: unknown) => void) =>
    stream.addEventListener(type, ({ data }) => {
      if (listening.stream === stream) act(data)
    })
  heed('open', () => opened(listening))
  heed('error', () => broken(listening))
  heed('me.changed', () => void listening.env.onChanged())
  heed('session.ended', (data) => ended(listening, data))
}

function opened(listening: Listening): void {
  listening.tries = 0
  if (listening.missed) void listening.env.onChanged()
  listening.missed = false
}

/** A browser cannot tell why a line was refused; twice in a row may mean that nobody is signed in any more. */
function broken(listening: Listening): void {
  const { env } = listening
  close(listening)
  const wait = RETRY_SECONDS[Math.min(listening.tries, RETRY_SECONDS.length - 1)] ?? 60
  listening.tries++
  listening.cancelTimer = env.timers.after(wait * 1000, () => open(listening))
  if (listening.tries > 1) void env.look()
}

function ended(listening: Listening, data: unknown): void {
  const { env } = listening
  const reason = reasonOf(data)
  if (OWN_DOING.includes(reason)) {
    listening.cancelTimer()
    listening.cancelTimer = env.timers.after(OWN_DOING_MS, () => void env.look(reason))
  } else void env.look(reason)
}

function close(listening: Listening): void {
  listening.cancelTimer()
  listening.stream?.close()
  listening.stream = undefined
  listening.missed = true
}

function reasonOf(data: unknown): string | undefined {
  try {
    const { reason } = JSON.parse(String(data)) as { reason?: unknown } // from our own server; looked at below
    return typeof reason === 'string' ? reason : undefined
  } catch {
    return undefined
  }
}
