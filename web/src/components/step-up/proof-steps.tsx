import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { ErrorBoundary, InlineError } from '../../page/error-boundary.tsx'
import type { SignIn } from '../../sign-in/sign-in.ts'
import type { View } from '../../sign-in/view.ts'
import { FullAddress } from '../../ui/address.tsx'
import { Button } from '../../ui/button.tsx'
import { Identicon } from '../../ui/identicon.tsx'
import { announce } from '../../ui/live.ts'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { Account, WalletLabel } from '../../wallet/wallet.ts'
import { stepUp as text } from '../../words/own.ts'
import { steps } from '../../words/steps.ts'
import { words } from '../../words/words.ts'
import { Chooser } from '../sign-in/chooser.tsx'
import type { LazySteps } from '../sign-in/lazy-steps.tsx'
import { useLazySteps } from '../sign-in/use-lazy-steps.ts'
import '../sign-in/flow.css'
import './step-up.css'

export type ProofStepsProps = {
  signIn: SignIn
  view: View
  /** What the button under a good account says. */
  sign: string
  /** Why this account will not do and what would; nothing when it will. */
  objection: (account: Account, wallet: WalletLabel) => ReactNode
  /** Stands under a good account. */
  remark?: ((account: Account) => ReactNode) | undefined
  /** Asked before a wallet is. */
  ready?: () => boolean
}

/** A proof by somebody who is signed in: the steps of a sign-in, in the words of confirming something. */
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
  useFocusKept(box, view.screen)
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
        <AccountStep {...props} view={view} ready={ready} />
      ) : (
        <lazySteps.FlowStep view={view} signIn={signIn} ready={ready} onSignedIn={ignore} />
      )}
    </div>
  )
}

/** What the wallet or we are doing; while an account is on show the screen around it says enough. */
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

type AccountStepProps = Omit<ProofStepsProps, 'view' | 'ready'> & {
  view: Extract<View, { screen: 'connected' | 'preparing' }>
  ready: () => boolean
}

/** The account the wallet shows now. It is asked only when it will do. */
function AccountStep({ view, signIn, sign, objection, remark, ready }: AccountStepProps) {
  const { account, wallet } = view
  const objected = view.screen === 'connected' ? objection(account, wallet) : undefined
  return (
    <>
      {view.screen === 'connected' ? <Said view={view} /> : null}
      {objected}
      <div className="proof-account">
        <Identicon address={account.address} size={40} />
        <div>
          <FullAddress address={account.address} />
          <p className="small soft">{wallet.name}</p>
        </div>
      </div>
      {objected ? null : remark?.(account)}
      {view.screen === 'preparing' ? (
        <Button className="wide" aria-disabled="true" icon={<Spinner />}>
          {steps.signIn.preparing}
        </Button>
      ) : objected ? null : (
        <Button className="wide" look="primary" data-focus onClick={() => ready() && signIn.continue()}>
          {sign}
        </Button>
      )}
      <div className="actions">
        {view.screen === 'preparing' ? (
          <Button onClick={() => signIn.cancel()}>{words.signIn.cancel}</Button>
        ) : (
          <>
            <Button
              look={objected ? 'primary' : 'plain'}
              data-focus={objected ? true : undefined}
              onClick={signIn.useOtherAccount}
            >
              {steps.signIn.anotherAccount}
            </Button>
            <Button onClick={signIn.useOtherWallet}>{steps.signIn.anotherWallet}</Button>
          </>
        )}
      </div>
    </>
  )
}

/** What just happened. That the account changed is seen: it is on show. */
function Said({ view }: { view: Extract<View, { screen: 'connected' }> }) {
  const [lazySteps] = useLazySteps()
  const { notice } = view
  if (!notice || !lazySteps || notice.kind === 'account_changed') return null
  return (
    <Notice>
      <p>{notice.kind === 'declined_signature' ? text.declined(notice.wallet) : lazySteps.noticeText(notice)}</p>
    </Notice>
  )
}

/** The sign-in's words for a signature that was declined end with "you are not signed in", which is not so here. */
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

/** Focus stays where it is; only when the step took the focused control away is it placed anew. */
function useFocusKept(box: RefObject<HTMLDivElement | null>, screen: View['screen']): void {
  const shown = useRef(screen)
  useLayoutEffect(() => {
    if (shown.current === screen) return
    shown.current = screen
    const { activeElement } = document
    if (activeElement && activeElement !== document.body && activeElement.tagName !== 'DIALOG') return
    box.current?.querySelector<HTMLElement>('[data-focus], .proof-title, button')?.focus({ preventScroll: true })
  }, [box, screen])
}

function always(): boolean {
  return true
}

function ignore(): void {}
