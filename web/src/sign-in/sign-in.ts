import { backToList, cancel, choose, keepAccount, pickOtherAccount, retry, takeOver } from './actions.ts'
import { preferAllowedAccount } from './allowed-account.ts'
import type { Signed } from './attempt.ts'
import { createChallenges } from './challenges.ts'
import { type Accepted, dispatch, type Flow, newClick, PROMPT_STATUSES, type SignInOptions } from './flows/flow.ts'
import { listen } from './listen.ts'
import type { Problem } from './problems/problem.ts'
import { signAsConnected } from './steps/sign.ts'
import { sendPhoneProof } from './steps/verify.ts'
import { type View, viewSignIn } from './view.ts'

export type SignIn = ReturnType<typeof createSignIn>

export function createSignIn<Answer extends Accepted>(options: SignInOptions<Answer>) {
  const listeners = new Set<() => void>()
  const flow = createFlow(options, () => {
    watchWallet(flow)
    const next = viewOf(flow)
    if (isEqual(view, next)) return
    view = next
    for (const listener of [...listeners]) listener()
  })
  let view = viewOf(flow)
  const stops: (() => void)[] = []
  return {
    /** Before this call, nothing is sent or stored. */
    start: () => void stops.push(...listen(flow)),
    getView: () => view,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    choose: (walletId: string) => choose(flow, walletId),
    /** What to ask a phone for; undefined if this signature can't come from one. */
    phone: options.phone,
    choosePhone: () => dispatch(flow, { type: 'phone_chosen' }),
    phoneFailed: (problem: Problem) => dispatch(flow, { type: 'phone_failed', problem, retry: { do: 'phone' } }),
    /** False if its challenge has expired. */
    sendPhoneProof: (signed: Signed) => sendPhoneProof(flow, newClick(flow), signed),
    continue: () => signAsConnected(flow, newClick(flow)),
    cancel: () => cancel(flow),
    linkCodeOpened: () => options.wallets.linkCodeOpened(),
    /** Runs the remedy of the current problem; while connecting it is "I've done it". */
    retry: () => retry(flow),
    useOtherWallet: () => backToList(flow),
    useOtherAccount: () => pickOtherAccount(flow),
    /** Switches to a shared account that may sign, if the current one may not. */
    preferAllowedAccount: () => void preferAllowedAccount(flow),
    takeOver: () => takeOver(flow),
    keepAccount: () => keepAccount(flow),
    isKept: () => flow.keep,
    setKeep(keep: boolean) {
      flow.keep = keep
    },
    dispose() {
      for (const stop of stops) stop()
      flow.challenges.dispose()
      dispatch(flow, { type: 'reset' })
      flow.abort?.abort()
      flow.cancelTimer()
      flow.watch?.stop()
      listeners.clear()
    },
  }
}

function createFlow(options: SignInOptions, changed: () => void): Flow {
  return {
    options,
    challenges: createChallenges(options),
    attempt: { status: 'idle', notice: undefined },
    connection: options.wallets.getConnection(),
    keep: false,
    nextId: 1,
    declinedAt: undefined,
    offlineSince: undefined,
    promptLock: undefined,
    twoStepWallets: new Set(),
    abort: undefined,
    cancelTimer: () => {},
    watch: undefined,
    changed,
  }
}

function viewOf({ attempt, watch, options: { wallets, timers } }: Flow): View {
  return viewSignIn({
    attempt,
    connection: wallets.getConnection(),
    wallets: wallets.getWallets(),
    settled: wallets.settled,
    missing: wallets.missing,
    hints: watch?.hints(),
    now: timers.now(),
  })
}

function watchWallet(flow: Flow): void {
  if (!PROMPT_STATUSES.includes(flow.attempt.status)) flow.watch?.stop()
  else import('./steps/watch-wallet.ts').then((module) => module.watchWallet(flow)).catch(() => undefined)
}

function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const entries = Object.entries(a)
  return (
    entries.length === Object.keys(b).length && entries.every(([key, value]) => isEqual(value, Reflect.get(b, key)))
  )
}
