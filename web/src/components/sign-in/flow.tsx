import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { ErrorBoundary, InlineError } from '../../page/error-boundary.tsx'
import { Heading } from '../../page/heading.tsx'
import { navigate } from '../../page/history.tsx'
import type { SignIn } from '../../sign-in/sign-in.ts'
import type { View } from '../../sign-in/view.ts'
import { announce } from '../../ui/live.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { Chooser } from './chooser.tsx'
import type { LazySteps } from './lazy-steps.tsx'
import { useLazySteps } from './use-lazy-steps.ts'
import { useView } from './use-sign-in.ts'
import './flow.css'

export type FlowProps = {
  signIn: SignIn
  title: string
  lead: string
  /** Why the person is here. */
  banner?: ReactNode
  /** What has to be filled in first; it is there again when something went wrong. */
  fields?: ReactNode
  /** Stands beneath the wallets. */
  after?: (view: View) => ReactNode
  /** Beneath that, also where there is no wallet. */
  end?: ReactNode
  /** Asked before a wallet is; false keeps the person here. */
  ready?: () => boolean
  /** Where the browser goes once the seal is pressed. */
  onSignedIn?: (next: string) => void
}

/** A sign-in from the first click to the seal, on one card. Setup is the same flow with fields before it. */
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
  useFocusKept(card, view.screen)
  useEffect(() => {
    const announcement = lazySteps?.announcementFor(view)
    if (announcement) announce(announcement.text, announcement.region)
  }, [view, lazySteps])
  const open = view.screen === 'choosing' || view.screen === 'connecting' || view.screen === 'connected'
  // Above fields the title stays: it says what they are for.
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
  // The list does without; whoever is past it, or has none, would wait for ever.
  if (lost && (!listed || isEmpty(view))) throw lost
  if (view.screen === 'choosing' || view.screen === 'connecting') {
    return <Chooser view={view} lazySteps={lazySteps} signIn={rest.signIn} ready={rest.ready} />
  }
  return lazySteps ? <lazySteps.FlowStep view={view} {...rest} /> : <Spinner />
}

/** Focus stays where it is; only when the step took the focused control away is it placed anew. */
function useFocusKept(card: RefObject<HTMLDivElement | null>, screen: View['screen']): void {
  const shown = useRef(screen)
  useLayoutEffect(() => {
    if (shown.current === screen) return
    shown.current = screen
    if (document.activeElement && document.activeElement !== document.body) return
    card.current?.querySelector<HTMLElement>('[data-focus], h1')?.focus({ preventScroll: true })
  }, [card, screen])
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
