import type { ReactNode } from 'react'
import { Card } from '../../page/card.tsx'
import { ErrorBoundary, InlineError } from '../../page/error-boundary.tsx'
import { navigate } from '../../page/history.tsx'
import type { SignIn } from '../../sign-in/sign-in.ts'
import type { View } from '../../sign-in/view.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { Chooser } from './chooser.tsx'
import type { LazySteps } from './lazy-steps.tsx'
import { useView } from './use-sign-in.ts'
import { useSteps } from './use-steps.ts'
import type { PhoneHead } from './view-words.ts'
import './flow.css'

export type FlowProps = {
  signIn: SignIn
  title: string
  lead: string
  /** Names the screen in the document title, if not `title`. */
  screen?: string
  banner?: ReactNode
  fields?: ReactNode
  /** `isEmpty`: no wallet was found, but a phone can sign. */
  after?: (view: View, isEmpty: boolean) => ReactNode
  /** Instead of `after`, if nothing can sign. */
  withoutWallets?: ReactNode
  ready?: () => boolean
  onSignedIn?: (next: string) => void
}

export function Flow(props: FlowProps) {
  const { signIn, title, lead, banner, fields, after, withoutWallets } = props
  const { ready = () => true, onSignedIn = openNext } = props
  const view = useView(signIn)
  const { ref, ...steps } = useSteps(view, '[data-focus], h1')
  const { lazySteps } = steps
  const open = view.screen === 'choosing' || view.screen === 'connecting' || view.screen === 'connected'
  // The title above fields stays, because it explains them.
  const isInitial = lazySteps === undefined || (open && fields !== undefined)
  const head = isInitial ? { title, lead } : lazySteps.headFor(view, { title, lead }, steps.phoneHead)
  return (
    <Card ref={ref} screen={props.screen ?? title} {...head}>
      {open ? banner : null}
      {open || view.screen === 'failed' ? fields : null}
      <ErrorBoundary resetKey={view.screen} fallback={InlineError}>
        <Step {...steps} view={view} signIn={signIn} ready={ready} onSignedIn={onSignedIn} />
      </ErrorBoundary>
      {open ? (isEmpty(view) && !signIn.phone ? withoutWallets : after?.(view, isEmpty(view))) : null}
    </Card>
  )
}

type StepProps = {
  view: View
  signIn: SignIn
  lazySteps: LazySteps | undefined
  loadError: unknown
  phoneHead: PhoneHead
  ready: () => boolean
  onSignedIn: (next: string) => void
}

function Step({ view, lazySteps, loadError, ...rest }: StepProps) {
  // The list of wallets works without the lazy steps.
  if (view.screen === 'choosing' || view.screen === 'connecting') {
    if (loadError && isEmpty(view)) throw loadError
    return <Chooser view={view} lazySteps={lazySteps} signIn={rest.signIn} ready={rest.ready} />
  }
  if (loadError) throw loadError
  return lazySteps ? <lazySteps.FlowStep view={view} {...rest} /> : <Spinner />
}

function isEmpty(view: View): boolean {
  return view.screen === 'choosing' && view.settled && view.wallets.length === 0
}

function openNext(next: string): void {
  navigate(next, { replace: true })
}
