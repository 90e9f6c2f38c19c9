import type { Account, WalletLabel } from '../../wallet/wallet.ts'
import type { Again } from '../attempt.ts'
import { classifyWalletError, describeWalletError } from '../classify-wallet-error.ts'
import { type Flow, pressed, stillIn, tell } from '../flow.ts'
import type { Problem } from '../problem.ts'
import type { Verdict } from '../wallet-errors.ts'
import { prepareSignature } from './sign.ts'
import { withPrompt } from './with-prompt.ts'

/** A wallet was clicked: ask it for its account and go straight on to the signature. */
export function connectAndSign(flow: Flow, wallet: WalletLabel): void {
  start(flow, wallet, (id, label) => ask(flow, id, label))
}

/** "I've done it" and "Try again": look whether the wallet shares an account by now, and only then ask anew. */
export function lookOrAskAgain(flow: Flow, wallet: WalletLabel): void {
  const { wallets } = flow.options
  start(flow, wallet, async (id, label) => {
    const looked = wallets.extras().then(({ resume }) => resume(label.id))
    const account = await looked.catch(() => undefined)
    if (!stillIn(flow, id, 'connecting')) return
    if (account) return connected(flow, id, account)
    wallets.forgetRequest(label.id)
    ask(flow, id, label)
  })
}

function start(flow: Flow, chosen: WalletLabel, goOn: (id: number, wallet: WalletLabel) => void): void {
  const id = pressed(flow)
  const option = flow.options.wallets.getWallets().find((each) => each.id === chosen.id)
  const wallet = option ? { id: option.id, name: option.name, icon: option.icon, rdns: option.rdns } : chosen
  tell(flow, { type: 'wallet_chosen', id, wallet, at: flow.options.timers.now() })
  void withPrompt(flow, id, { do: 'connect', wallet }, () => goOn(id, wallet))
}

/** Called when the connection shows an account: by an answer to us, by the wallet itself, or after "Look again". */
export function connected(flow: Flow, id: number, account: Account): void {
  const attempt = stillIn(flow, id, 'connecting')
  if (!attempt) return
  if (opensOwnWindow(attempt.wallet)) return tell(flow, { type: 'wallet_connected_unasked', attempt: id })
  tell(flow, { type: 'wallet_connected', attempt: id, account, at: flow.options.timers.now() })
  void prepareSignature(flow, id)
}

/** "Use another account": the wallet's own picker, where it has one. */
export function pickAccount(flow: Flow, wallet: WalletLabel): void {
  const id = pressed(flow)
  tell(flow, { type: 'account_asked_for', id, wallet, at: flow.options.timers.now() })
  void withPrompt(flow, id, { do: 'pick' }, () => {
    import('./pick-account.ts').then(
      ({ askForOtherAccount }) => askForOtherAccount(flow, id, wallet, connectionFailed),
      (error: unknown) => connectionFailed(flow, id, wallet, error, NOT_LOADED),
    )
  })
}

function ask(flow: Flow, id: number, wallet: WalletLabel): void {
  if (!mayAskForBoth(flow, wallet)) return askForAccount(flow, id, wallet)
  import('./one-step.ts').then(
    ({ askForBoth }) => askForBoth(flow, id, wallet, { askForAccount, answered, refused }),
    () => askForAccount(flow, id, wallet), // its file did not come: two prompts do as well
  )
}

/** One prompt for both, where the wallet can and nothing has to be looked at in between. */
function mayAskForBoth({ options, plain }: Flow, { id }: WalletLabel): boolean {
  const option = options.wallets.getWallets().find((each) => each.id === id)
  return option?.oneStep === true && !options.wants && !plain.has(id)
}

function askForAccount(flow: Flow, id: number, wallet: WalletLabel): void {
  flow.options.wallets.connect(wallet.id).then(
    (account) => answered(flow, id, wallet, account),
    (error: unknown) => void refused(flow, id, wallet, error),
  )
}

function answered(flow: Flow, id: number, wallet: WalletLabel, account: Account): void {
  if (stillIn(flow, id, 'connecting')) return connected(flow, id, account)
  const { attempt, options } = flow
  if ('id' in attempt && attempt.id === id) return
  const connection = options.wallets.getConnection()
  if (connection.status !== 'connected' || connection.wallet.id !== wallet.id) return
  tell(flow, { type: 'late_answer_arrived', wallet: wallet.name })
}

function refused(flow: Flow, id: number, wallet: WalletLabel, error: unknown): Verdict {
  const verdict = classifyWalletError(error, { phase: 'connect', rdns: wallet.rdns })
  switch (verdict.kind) {
    case 'declined': {
      const after = flow.options.timers.now() - flow.clickedAt
      const notice = { kind: 'declined_connect', wallet: wallet.name, id: wallet.id, after } as const
      tell(flow, { type: 'connection_declined', attempt: id, notice })
      break
    }
    case 'pending':
      tell(flow, { type: 'wallet_was_busy', attempt: id })
      break
    case 'repeat':
      connectionFailed(flow, id, wallet, error, {
        code: 'wallet/internal',
        remedy: 'try_again',
        retryAfter: undefined,
      })
      break
    case 'problem':
      connectionFailed(flow, id, wallet, error, verdict)
  }
  return verdict
}

function connectionFailed(
  flow: Flow,
  attempt: number,
  wallet: WalletLabel,
  error: unknown,
  verdict: Pick<Problem, 'code' | 'remedy' | 'retryAfter'>,
): void {
  const again: Again = verdict.remedy === 'other_wallet' ? { do: 'choose' } : { do: 'connect', wallet }
  const { code, remedy, retryAfter } = verdict
  const at = flow.options.timers.now()
  const detail = describeWalletError(error)
  const problem: Problem = { code, remedy, retryAfter, wallet: wallet.name, detail, traceId: undefined, at }
  tell(flow, { type: 'connection_failed', attempt, problem, again })
}

const NOT_LOADED = { code: 'wallet/not_loaded', remedy: 'try_again', retryAfter: undefined } as const

/** Their window needs a click of its own: browsers block a second one that comes without. */
function opensOwnWindow(wallet: WalletLabel): boolean {
  return wallet.rdns === 'app.base.account'
}
