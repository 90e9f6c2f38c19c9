import { type ReactNode, useEffect, useRef } from 'react'
import { ErrorBoundary, InlineError } from '../../page/error-boundary.tsx'
import type { SignIn } from '../../sign-in/sign-in.ts'
import type { View } from '../../sign-in/view.ts'
import { announce } from '../../ui/live.ts'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { Account, WalletLabel } from '../../wallet/wallet.ts'
import { stepUp as text } from '../../words/account-step-up.ts'
import { Chooser } from '../sign-in/chooser.tsx'
import type { LazySteps } from '../sign-in/lazy-steps.tsx'
import { useKeepFocus } from '../sign-in/use-keep-focus.ts'
import { useLazySteps } from '../sign-in/use-lazy-steps.ts'
import '../sign-in/flow.css'
import './step-up.css'

type ProofStepsProps = {
  signIn: SignIn
  view: View
  /** The label of the button that requests the signature. */
  sign: string
  /** Why this account can't be used; nothing if it can. */
  objection: (account: Account, wallet: WalletLabel) => ReactNode
  /** Shown beneath an account that can be used. */
  remark?: ((account: Account) => ReactNode) | undefined
  /** Called before a wallet is; false stops. */
  ready?: () => boolean
}

/** The steps of a sign-in, for a signature by someone who is signed in already. */
export function ProofSteps(props: ProofStepsProps) {
  return (
    <ErrorBoundary resetKey={props.view.screen} fallback={InlineError}>
      <Steps {...props} />
    </ErrorBoundary>
  )
}

function Steps(props: ProofStepsProps) {
  const { view, signIn, ready = always } = props
  const [lazySteps, lost] = useLazySteps()
  const box = useRef<HTMLDivElement>(null)
  useKeepFocus(box, view.screen, '[data-focus], .proof-title, button')
  useEffect(() => {
    const announcement = lazySteps && announcementFor(lazySteps, view)
    if (announcement) announce(announcement.text, announcement.region)
  }, [view, lazySteps])
  if (view.screen === 'choosing' || view.screen === 'connecting') {
    return (
      <div ref={box}>
        <Chooser view={withoutDecline(view)} lazySteps={lazySteps} signIn={signIn} ready={ready} />
      </div>
    )
  }
  if (lost) throw lost
  if (!lazySteps || view.screen === 'signed_in') return <Spinner />
  return (
    <div className="stack" ref={box}>
      <StepHead lazySteps={lazySteps} view={view} />
      {view.screen === 'connected' || view.screen === 'preparing' ? (
        <ConfirmAccount {...props} view={view} lazySteps={lazySteps} ready={ready} />
      ) : (
        <lazySteps.FlowStep view={view} signIn={signIn} ready={ready} onSignedIn={ignore} />
      )}
    </div>
  )
}

/** No heading while an account is shown: the screen around it has one. */
function StepHead({ lazySteps, view }: { lazySteps: LazySteps; view: View }) {
  if (view.screen === 'connected' || view.screen === 'preparing') return null
  const lead = lazySteps.leadFor(view, '')
  return (
    <div className="proof-head">
      <p className="proof-title" tabIndex={-1}>
        {lazySteps.headingFor(view, '')}
      </p>
      {lead ? <p className="soft">{lead}</p> : null}
    </div>
  )
}

type ConfirmAccountProps = Omit<ProofStepsProps, 'view' | 'ready'> & {
  view: Extract<View, { screen: 'connected' | 'preparing' }>
  lazySteps: LazySteps
  ready: () => boolean
}

/** The account selected in the wallet. It can only sign if there is no objection. */
function ConfirmAccount({ view, lazySteps, signIn, sign, objection, remark, ready }: ConfirmAccountProps) {
  const { account, wallet } = view
  const objected = view.screen === 'connected' ? objection(account, wallet) : null
  return (
    <>
      {view.screen === 'connected' ? <StepNotice view={view} lazySteps={lazySteps} /> : null}
      {objected}
      <lazySteps.AccountCard account={account} wallet={wallet} full />
      {objected ? null : remark?.(account)}
      <lazySteps.AccountActions view={view} signIn={signIn} ready={ready} sign={sign} refused={Boolean(objected)} />
    </>
  )
}

type StepNoticeProps = { view: Extract<View, { screen: 'connected' }>; lazySteps: LazySteps }

/** No notice for a changed account: the new one is visible. */
function StepNotice({ view: { notice }, lazySteps }: StepNoticeProps) {
  if (!notice || notice.kind === 'account_changed') return null
  return (
    <Notice>
      {notice.kind === 'declined_signature' ? text.declined(notice.wallet) : lazySteps.noticeText(notice)}
    </Notice>
  )
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

function always(): boolean {
  return true
}

function ignore(): void {}
