import { AppError } from '@countersign/contract/error/errors.ts'
import { EXPIRY_WARNING_MS, SESSION_CHECK_ON_FOCUS_MS } from '@countersign/contract/limits.ts'
import type { Boot } from '@countersign/contract/routes/public.ts'
import type { SessionState } from '@countersign/contract/routes/session.ts'
import * as routes from '@countersign/contract/routes/session.ts'
import type { Call } from '../api/call.ts'
import type { Timers } from '../wallet/env.ts'
import type { TabMessage, Tabs } from './tabs.ts'

export type SignedOutReason =
  | 'never'
  | 'signed_out'
  | 'signed_out_elsewhere'
  | 'session_expired'
  | 'session_revoked'
  /** The contract behind the wallet no longer confirms its signature. */
  | 'wallet_changed'

/** As reported by the server; never derived from a wallet. */
export type SessionStatus =
  | { status: 'unknown' }
  | { status: 'signed-out'; reason: SignedOutReason }
  | {
      status: 'signed-in'
      state: SessionState
      endsSoon: boolean
    }

export type SessionStore = ReturnType<typeof createSessionStore>

type SessionEnv = {
  call: Call
  tabs: Tabs
  timers: Timers
  onReturn(listener: () => void): () => void
  /** Called when another person signed in in another tab. */
  reloadToHome(): void
}

const RETRY_SECONDS = [1, 2, 4, 8, 15]

type Store = {
  env: SessionEnv
  session: SessionStatus
  /** Set from a 401 without a cookie; the tab that cleared the cookie may still send the reason. */
  inferred: SessionStatus | undefined
  /** A 401 during sign-out is expected. */
  signingOut: boolean
  listeners: Set<() => void>
  checkedAt: number
  tries: number
  cancelTimer: () => void
}

export function createSessionStore(boot: Boot, env: SessionEnv) {
  const store: Store = {
    env,
    session: fromBoot(boot),
    inferred: undefined,
    signingOut: false,
    listeners: new Set(),
    checkedAt: env.timers.now(),
    tries: 0,
    cancelTimer: () => {},
  }
  return {
    start() {
      env.tabs.subscribe((message) => receive(store, message))
      env.onReturn(() => checkOnReturn(store))
      set(store, store.session)
    },
    getSession: () => store.session,
    subscribe(listener: () => void): () => void {
      store.listeners.add(listener)
      return () => store.listeners.delete(listener)
    },
    signedIn(state: SessionState) {
      set(store, { status: 'signed-in', state, endsSoon: false })
      env.tabs.post({ t: 'in', person: state.me.id, sid: state.session.id, at: env.timers.now() })
    },
    /** Ends the session on the server and in every tab; throws and changes nothing if the server is unreachable. */
    signOut: () => signOut(store),
    async touch() {
      try {
        await env.call(routes.touchSession)
      } catch (error) {
        noticeError(store, error)
        throw error
      }
      await check(store)
    },
    /** `hint` is used when the server reports no reason: the first tab to ask clears the cookie. */
    check: (hint?: SignedOutReason) => check(store, hint),
    /** Called with errors of other calls, so that any 401 ends the session. */
    noticeError: (error: unknown) => noticeError(store, error),
  }
}

function fromBoot({ session, sessionProblem }: Boot): SessionStatus {
  if (session) return { status: 'signed-in', state: session, endsSoon: false }
  if (sessionProblem === 'unknown') return { status: 'unknown' }
  const reason = sessionProblem === null || sessionProblem === 'unauthenticated' ? 'never' : sessionProblem
  return { status: 'signed-out', reason }
}

function set(store: Store, session: SessionStatus): void {
  store.session = withWarning(store, session)
  store.cancelTimer()
  const wait = nextCheckDelay(store)
  if (wait !== undefined) store.cancelTimer = store.env.timers.after(wait, () => checkExpiry(store))
  for (const listener of [...store.listeners]) listener()
}

function withWarning({ env }: Store, session: SessionStatus): SessionStatus {
  if (session.status !== 'signed-in') return session
  const endsSoon = endOf(session.state) - env.timers.now() <= EXPIRY_WARNING_MS
  return session.endsSoon === endsSoon ? session : { ...session, endsSoon }
}

/** Unknown: retries. Signed in: at the expiry warning, then at expiry. */
function nextCheckDelay({ env, session, tries }: Store): number | undefined {
  if (session.status === 'signed-out') return undefined
  const retry = (RETRY_SECONDS[Math.min(tries, RETRY_SECONDS.length - 1)] ?? 15) * 1000
  if (session.status === 'unknown') return retry
  const left = endOf(session.state) - env.timers.now()
  if (left <= 0) return retry
  return Math.min(session.endsSoon ? left : left - EXPIRY_WARNING_MS, MAX_TIMER_MS)
}

/** Browsers run a timer of more than 24.8 days immediately. */
const MAX_TIMER_MS = 86_400_000

function checkExpiry(store: Store): void {
  const { session, env } = store
  if (session.status === 'signed-in' && endOf(session.state) > env.timers.now()) return set(store, session)
  store.tries++
  void check(store)
}

function endOf({ session }: SessionState): number {
  return Math.min(Date.parse(session.expiresAt), Date.parse(session.idleExpiresAt))
}

async function check(store: Store, hint?: SignedOutReason): Promise<void> {
  store.checkedAt = store.env.timers.now()
  const before = store.session
  try {
    const state = await store.env.call(routes.getSession)
    if (store.session !== before) return // a newer status arrived meanwhile
    if (endOf(state) > store.env.timers.now()) store.tries = 0
    if (isAnotherPerson(store.session, state.me.id)) return store.env.reloadToHome()
    set(store, { status: 'signed-in', state, endsSoon: false })
  } catch (error) {
    if (store.session !== store.inferred && !isSameSession(store.session, before)) return
    noticeError(store, error, hint)
    if (store.session === before && before.status !== 'signed-out') set(store, before) // schedules the next check
  }
}

function checkOnReturn(store: Store): void {
  const { session, env, checkedAt } = store
  if (session.status === 'unknown' || env.timers.now() - checkedAt < SESSION_CHECK_ON_FOCUS_MS)
    return set(store, session)
  void check(store)
}

/** A 401 of any call means signed out; other errors do not affect the session. */
function noticeError(store: Store, error: unknown, hint?: SignedOutReason): void {
  if (!(error instanceof AppError)) return
  const { code } = error
  if (code === 'session_expired' || code === 'session_revoked')
    set(store, { status: 'signed-out', reason: routes.isWalletChanged(error) ? 'wallet_changed' : code })
  if (code !== 'unauthenticated' || store.signingOut) return
  const { session } = store
  if (session.status === 'signed-in' || (hint && session === store.inferred)) {
    set(store, { status: 'signed-out', reason: hint ?? 'session_expired' })
    store.inferred = store.session
  }
  if (session.status === 'unknown') set(store, { status: 'signed-out', reason: 'never' })
}

async function signOut(store: Store): Promise<void> {
  const { env, session } = store
  store.signingOut = true
  try {
    await env.call(routes.deleteSession)
  } finally {
    store.signingOut = false
  }
  const [person, sid] = session.status === 'signed-in' ? [session.state.me.id, session.state.session.id] : ['', '']
  set(store, { status: 'signed-out', reason: 'signed_out' })
  env.tabs.post({ t: 'out', person, sid, at: env.timers.now() })
}

function receive(store: Store, message: TabMessage): void {
  const { session, env } = store
  if (message.t === 'out' && (session.status !== 'signed-out' || session === store.inferred)) {
    set(store, { status: 'signed-out', reason: 'signed_out_elsewhere' })
  }
  if (message.t === 'ended' && session.status === 'signed-in' && session.state.session.id === message.sid) {
    void check(store, message.reason)
  }
  if (message.t !== 'in') return
  if (isAnotherPerson(session, message.person)) return env.reloadToHome()
  void check(store)
}

function isSameSession(a: SessionStatus, b: SessionStatus): boolean {
  if (a.status !== 'signed-in' || b.status !== 'signed-in') return a === b
  return a.state.session.id === b.state.session.id
}

function isAnotherPerson(session: SessionStatus, person: string): boolean {
  return session.status === 'signed-in' && session.state.me.id !== person
}
