import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '@countersign/contract/errors.ts'
import {
  EVENTS_HEARTBEAT_MS,
  EVENTS_LOOK_MS,
  EVENTS_PER_NODE,
  EVENTS_PER_SESSION,
} from '@countersign/contract/limits.ts'
import { createHub } from './hub.ts'
import type { SessionSnapshot } from './session-snapshot.store.ts'

const settled = () => new Promise(setImmediate)

function stage() {
  const snapshots = new Map<string, SessionSnapshot>()
  const looks: string[][] = []
  const timers = new Map<number, () => void>()
  const failures: unknown[] = []
  const world = { now: 1000, fails: false }
  const hub = createHub({
    now: () => world.now,
    async look(ids) {
      looks.push(ids)
      if (world.fails) throw new Error('away')
      return ids.flatMap((id) => snapshots.get(id) ?? [])
    },
    every(ms, work) {
      timers.set(ms, work)
      return () => timers.delete(ms)
    },
    onFailure: (error) => failures.push(error),
  })
  const stands = (id: string, change: Partial<SessionSnapshot> = {}) =>
    snapshots.set(id, {
      id,
      endReason: undefined,
      status: 'active',
      idleExpiresAt: 5000,
      expiresAt: 9000,
      mark: 'a',
      ...change,
    })
  function openPage(id: string, known?: string) {
    const heard: string[] = []
    const leave = hub.listen(
      id,
      {
        send: ({ event, ...more }, mark) => heard.push([event, ...Object.values(more), mark].join(' ')),
        remember: (mark) => heard.push(`mark ${mark}`),
        beat: () => heard.push('beat'),
        close() {
          heard.push('closed')
          leave()
        },
      },
      known,
    )
    return { heard, leave }
  }
  return { hub, world, looks, timers, failures, stands, openPage, snapshots }
}

describe('event hub', () => {
  test('notifies once per change of the person', async () => {
    const { hub, stands, openPage } = stage()
    stands('s')
    const { heard } = openPage('s')
    await settled()
    hub.nudge()
    await settled()
    stands('s', { mark: 'b' })
    hub.nudge()
    await settled()
    hub.nudge()
    await settled()
    assert.deepEqual(heard, ['mark a', 'me.changed b'])
  })

  test('reports missed changes on reconnect', async () => {
    const { stands, openPage } = stage()
    stands('s', { mark: 'c' })
    const missed = openPage('s', 'a')
    const current = openPage('s', 'c')
    await settled()
    assert.deepEqual([missed.heard, current.heard], [['me.changed c'], []])
  })

  const ENDS: [string, Partial<SessionSnapshot>, number, string][] = [
    ['it was ended', { endReason: 'revoked_self' }, 1000, 'revoked_self'],
    ['the person is suspended', { status: 'suspended' }, 1000, 'person_suspended'],
    ['the person is being deleted', { status: 'deleting' }, 1000, 'person_deleted'],
    ['it is idle', {}, 5000, 'idle'],
    ['it expired', { idleExpiresAt: 9000 }, 9000, 'expired'],
  ]
  for (const [why, change, now, reason] of ENDS)
    test(`reports the end of the session and closes when ${why}`, async () => {
      const { hub, world, stands, openPage } = stage()
      stands('s')
      stands('other', { idleExpiresAt: 10_000, expiresAt: 10_000 })
      const pages = [openPage('s'), openPage('s')]
      const other = openPage('other')
      await settled()
      stands('s', { ...change, mark: 'z' })
      world.now = now
      hub.nudge()
      await settled()
      for (const { heard } of pages) assert.deepEqual(heard, ['mark a', `session.ended ${reason} z`, 'closed'])
      assert.deepEqual(other.heard, ['mark a'])
    })

  test('closes the streams of a deleted session', async () => {
    const { openPage } = stage()
    const { heard } = openPage('gone')
    await settled()
    assert.deepEqual(heard, ['session.ended person_deleted ', 'closed'])
  })

  test('polls all streams in one query, on time, and not without streams', async () => {
    const { hub, looks, timers, stands, openPage } = stage()
    hub.nudge()
    assert.deepEqual([looks, [...timers.keys()]], [[], []])
    for (const id of ['a', 'b']) stands(id)
    const pages = [openPage('a'), openPage('a'), openPage('b')]
    await settled()
    looks.length = 0
    assert.deepEqual([...timers.keys()], [EVENTS_LOOK_MS, EVENTS_HEARTBEAT_MS])
    timers.get(EVENTS_LOOK_MS)?.()
    await settled()
    assert.deepEqual(looks, [['a', 'b']])
    timers.get(EVENTS_HEARTBEAT_MS)?.()
    for (const { heard, leave } of pages) {
      assert.deepEqual(heard, ['mark a', 'beat'])
      leave()
      leave()
    }
    assert.deepEqual([...timers.keys()], [])
    const { heard } = openPage('b')
    await settled()
    assert.deepEqual([heard, timers.size], [['mark a'], 2])
  })

  test('keeps streams while the database is unavailable and notifies afterwards', async () => {
    const { hub, world, failures, stands, openPage } = stage()
    stands('s')
    const { heard } = openPage('s')
    await settled()
    world.fails = true
    stands('s', { mark: 'b' })
    hub.nudge()
    await settled()
    assert.deepEqual([heard, failures.length], [['mark a'], 1])
    world.fails = false
    hub.nudge()
    await settled()
    assert.deepEqual(heard, ['mark a', 'me.changed b'])
  })

  const isLimited = (error: unknown) =>
    error instanceof AppError && error.code === 'rate_limited' && error.retryAfter === EVENTS_HEARTBEAT_MS / 1000

  test('limits streams per session and per node', () => {
    const { openPage } = stage()
    const [first] = Array.from({ length: EVENTS_PER_SESSION }, () => openPage('s'))
    assert.throws(() => openPage('s'), isLimited)
    first?.leave()
    openPage('s')
    for (let count = EVENTS_PER_SESSION; count < EVENTS_PER_NODE; count++) openPage(`s${count}`)
    assert.throws(() => openPage('more'), isLimited)
  })

  test('closes streams silently when the server stops, and rejects new ones', async () => {
    const { hub, stands, timers, openPage } = stage()
    stands('s')
    const { heard } = openPage('s')
    await settled()
    hub.close()
    assert.deepEqual([heard, timers.size], [['mark a', 'closed'], 0])
    assert.throws(() => openPage('s'), { code: 'maintenance' })
  })
})
