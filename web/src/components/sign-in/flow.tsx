import { type ReactNode, useEffect, useRef } from 'react'
import { ErrorBoundary, InlineError } from '../../page/error-boundary.tsx'
import { Heading } from '../../page/heading.tsx'
import { navigate } from '../../page/history.tsx'
import type { SignIn } from '../../sign-in/sign-in.ts'
import type { View } from '../../sign-in/view.ts'
import { announce } from '../../ui/live.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { Chooser } from './chooser.tsx'
import type { LazySteps } from './lazy-steps.tsx'
import { useKeepFocus } from './use-keep-focus.ts'
import { useLazySteps } from './use-lazy-steps.ts'
import { useView } from './use-sign-in.ts'
import './flow.css'

export type FlowProps = {
  signIn: SignIn
  title: string
  lead: string
  /** Above the wallets. */
  banner?: ReactNode
  /** To be filled in before a wallet is chosen, and again after a failure. */
  fields?: ReactNode
  /** Beneath the wallets. */
  after?: (view: View) => ReactNode
  /** Beneath that, also without wallets. */
  end?: ReactNode
  /** Called before a wallet is; false stops. */
  ready?: () => boolean
  onSignedIn?: (next: string) => void
}

/** A whole sign-in on one card. Setup, invitations and recovery are the same flow with fields. */
export function Flow({
  signIn,
  title,
  lead,
  banner,
  fields,
  after,
  end,
  ready = always,
  onSignedIn = enter,
}: FlowProps) {
  const view = useView(signIn)
  const [lazySteps, lost] = useLazySteps()
  const card = useRef<HTMLDivElement>(null)
  useKeepFocus(card, view.screen, '[data-focus], h1')
  useEffect(() => {
    const announcement = lazySteps?.announcementFor(view)
    if (announcement) announce(announcement.text, announcement.region)
  }, [view, lazySteps])
  const open = view.screen === 'choosing' || view.screen === 'connecting' || view.screen === 'connected'
  // The title above fields stays, because it explains them.
  const own = lazySteps === undefined || (open && fields !== undefined)
  const text = own ? lead : lazySteps.leadFor(view, lead)
  return (
    <div className="card stack stack-wide" ref={card}>
      <div className="stack stack-close">
        <Heading screen={title}>{own ? title : lazySteps.headingFor(view, title)}</Heading>
        {text ? <p className="soft">{text}</p> : null}
      </div>
      {open ? banner : null}
      {open || view.screen === 'failed' ? fields : null}
      <ErrorBoundary resetKey={view.screen} fallback={InlineError}>
        <Step view={view} lazySteps={lazySteps} lost={lost} signIn={signIn} ready={ready} onSignedIn={onSignedIn} />
      </ErrorBoundary>
      {open && !isEmpty(view) ? after?.(view) : null}
      {open ? end : null}
    </div>
  )
}

type StepProps = {
  view: View
  signIn: SignIn
  lazySteps: LazySteps | undefined
  lost: unknown
  ready: () => boolean
  onSignedIn: (next: string) => void
}

function Step({ view, lazySteps, lost, ...rest }: StepProps) {
  const listed = view.screen === 'choosing' || view.screen === 'connecting'
  // The list of wallets works without the lazy steps; everything else needs them.
  if (lost && (!listed || isEmpty(view))) throw lost
  if (view.screen === 'choosing' || view.screen === 'connecting') {
    return <Chooser view={view} lazySteps={lazySteps} signIn={rest.signIn} ready={rest.ready} />
  }
  return lazySteps ? <lazySteps.FlowStep view={view} {...rest} /> : <Spinner />
}

function isEmpty(view: View): boolean {
  return view.screen === 'choosing' && view.settled && view.wallets.length === 0
}

function always(): boolean {
  return true
}

function enter(next: string): void {
  navigate(next, { replace: true })
}
