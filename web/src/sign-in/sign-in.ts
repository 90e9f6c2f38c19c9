import type { Connection, WalletLabel } from '../wallet/wallet.ts'
import { backToList, cancel, choose, keepAccount, pickOtherAccount, retry, takeOver } from './actions.ts'
import type { Again } from './attempt.ts'
import { createChallenges } from './challenges.ts'
import { type Flow, PROMPTING, type SignInOptions, tell, tick } from './flow.ts'
import { findPageFault } from './page-fault.ts'
import type { Problem } from './problem.ts'
import { sameValue } from './same-value.ts'
import { connected } from './steps/connect.ts'
import { signAsConnected } from './steps/sign.ts'
import { type View, viewSignIn } from './view.ts'

/** One sign-in (or setup) on one page: what to show, and what a person can do. */
export type SignIn = {
  /** Begins to listen and fetches a challenge. A flow that is never started leaves no trace. */
  start(): void
  /** The same object until something changes. */
  getView(): View
  subscribe(listener: () => void): () => void
  /** A wallet was clicked: connect and go straight on to the signature. */
  choose(walletId: string): void
  /** "Continue as …". */
  continue(): void
  cancel(): void
  /** Runs the remedy of the problem on show; while connecting it is "I've done it". */
  retry(): void
  useOtherWallet(): void
  useOtherAccount(): void
  /** Takes a shared account that will do, where the one in use does not. */
  preferWantedAccount(): void
  /** "Do it here": takes the wallet prompt from the other tab. */
  takeOver(): void
  /** "Keep my account": takes its deletion back. */
  keepAccount(): void
  setKeep(keep: boolean): void
  dispose(): void
}

export function createSignIn(options: SignInOptions): SignIn {
  const listeners = new Set<() => void>()
  const flow = createFlow(options, () => {
    watchWait(flow)
    const next = viewOf(flow)
    if (sameValue(view, next)) return
    view = next
    for (const listener of [...listeners]) listener()
  })
  let view = viewOf(flow)
  const stops: (() => void)[] = []
  return {
    start: () => void stops.push(...begin(flow)),
    getView: () => view,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    choose: (walletId) => choose(flow, walletId),
    continue: () => signAsConnected(flow),
    cancel: () => cancel(flow),
    retry: () => retry(flow),
    useOtherWallet: () => backToList(flow),
    useOtherAccount: () => pickOtherAccount(flow),
    preferWantedAccount: () => void options.preferWanted?.(flow),
    takeOver: () => takeOver(flow),
    keepAccount: () => keepAccount(flow),
    setKeep(keep) {
      flow.keep = keep
    },
    dispose() {
      for (const stop of stops) stop()
      flow.challenges.dispose()
      tell(flow, { type: 'set_aside' })
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
    challenges: createChallenges(options.fetchChallenge, options.timers),
    attempt: { status: 'idle', notice: undefined },
    connection: options.wallets.getConnection(),
    keep: false,
    nextId: 1,
    clickedAt: Number.NEGATIVE_INFINITY,
    declinedAt: undefined,
    offlineSince: undefined,
    steal: false,
    held: undefined,
    plain: new Set(),
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
    leftOver: wallets.requests.earlier?.name,
    hints: watch?.hints(),
    now: timers.now(),
  })
}

/** What may be wrong while a wallet is waited for is fetched with the wait. */
function watchWait(flow: Flow): void {
  if (!PROMPTING.includes(flow.attempt.status)) flow.watch?.stop()
  else import('./steps/watch-wallet.ts').then((module) => module.watchWait(flow)).catch(() => undefined) // hints only
}

function begin(flow: Flow): (() => void)[] {
  const { options } = flow
  const { wallets, page, timers } = options
  const fault = findPageFault(page, timers.now())
  if (fault) tell(flow, { type: 'page_refused', ...fault })
  flow.challenges.prefetch()
  let heedPolicy: ((flow: Flow) => void) | undefined
  const look = () => {
    heedConnection(flow)
    void options.preferWanted?.(flow)
    heedPolicy?.(flow)
    flow.changed()
  }
  const stops = [
    wallets.subscribe(look),
    flow.options.onSignedInElsewhere((next) => tell(flow, { type: 'signed_in_elsewhere', next })),
    page.onReturn(() => {
      tell(flow, { type: 'person_came_back', at: timers.now() })
      flow.challenges.prefetch()
      tick(flow)
    }),
    page.onOffline(() => {
      flow.offlineSince ??= timers.now()
      tick(flow)
    }),
    page.onOnline(() => {
      const ms = flow.offlineSince === undefined ? 0 : timers.now() - flow.offlineSince
      flow.offlineSince = undefined
      tell(flow, { type: 'time_stood_still', ms })
      flow.challenges.prefetch()
    }),
    page.onForeignScriptBlocked(async () => {
      heedPolicy = (await import('./heed-policy.ts')).heedPolicy
      look()
    }),
  ]
  look()
  return stops
}

/** What the wallet did, in the words of the flow. */
function heedConnection(flow: Flow): void {
  const before = flow.connection
  const now = flow.options.wallets.getConnection()
  flow.connection = now
  const { attempt } = flow
  if (
    now.status === 'connecting' &&
    now.code &&
    attempt.status === 'connecting' &&
    now.wallet?.id === attempt.wallet.id
  ) {
    return tell(flow, { type: 'code_came', attempt: attempt.id, code: now.code })
  }
  if (now.status === 'connected') {
    if (attempt.status === 'connecting' && attempt.wallet.id === now.wallet.id) {
      // With one prompt the answer to it follows at once, and says whether it was signed as well.
      return attempt.once ? undefined : connected(flow, attempt.id, now.account)
    }
    if (before.status !== 'connected') return
    if (before.account.address !== now.account.address) return tell(flow, { type: 'account_changed' })
    if (before.account.chainId !== now.account.chainId)
      tell(flow, { type: 'network_changed', chainId: now.account.chainId })
    return
  }
  if (before.status === 'connected') tell(flow, { type: 'wallet_disconnected', ...lost(flow, before.wallet, now) })
}

function lost(flow: Flow, wallet: WalletLabel, now: Connection): { problem: Problem; again: Again } {
  const restarted = now.status === 'disconnected' && now.restarted === true
  const problem: Problem = {
    code: restarted ? 'wallet/restarted' : 'wallet/disconnected',
    remedy: restarted ? 'reload' : 'connect_again',
    wallet: wallet.name,
    retryAfter: undefined,
    detail: undefined,
    traceId: undefined,
    at: flow.options.timers.now(),
  }
  return { problem, again: restarted ? { do: 'reload' } : { do: 'connect', wallet } }
}
