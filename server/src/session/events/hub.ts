/** Notifies open pages of what they watch. Commits of this node are checked at once, those of others by polling: one query for all. */

import { AppError } from '@countersign/contract/error/errors.ts'
import {
  EVENTS_HEARTBEAT_MS,
  EVENTS_LOOK_MS,
  EVENTS_PER_NODE,
  EVENTS_PER_SESSION,
} from '@countersign/contract/limits.ts'

/** An open page. `mark` is the state it has seen, which it sends when it reconnects. */
export type Page<Event> = {
  send(event: Event, mark: string): void
  remember(mark: string): void
  heartbeat(): void
  close(): void
}

/** The state of what a page watches: its mark, what a page that has not seen it is sent, and whether it is the last. */
export type Watched<Event> = { id: string; mark: string; event: Event; last: boolean }

export type Hub<Event> = {
  /** Returns a function that removes the page. `lastMark` is what it had seen when it was disconnected. */
  listen(id: string, page: Page<Event>, lastMark?: string): () => void
  check(): void
  /** Disconnects all pages, and accepts no more. */
  close(): void
}

/** What is watched. */
export type Source<Event> = {
  find(ids: string[]): Promise<Watched<Event>[]>
  /** The last event of what was deleted. */
  missing: Event
}

type HubOptions<Event> = Source<Event> & {
  /** Returns a function that stops it. */
  every(ms: number, work: () => void): () => void
  onFailure(error: unknown): void
}

type Listener<Event> = { page: Page<Event>; mark: string | undefined }

export function createHub<Event>(options: HubOptions<Event>): Hub<Event> {
  const watched = new Map<string, Set<Listener<Event>>>()
  let count = 0
  let stops: (() => void)[] = []
  let checking = false
  let pending = false
  let closed = false

  function check(): void {
    if (count === 0) return
    pending = true
    if (!checking) void checkPending()
  }

  async function checkPending(): Promise<void> {
    checking = true
    while (pending && count > 0) {
      pending = false
      const ids = [...watched.keys()]
      await options.find(ids).then((found) => sendAll(ids, found), options.onFailure)
    }
    checking = false
  }

  function sendAll(ids: string[], found: Watched<Event>[]): void {
    const states = new Map(found.map((state) => [state.id, state]))
    for (const id of ids) {
      const { mark, event, last } = states.get(id) ?? { mark: '', event: options.missing, last: true }
      for (const listener of [...(watched.get(id) ?? [])]) {
        if (!last) sendChange(listener, event, mark)
        else {
          listener.page.send(event, mark)
          listener.page.close()
        }
      }
    }
  }

  function start(): void {
    const sendHeartbeats = () => {
      for (const listeners of watched.values()) for (const { page } of listeners) page.heartbeat()
    }
    stops = [options.every(EVENTS_LOOK_MS, check), options.every(EVENTS_HEARTBEAT_MS, sendHeartbeats)]
  }

  function stop(): void {
    for (const stopTimer of stops) stopTimer()
    stops = []
  }

  return {
    listen(id, page, lastMark) {
      const listeners = watched.get(id) ?? new Set<Listener<Event>>()
      if (closed) throw new AppError('maintenance', { retryAfter: 5 })
      if (listeners.size >= EVENTS_PER_SESSION || count >= EVENTS_PER_NODE)
        throw new AppError('rate_limited', { retryAfter: EVENTS_HEARTBEAT_MS / 1000 })
      const listener = { page, mark: lastMark }
      watched.set(id, listeners.add(listener))
      if (++count === 1) start()
      // Includes changes since the request was authorized.
      check()
      return () => {
        if (!listeners.delete(listener)) return
        if (listeners.size === 0) watched.delete(id)
        if (--count === 0) stop()
      }
    },
    check,
    close() {
      closed = true
      for (const listeners of [...watched.values()]) for (const { page } of [...listeners]) page.close()
    },
  }
}

function sendChange<Event>(listener: Listener<Event>, event: Event, mark: string): void {
  if (listener.mark === mark) return
  if (listener.mark === undefined) listener.page.remember(mark)
  else listener.page.send(event, mark)
  listener.mark = mark
}
