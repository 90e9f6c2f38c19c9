import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError, type ErrorCode } from '@countersign/contract/error/errors.ts'
import type { Boot } from '@countersign/contract/routes/public.ts'
import { type SessionState, WALLET_CHANGED } from '@countersign/contract/routes/session.ts'
import { fakeBus, fakeSignal, fakeTimers, settled } from '../../../test/support/fake-page.ts'
import { started } from '../../../test/support/web/fake-flow.ts'
import type { Call } from '../api/call.ts'
import { ConnectionError } from '../api/connection-error.ts'
import { createSessionStore } from './session.ts'
import type { TabMessage } from './tabs.ts'

const DAY = 86_400_000
const state: SessionState = { session: started.session, me: started.me }
const bob: SessionState = { ...state, me: { ...state.me, id: 'per_01JCQ2Z8Y7ABCDEFGHJKMNPQRB' } }

type Answer = SessionState | Error

function openStore(
  options: {
    session?: SessionState
    problem?: Boot['sessionProblem']
    bus?: ReturnType<typeof fakeBus<TabMessage>>
  } = {},
) {
  const timers = fakeTimers()
  const returns = fakeSignal()
  const calls: string[] = []
  const server: { answer: Answer; hold: Promise<void> } = { answer: options.session ?? state, hold: Promise.resolve() }
  const reloads: string[] = []
  const call = (async ({ method, path }: { method: string; path: string }) => {
    calls.push(`${method} ${path}`)
    const { answer } = server
    await server.hold
    if (answer instanceof Error) throw answer
    return method === 'GET' ? answer : undefined
  }) as unknown as Call // implements only the three session routes
  const boot: Boot = {
    public: {
      name: 'Acme',
      origin: 'https://id.example',
      contact: null,
      accent: null,
      logo: null,
      registration: 'open',
      namespaces: ['eip155'],
      phone: false,
      setupNeeded: false,
      demoWallet: false,
      walletConnect: null,
      baseAccount: null,
      walletApps: [],
    },
    session: options.session ?? null,
    sessionProblem: options.session ? null : (options.problem ?? 'unauthenticated'),
    destination: null,
  }
  const tabs = (options.bus ?? fakeBus<TabMessage>()).tab()
  const store = createSessionStore(boot, {
    call,
    tabs,
    timers,
    onReturn: (listener) => returns.subscribe(listener),
    reloadToHome: () => void reloads.push('/home'),
  })
  store.start()
  return { store, timers, returns, calls, server, reloads }
}

const signedOut = (reason: string) => ({ status: 'signed-out', reason })
const signedIn = (of = state, endsSoon = false) => ({ status: 'signed-in', state: of, endsSoon })

describe('at boot', () => {
  test('reads the session from the HTML without a request', async () => {
    const { store, timers, calls } = openStore({ session: state })
    await timers.advance(60_000)
    assert.deepEqual(store.getSession(), signedIn())
    assert.deepEqual(calls, [])
  })

  test('reads from the HTML why the session ended', () => {
    assert.deepEqual(openStore().store.getSession(), signedOut('never'))
    for (const problem of ['session_expired', 'session_revoked', 'wallet_changed'] as const) {
      assert.deepEqual(openStore({ problem }).store.getSession(), signedOut(problem))
    }
  })

  test('retries an unknown session after 1, 2, 4, 8 and every 15 seconds', async () => {
    const { store, timers, calls, server } = openStore({ problem: 'unknown' })
    server.answer = new AppError('db_unavailable')
    const tried: number[] = []
    for (let second = 1; second <= 60; second++) {
      const before = calls.length
      await timers.advance(1000)
      if (calls.length > before) tried.push(second)
    }
    assert.deepEqual(tried, [1, 3, 7, 15, 30, 45, 60])
    assert.deepEqual(store.getSession(), { status: 'unknown' })
    server.answer = state
    await timers.advance(15_000)
    assert.deepEqual(store.getSession(), signedIn())
  })

  test('an unknown session is signed out after a 401', async () => {
    const { store, timers, server } = openStore({ problem: 'unknown' })
    server.answer = new AppError('unauthenticated')
    await timers.advance(1000)
    assert.deepEqual(store.getSession(), signedOut('never'))
  })
})

describe('signed in', () => {
  test('reports why a session ended', async () => {
    for (const code of ['session_expired', 'session_revoked'] as const) {
      const { store, server } = openStore({ session: state })
      server.answer = new AppError(code)
      await store.check()
      assert.deepEqual(store.getSession(), signedOut(code))
    }
  })

  test('reports a session whose contract no longer confirms the wallet', async () => {
    const { store, server } = openStore({ session: state })
    server.answer = new AppError('session_revoked', WALLET_CHANGED)
    await store.check()
    assert.deepEqual(store.getSession(), signedOut('wallet_changed'))
  })

  test('a 401 of any other call ends the session', () => {
    const { store } = openStore({ session: state })
    store.noticeError(new AppError('unauthenticated'))
    assert.deepEqual(store.getSession(), signedOut('session_expired'))
  })

  test('reports the reason also when a later 401 without one arrives first', async () => {
    const { store, server } = openStore({ session: state })
    const { promise, resolve } = Promise.withResolvers<void>()
    server.answer = new AppError('session_revoked')
    server.hold = promise
    const checked = store.check()
    store.noticeError(new AppError('unauthenticated'))
    resolve()
    await checked
    assert.deepEqual(store.getSession(), signedOut('session_revoked'))
  })

  test('uses the reason of another tab when no 401 has one', async () => {
    const { store, server } = openStore({ session: state })
    const { promise, resolve } = Promise.withResolvers<void>()
    server.answer = new AppError('unauthenticated')
    server.hold = promise
    const checked = store.check('session_revoked')
    store.noticeError(new AppError('unauthenticated'))
    resolve()
    await checked
    assert.deepEqual(store.getSession(), signedOut('session_revoked'))
    store.noticeError(new AppError('unauthenticated'))
    assert.deepEqual(store.getSession(), signedOut('session_revoked'))
  })

  test('ends also when an earlier successful check arrives just before the 401', async () => {
    const { store, server } = openStore({ session: state })
    const early = Promise.withResolvers<void>()
    server.hold = early.promise
    const first = store.check()
    const late = Promise.withResolvers<void>()
    server.answer = new AppError('session_revoked')
    server.hold = late.promise
    const second = store.check()
    early.resolve()
    await first
    late.resolve()
    await second
    assert.deepEqual(store.getSession(), signedOut('session_revoked'))
  })

  test('a check in flight does not change the reason of a sign-out', async () => {
    const { store, server } = openStore({ session: state })
    const { promise, resolve } = Promise.withResolvers<void>()
    server.answer = new AppError('session_revoked')
    server.hold = promise
    const checked = store.check()
    server.answer = state
    server.hold = Promise.resolve()
    await store.signOut()
    resolve()
    await checked
    assert.deepEqual(store.getSession(), signedOut('signed_out'))
  })

  test('other errors do not change the session', async () => {
    const { store, server } = openStore({ session: state })
    const before = store.getSession()
    for (const error of [
      new ConnectionError('server/unreachable'),
      new ConnectionError('server/unreadable'),
      ...(['internal', 'db_unavailable', 'rate_limited'] satisfies ErrorCode[]).map((code) => new AppError(code)),
    ]) {
      server.answer = error
      await store.check()
      assert.equal(store.getSession(), before)
    }
  })

  test('checks when the tab becomes visible, at most every 30 seconds', async () => {
    const { timers, returns, calls } = openStore({ session: state })
    for (const wait of [29_999, 1, 1, 29_999]) {
      await timers.advance(wait)
      returns.fire()
      await settled()
    }
    assert.deepEqual(calls, ['GET /api/session', 'GET /api/session'])
  })

  test('warns two minutes before the end, and touch extends the session', async () => {
    const { store, timers, server, calls } = openStore({ session: state })
    await timers.advance(7 * DAY - 120_001)
    assert.deepEqual(store.getSession(), signedIn())
    await timers.advance(1)
    assert.deepEqual(store.getSession(), signedIn(state, true))
    const later = { ...state, session: { ...state.session, idleExpiresAt: '2026-01-15T00:00:00.000Z' } }
    server.answer = later
    await store.touch()
    assert.deepEqual(calls, ['POST /api/session/touch', 'GET /api/session'])
    assert.deepEqual(store.getSession(), signedIn(later))
  })

  test('checks at expiry, and signs out only if the server confirms it', async () => {
    const { store, timers, server } = openStore({ session: state })
    server.answer = new ConnectionError('server/unreachable')
    await timers.advance(7 * DAY + 5000)
    assert.equal(store.getSession().status, 'signed-in')
    server.answer = new AppError('session_expired')
    await timers.advance(15_000)
    assert.deepEqual(store.getSession(), signedOut('session_expired'))
  })

  test('sign-out ends the session on the server first', async () => {
    const { store, calls } = openStore({ session: state })
    await store.signOut()
    assert.deepEqual(calls, ['DELETE /api/session'])
    assert.deepEqual(store.getSession(), signedOut('signed_out'))
  })

  test('a 401 during sign-out does not change its reason', async () => {
    const { store, server } = openStore({ session: state })
    const seen: unknown[] = []
    store.subscribe(() => seen.push(store.getSession()))
    const { promise, resolve } = Promise.withResolvers<void>()
    server.hold = promise
    const leaving = store.signOut()
    store.noticeError(new AppError('unauthenticated'))
    resolve()
    await leaving
    assert.deepEqual(seen, [signedOut('signed_out')])
  })

  test('stays signed in and throws when the server is unreachable', async () => {
    const { store, server } = openStore({ session: state })
    server.answer = new ConnectionError('server/unreachable')
    await assert.rejects(store.signOut(), { code: 'server/unreachable' })
    assert.deepEqual(store.getSession(), signedIn())
  })

  test('touch fails after the session ended', async () => {
    const { store, server } = openStore({ session: state })
    server.answer = new AppError('session_revoked')
    await assert.rejects(store.touch(), { code: 'session_revoked' })
    assert.deepEqual(store.getSession(), signedOut('session_revoked'))
  })

  test('ignores an outdated answer', async () => {
    const { store, server } = openStore({ session: state })
    let release = () => {}
    server.hold = new Promise((resolve) => {
      release = resolve
    })
    const check = store.check()
    server.hold = Promise.resolve()
    await store.signOut()
    release()
    await check
    assert.deepEqual(store.getSession(), signedOut('signed_out'))
  })
})

describe('tabs', () => {
  test('a sign-out in one tab signs out the others', async () => {
    const bus = fakeBus<TabMessage>()
    const tabs = [openStore({ session: state, bus }), openStore({ session: state, bus })] as const
    await tabs[0].store.signOut()
    assert.deepEqual(tabs[1].store.getSession(), signedOut('signed_out_elsewhere'))
  })

  test('a sign-out in another tab explains a session that just ended without a reason', async () => {
    const bus = fakeBus<TabMessage>()
    const tabs = [openStore({ session: state, bus }), openStore({ session: state, bus })] as const
    tabs[1].store.noticeError(new AppError('unauthenticated'))
    await tabs[0].store.signOut()
    assert.deepEqual(tabs[1].store.getSession(), signedOut('signed_out_elsewhere'))
  })

  test('a sign-in in one tab signs in the others after a check', async () => {
    const bus = fakeBus<TabMessage>()
    const [first, second] = [openStore({ bus }), openStore({ bus })]
    first.store.signedIn(state)
    await settled()
    assert.deepEqual(second.calls, ['GET /api/session'])
    assert.deepEqual(second.store.getSession(), signedIn())
  })

  test('another person in one tab reloads the others', async () => {
    const bus = fakeBus<TabMessage>()
    const [first, second] = [openStore({ session: state, bus }), openStore({ session: state, bus })]
    first.store.signedIn(bob)
    await settled()
    assert.deepEqual([first.reloads, second.reloads], [[], ['/home']])
  })

  test('keeps the reason in a tab that checks after the cookie was cleared', async () => {
    const bus = fakeBus<TabMessage>()
    const { store, server, calls } = openStore({ session: state, bus })
    const notifySignOut = (sid: string) => bus.tab().post({ t: 'ended', sid, reason: 'session_revoked', at: 0 })
    server.answer = new AppError('unauthenticated')
    notifySignOut('ses_somebodyelses')
    await settled()
    assert.deepEqual(calls, [])
    notifySignOut(state.session.id)
    await settled()
    assert.deepEqual(store.getSession(), signedOut('session_revoked'))
  })

  test('the reason of another tab is a hint: the server decides', async () => {
    const bus = fakeBus<TabMessage>()
    const { store } = openStore({ session: state, bus })
    bus.tab().post({ t: 'ended', sid: state.session.id, reason: 'session_revoked', at: 0 })
    await settled()
    assert.deepEqual(store.getSession(), signedIn())
  })

  test("another person reloads the tab also when the server's answer comes first", async () => {
    const { store, server, reloads } = openStore({ session: state })
    server.answer = bob
    await store.check()
    assert.deepEqual(reloads, ['/home'])
  })
})
