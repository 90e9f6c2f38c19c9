import type { Account } from '@countersign/contract/family/account.ts'
import type { Namespace } from '@countersign/contract/family/family.ts'
import { type ReactNode, useCallback, useLayoutEffect } from 'react'
import { ErrorBoundary, InlineError } from '../../page/error-boundary.tsx'
import type { Notice as SignInNotice } from '../../sign-in/attempt.ts'
import type { SignIn } from '../../sign-in/sign-in.ts'
import type { View } from '../../sign-in/view.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import type { WalletLabel } from '../../wallet/wallet.ts'
import { stepUp as text } from '../../words/account/step-up.ts'
import { Chooser } from '../sign-in/chooser.tsx'
import type { LazySteps } from '../sign-in/lazy-steps.tsx'
import { useView } from '../sign-in/use-sign-in.ts'
import { useSteps } from '../sign-in/use-steps.ts'
import { adviceFor, isStay, noticeBesideObjection, type Objection } from './objection.ts'
import '../sign-in/flow.css'
import './step-up.css'

type ProofStepsProps = {
  signIn: SignIn
  signLabel: string
  objection: (account: Account, wallet: WalletLabel) => Objection | undefined
  /** Whether none of the accounts of this chain family can sign. */
  isOtherFamily?: (namespace: Namespace) => boolean
  remark?: ((account: Account) => ReactNode) | undefined
  ready?: () => boolean
}

export function ProofSteps(props: ProofStepsProps) {
  const view = useView(props.signIn)
  return (
    <ErrorBoundary resetKey={view.screen} fallback={InlineError}>
      <Steps {...props} view={view} />
    </ErrorBoundary>
  )
}

const FOCUS = '[data-focus], .proof-title, button'

function Steps(props: ProofStepsProps & { view: View }) {
  const { view, signIn, ready = () => true } = props
  const objection = view.screen === 'connected' ? props.objection(view.account, view.wallet) : undefined
  const isObjected = objection !== undefined
  const announcement = useCallback(
    (steps: LazySteps, shown: View) => announcementFor(steps, shown, isObjected),
    [isObjected],
  )
  const { lazySteps, loadError, ref, phoneHead } = useSteps(view, FOCUS, announcement)
  // A dialog opens before its steps are loaded, with the focus on its way out.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once they are loaded
  useLayoutEffect(() => {
    const steps = ref.current
    if (!steps?.closest('dialog') || steps.contains(document.activeElement)) return
    steps.querySelector<HTMLElement>(FOCUS)?.focus({ preventScroll: true })
  }, [lazySteps])
  if (view.screen === 'choosing' || view.screen === 'connecting') {
    return (
      <div ref={ref}>
        <Chooser view={withoutDecline(view)} lazySteps={lazySteps} signIn={signIn} ready={ready} />
      </div>
    )
  }
  if (loadError) throw loadError
  if (!lazySteps || view.screen === 'signed_in') return <Spinner />
  if (view.screen === 'connected' || view.screen === 'preparing') {
    return (
      <div className="stack" ref={ref}>
        <ConfirmAccount {...props} view={view} objection={objection} lazySteps={lazySteps} ready={ready} />
      </div>
    )
  }
  const { title, lead } = lazySteps.headFor(view, { title: '' }, phoneHead)
  return (
    <div className="stack" ref={ref}>
      <div>
        <p className="proof-title" tabIndex={-1}>
          {title}
        </p>
        {lead ? <p className="soft">{lead}</p> : null}
      </div>
      <lazySteps.FlowStep view={view} signIn={signIn} ready={ready} onSignedIn={() => {}} phoneHead={phoneHead} />
    </div>
  )
}

type ConfirmAccountProps = Omit<ProofStepsProps, 'ready' | 'objection'> & {
  objection: Objection | undefined
  view: Extract<View, { screen: 'connected' | 'preparing' }>
  lazySteps: LazySteps
  ready: () => boolean
}

function ConfirmAccount(props: ConfirmAccountProps) {
  const { view, lazySteps, signIn, signLabel, objection, isOtherFamily, remark, ready } = props
  const { account, wallet } = view
  const notice = view.screen === 'connected' ? view.notice : undefined
  const beside = objection ? noticeBesideObjection(notice) : notice
  const remedy = isOtherFamily?.(account.namespace) ? 'other_wallet' : 'other_account'
  return (
    <>
      {beside ? <StepNotice notice={beside} lazySteps={lazySteps} /> : null}
      {objection ? <ObjectionNotice objection={objection} shown={{ notice, wallet: wallet.name, remedy }} /> : null}
      <lazySteps.AccountCard account={account} wallet={wallet} full />
      {objection ? null : remark?.(account)}
      <lazySteps.AccountActions
        view={view}
        signIn={signIn}
        ready={ready}
        signLabel={signLabel}
        refused={objection ? remedy : undefined}
      />
    </>
  )
}

type ObjectionNoticeProps = { objection: Objection; shown: Parameters<typeof adviceFor>[1] }

function ObjectionNotice({ objection, shown }: ObjectionNoticeProps) {
  const { tone = 'calm', reason, accounts } = objection
  const { stayed, help } = adviceFor(objection, shown)
  return (
    <Notice tone={tone}>
      <p>{reason}</p>
      {stayed ? <p>{stayed}</p> : null}
      {help ? <p>{help}</p> : null}
      {accounts}
    </Notice>
  )
}

function StepNotice({ notice, lazySteps }: { notice: SignInNotice; lazySteps: LazySteps }) {
  if (notice.kind === 'account_changed') return null // the new account is visible
  const declined = notice.kind === 'declined_signature'
  return <Notice>{declined ? text.declined(notice.wallet) : lazySteps.noticeText(notice)}</Notice>
}

/** Drops the notice of the sign-in for a declined signature, which says "You’re not signed in". */
function withoutDecline<Shown extends View>(view: Shown): Shown {
  return view.screen === 'choosing' && view.notice?.kind === 'declined_signature'
    ? { ...view, notice: undefined }
    : view
}

type Announcement = ReturnType<LazySteps['announcementFor']>

function announcementFor(lazySteps: LazySteps, view: View, isObjected: boolean): Announcement {
  if (view.screen === 'signed_in') return { text: text.confirmed, region: 'polite' }
  if (view.screen !== 'connected') return lazySteps.announcementFor(view)
  const { notice } = view
  if (notice?.kind === 'declined_signature') return { text: text.declined(notice.wallet), region: 'polite' }
  if (!isObjected) return lazySteps.announcementFor(view)
  if (isStay(notice)) return { text: text.stayed(view.wallet.name), region: 'polite' }
  return lazySteps.announcementFor({ ...view, notice: noticeBesideObjection(notice) })
}

/** Whether the steps have a Cancel of their own, so that their dialog needs none. */
export function isCancelable({ screen }: View): boolean {
  return CANCELABLE.includes(screen)
}

const CANCELABLE: View['screen'][] = [
  'connecting',
  'phone',
  'preparing',
  'awaiting_signature',
  'verifying',
  'signed_in',
]
