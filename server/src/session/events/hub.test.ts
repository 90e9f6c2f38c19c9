import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '@countersign/contract/error/errors.ts'
import {
  EVENTS_HEARTBEAT_MS,
  EVENTS_LOOK_MS,
  EVENTS_PER_NODE,
  EVENTS_PER_SESSION,
} from '@countersign/contract/limits.ts'
import { createHub } from './hub.ts'
import type { SessionSnapshot } from './session-snapshot.store.ts'
import { MISSING_SESSION, watchSession } from './watch-session.ts'

const settled = () => new Promise(setImmediate)

function createTestHub() {
  const snapshots = new Map<string, SessionSnapshot>()
  const queries: string[][] = []
  const timers = new Map<number, () => void>()
  const failures: unknown[] = []
  const state = { now: 1000, fails: false }
  const hub = createHub({
    async find(ids) {
      queries.push(ids)
      if (state.fails) throw new Error('database unavailable')
      return ids.flatMap((id) => snapshots.get(id) ?? []).map((snapshot) => watchSession(snapshot, state.now))
    },
    missing: MISSING_SESSION,
    every(ms, work) {
      timers.set(ms, work)
      return () => timers.delete(ms)
    },
    onFailure: (error) => failures.push(error),
  })
  const setSnapshot = (id: string, change: Partial<SessionSnapshot> = {}) =>
    snapshots.set(id, {
      id,
      person: { status: 'active' },
      wallet: { status: 'linked', removeAt: null },
      idleExpiresAt: 5000,
      expiresAt: 9000,
      ended: undefined,
      mark: 'a',
      ...change,
    })
  function openPage(id: string, lastMark?: string) {
    const received: string[] = []
    const leave = hub.listen(
      id,
      {
        send: ({ event, ...more }, mark) => received.push([event, ...Object.values(more), mark].join(' ')),
        remember: (mark) => received.push(`mark ${mark}`),
        heartbeat: () => received.push('beat'),
        close() {
          received.push('closed')
          leave()
        },
      },
      lastMark,
    )
    return { received, leave }
  }
  return { hub, state, queries, timers, failures, setSnapshot, openPage, snapshots }
}

describe('event hub', () => {
  test('notifies once per change of the person', async () => {
    const { hub, setSnapshot, openPage } = createTestHub()
    setSnapshot('s')
    const { received } = openPage('s')
    await settled()
    hub.check()
    await settled()
    setSnapshot('s', { mark: 'b' })
    hub.check()
    await settled()
    hub.check()
    await settled()
    assert.deepEqual(received, ['mark a', 'me.changed b'])
  })

  test('reports missed changes on reconnect', async () => {
    const { setSnapshot, openPage } = createTestHub()
    setSnapshot('s', { mark: 'c' })
    const missed = openPage('s', 'a')
    const current = openPage('s', 'c')
    await settled()
    assert.deepEqual([missed.received, current.received], [['me.changed c'], []])
  })

  const ENDS: [string, Partial<SessionSnapshot>, number, string][] = [
    ['it was ended', { ended: { reason: 'revoked_self' } }, 1000, 'revoked_self'],
    ['the person is suspended', { person: { status: 'suspended' } }, 1000, 'person_suspended'],
    ['it is idle', {}, 5000, 'idle'],
  ]
  for (const [why, change, now, reason] of ENDS)
    test(`reports the end of the session and closes when ${why}`, async () => {
      const { hub, state, setSnapshot, openPage } = createTestHub()
      setSnapshot('s')
      setSnapshot('other', { idleExpiresAt: 10_000, expiresAt: 10_000 })
      const pages = [openPage('s'), openPage('s')]
      const other = openPage('other')
      await settled()
      setSnapshot('s', { ...change, mark: 'z' })
      state.now = now
      hub.check()
      await settled()
      for (const { received } of pages) assert.deepEqual(received, ['mark a', `session.ended ${reason} z`, 'closed'])
      assert.deepEqual(other.received, ['mark a'])
    })

  test('closes the streams of a deleted session', async () => {
    const { openPage } = createTestHub()
    const { received } = openPage('gone')
    await settled()
    assert.deepEqual(received, ['session.ended person_deleted ', 'closed'])
  })

  test('polls all streams in one query, on time, and not without streams', async () => {
    const { hub, queries, timers, setSnapshot, openPage } = createTestHub()
    hub.check()
    assert.deepEqual([queries, [...timers.keys()]], [[], []])
    for (const id of ['a', 'b']) setSnapshot(id)
    const pages = [openPage('a'), openPage('a'), openPage('b')]
    await settled()
    queries.length = 0
    assert.deepEqual([...timers.keys()], [EVENTS_LOOK_MS, EVENTS_HEARTBEAT_MS])
    timers.get(EVENTS_LOOK_MS)?.()
    await settled()
    assert.deepEqual(queries, [['a', 'b']])
    timers.get(EVENTS_HEARTBEAT_MS)?.()
    for (const { received, leave } of pages) {
      assert.deepEqual(received, ['mark a', 'beat'])
      leave()
      leave()
    }
    assert.deepEqual([...timers.keys()], [])
    const { received } = openPage('b')
    await settled()
    assert.deepEqual([received, timers.size], [['mark a'], 2])
  })

  test('keeps streams while the database is unavailable and notifies afterwards', async () => {
    const { hub, state, failures, setSnapshot, openPage } = createTestHub()
    setSnapshot('s')
    const { received } = openPage('s')
    await settled()
    state.fails = true
    setSnapshot('s', { mark: 'b' })
    hub.check()
    await settled()
    assert.deepEqual([received, failures.length], [['mark a'], 1])
    state.fails = false
    hub.check()
    await settled()
    assert.deepEqual(received, ['mark a', 'me.changed b'])
  })

  const isLimited = (error: unknown) =>
    error instanceof AppError && error.code === 'rate_limited' && error.retryAfter === EVENTS_HEARTBEAT_MS / 1000

  test('limits streams per session and per node', () => {
    const { openPage } = createTestHub()
    const [first] = Array.from({ length: EVENTS_PER_SESSION }, () => openPage('s'))
    assert.throws(() => openPage('s'), isLimited)
    first?.leave()
    openPage('s')
    for (let count = EVENTS_PER_SESSION; count < EVENTS_PER_NODE; count++) openPage(`s${count}`)
    assert.throws(() => openPage('more'), isLimited)
  })

  test('closes streams silently when the server stops, and rejects new ones', async () => {
    const { hub, setSnapshot, timers, openPage } = createTestHub()
    setSnapshot('s')
    const { received } = openPage('s')
    await settled()
    hub.close()
    assert.deepEqual([received, timers.size], [['mark a', 'closed'], 0])
    assert.throws(() => openPage('s'), { code: 'maintenance' })
  })
})
