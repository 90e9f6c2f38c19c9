import type { Namespace } from '@countersign/contract/family/family.ts'
import type { ReactNode } from 'react'
import { ErrorBoundary, InlineError } from '../../page/error-boundary.tsx'
import type { Notice as SignInNotice } from '../../sign-in/attempt.ts'
import type { SignIn } from '../../sign-in/sign-in.ts'
import type { View } from '../../sign-in/view.ts'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { Account, WalletLabel } from '../../wallet/wallet.ts'
import { stepUp as text } from '../../words/account-step-up.ts'
import { Chooser } from '../sign-in/chooser.tsx'
import type { LazySteps } from '../sign-in/lazy-steps.tsx'
import { useSteps } from '../sign-in/use-steps.ts'
import '../sign-in/flow.css'
import './step-up.css'

type ProofStepsProps = {
  signIn: SignIn
  view: View
  signLabel: string
  objection: (account: Account, wallet: WalletLabel) => ReactNode
  /** Whether none of the accounts of this chain family can sign. */
  isOtherFamily?: (namespace: Namespace) => boolean
  remark?: ((account: Account) => ReactNode) | undefined
  ready?: () => boolean
}

export function ProofSteps(props: ProofStepsProps) {
  return (
    <ErrorBoundary resetKey={props.view.screen} fallback={InlineError}>
      <Steps {...props} />
    </ErrorBoundary>
  )
}

function Steps(props: ProofStepsProps) {
  const { view, signIn, ready = () => true } = props
  const { lazySteps, loadError, ref } = useSteps(view, '[data-focus], .proof-title, button', announcementFor)
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
        <ConfirmAccount {...props} view={view} lazySteps={lazySteps} ready={ready} />
      </div>
    )
  }
  const { title, lead } = lazySteps.headFor(view, { title: '' })
  return (
    <div className="stack" ref={ref}>
      <div>
        <p className="proof-title" tabIndex={-1}>
          {title}
        </p>
        {lead ? <p className="soft">{lead}</p> : null}
      </div>
      <lazySteps.FlowStep view={view} signIn={signIn} ready={ready} onSignedIn={() => {}} />
    </div>
  )
}

type ConfirmAccountProps = Omit<ProofStepsProps, 'view' | 'ready'> & {
  view: Extract<View, { screen: 'connected' | 'preparing' }>
  lazySteps: LazySteps
  ready: () => boolean
}

function ConfirmAccount({
  view,
  lazySteps,
  signIn,
  signLabel,
  objection,
  isOtherFamily,
  remark,
  ready,
}: ConfirmAccountProps) {
  const { account, wallet } = view
  const objected = view.screen === 'connected' ? objection(account, wallet) : null
  const remedy = isOtherFamily?.(account.namespace) ? 'other_wallet' : 'other_account'
  return (
    <>
      {view.screen === 'connected' && view.notice ? <StepNotice notice={view.notice} lazySteps={lazySteps} /> : null}
      {objected}
      <lazySteps.AccountCard account={account} wallet={wallet} full />
      {objected ? null : remark?.(account)}
      <lazySteps.AccountActions
        view={view}
        signIn={signIn}
        ready={ready}
        signLabel={signLabel}
        refused={objected ? remedy : undefined}
      />
    </>
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

function announcementFor(lazySteps: LazySteps, view: View): ReturnType<LazySteps['announcementFor']> {
  if (view.screen === 'signed_in') return { text: text.confirmed, region: 'polite' }
  if (view.screen === 'connected' && view.notice?.kind === 'declined_signature')
    return { text: text.declined(view.notice.wallet), region: 'polite' }
  return lazySteps.announcementFor(view)
}
