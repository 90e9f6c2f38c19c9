/** Notifies open pages. Commits of this node are checked at once, those of others by polling: one query for all sessions. */

import { AppError } from '@countersign/contract/error/errors.ts'
import {
  EVENTS_HEARTBEAT_MS,
  EVENTS_LOOK_MS,
  EVENTS_PER_NODE,
  EVENTS_PER_SESSION,
} from '@countersign/contract/limits.ts'
import type { ServerEvent, SessionEndReason } from '@countersign/contract/routes/session.ts'
import { endReasonOf } from '../../accounts/live-session.ts'
import type { SessionSnapshot } from './session-snapshot.store.ts'

/** An open page. `mark` is the state it has seen, which it sends when it reconnects. */
export type Page = {
  send(event: ServerEvent, mark: string): void
  remember(mark: string): void
  heartbeat(): void
  close(): void
}

export type Hub = {
  /** Returns a function that removes the page. `lastMark` is what it had seen when it was disconnected. */
  listen(sessionId: string, page: Page, lastMark?: string): () => void
  check(): void
  /** Disconnects all pages, and accepts no more. */
  close(): void
}

type HubOptions = {
  now(): number
  findSnapshots(sessionIds: string[]): Promise<SessionSnapshot[]>
  /** Returns a function that stops it. */
  every(ms: number, work: () => void): () => void
  onFailure(error: unknown): void
}

type Listener = { page: Page; mark: string | undefined }

export function createHub(options: HubOptions): Hub {
  const sessions = new Map<string, Set<Listener>>()
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
      const ids = [...sessions.keys()]
      await options.findSnapshots(ids).then((found) => sendAll(ids, found), options.onFailure)
    }
    checking = false
  }

  function sendAll(ids: string[], found: SessionSnapshot[]): void {
    const now = options.now()
    const snapshots = new Map(found.map((snapshot) => [snapshot.id, snapshot]))
    for (const id of ids) {
      const snapshot = snapshots.get(id)
      // A missing session was deleted with its person.
      const reason = snapshot ? endReasonOf(snapshot, now) : 'person_deleted'
      const mark = snapshot?.mark ?? ''
      for (const listener of [...(sessions.get(id) ?? [])]) {
        if (reason === undefined) sendChange(listener, mark)
        else endPage(listener, reason, mark)
      }
    }
  }

  function start(): void {
    const sendHeartbeats = () => {
      for (const listeners of sessions.values()) for (const { page } of listeners) page.heartbeat()
    }
    stops = [options.every(EVENTS_LOOK_MS, check), options.every(EVENTS_HEARTBEAT_MS, sendHeartbeats)]
  }

  function stop(): void {
    for (const stopTimer of stops) stopTimer()
    stops = []
  }

  return {
    listen(sessionId, page, lastMark) {
      const listeners = sessions.get(sessionId) ?? new Set<Listener>()
      if (closed) throw new AppError('maintenance', { retryAfter: 5 })
      if (listeners.size >= EVENTS_PER_SESSION || count >= EVENTS_PER_NODE)
        throw new AppError('rate_limited', { retryAfter: EVENTS_HEARTBEAT_MS / 1000 })
      const listener = { page, mark: lastMark }
      sessions.set(sessionId, listeners.add(listener))
      if (++count === 1) start()
      // Includes changes since the request was authorized.
      check()
      return () => {
        if (!listeners.delete(listener)) return
        if (listeners.size === 0) sessions.delete(sessionId)
        if (--count === 0) stop()
      }
    },
    check,
    close() {
      closed = true
      for (const listeners of [...sessions.values()]) for (const { page } of [...listeners]) page.close()
    },
  }
}

function sendChange(listener: Listener, mark: string): void {
  if (listener.mark === mark) return
  if (listener.mark === undefined) listener.page.remember(mark)
  else listener.page.send({ event: 'me.changed' }, mark)
  listener.mark = mark
}

function endPage({ page }: Listener, reason: SessionEndReason, mark: string): void {
  page.send({ event: 'session.ended', reason }, mark)
  page.close()
}
