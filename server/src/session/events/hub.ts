/** Notifies open pages of this node. Own commits are checked at once, others by polling: one query for all sessions. */

import { AppError } from '@countersign/contract/errors.ts'
import {
  EVENTS_HEARTBEAT_MS,
  EVENTS_LOOK_MS,
  EVENTS_PER_NODE,
  EVENTS_PER_SESSION,
} from '@countersign/contract/limits.ts'
import type { ServerEvent, SessionEndReason } from '@countersign/contract/routes/session.ts'
import type { SessionSnapshot } from './session-snapshot.store.ts'

/** An open page. `mark` is the state it has seen, which it sends when it reconnects. */
export type Page = {
  send(event: ServerEvent, mark: string): void
  remember(mark: string): void
  beat(): void
  close(): void
}

export type Hub = {
  /** Returns a function that removes it. `known` is the mark the page had when it was disconnected. */
  listen(sessionId: string, page: Page, known?: string): () => void
  nudge(): void
  /** Disconnects all pages, and accepts no more. */
  close(): void
}

type World = {
  now(): number
  look(sessionIds: string[]): Promise<SessionSnapshot[]>
  /** Returns a function that stops it. */
  every(ms: number, work: () => void): () => void
  onFailure(error: unknown): void
}

type Listener = { page: Page; mark: string | undefined }

export function createHub(world: World): Hub {
  const sessions = new Map<string, Set<Listener>>()
  let count = 0
  let stops: (() => void)[] = []
  let looking = false
  let again = false
  let closed = false

  function nudge(): void {
    if (count === 0) return
    again = true
    if (!looking) void look()
  }

  async function look(): Promise<void> {
    looking = true
    while (again && count > 0) {
      again = false
      const asked = [...sessions.keys()]
      await world.look(asked).then((found) => sendAll(asked, found), world.onFailure)
    }
    looking = false
  }

  function sendAll(asked: string[], found: SessionSnapshot[]): void {
    const now = world.now()
    const snapshots = new Map(found.map((snapshot) => [snapshot.id, snapshot]))
    for (const id of asked) {
      const snapshot = snapshots.get(id)
      // A missing session was deleted with its person.
      const reason = snapshot ? endOf(snapshot, now) : 'person_deleted'
      const mark = snapshot?.mark ?? ''
      for (const listener of [...(sessions.get(id) ?? [])]) {
        if (reason === undefined) sendChange(listener, mark)
        else endPage(listener, reason, mark)
      }
    }
  }

  function start(): void {
    const beat = () => {
      for (const listeners of sessions.values()) for (const { page } of listeners) page.beat()
    }
    stops = [world.every(EVENTS_LOOK_MS, nudge), world.every(EVENTS_HEARTBEAT_MS, beat)]
  }

  function stop(): void {
    for (const each of stops) each()
    stops = []
  }

  return {
    listen(sessionId, page, known) {
      const listeners = sessions.get(sessionId) ?? new Set<Listener>()
      if (closed) throw new AppError('maintenance', { retryAfter: 5 })
      if (listeners.size >= EVENTS_PER_SESSION || count >= EVENTS_PER_NODE)
        throw new AppError('rate_limited', { retryAfter: EVENTS_HEARTBEAT_MS / 1000 })
      const listener = { page, mark: known }
      sessions.set(sessionId, listeners.add(listener))
      if (++count === 1) start()
      // Includes changes since the request was authorized.
      nudge()
      return () => {
        if (!listeners.delete(listener)) return
        if (listeners.size === 0) sessions.delete(sessionId)
        if (--count === 0) stop()
      }
    },
    nudge,
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

function endOf(
  { endReason, status, idleExpiresAt, expiresAt }: SessionSnapshot,
  now: number,
): SessionEndReason | undefined {
  if (endReason !== undefined) return endReason
  if (status === 'suspended') return 'person_suspended'
  if (status !== 'active') return 'person_deleted'
  if (now >= expiresAt) return 'expired'
  return now >= idleExpiresAt ? 'idle' : undefined
}
