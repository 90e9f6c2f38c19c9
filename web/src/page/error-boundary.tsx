import { Component, type ComponentType, type ReactNode, useEffect } from 'react'
import { Button } from '../ui/button.tsx'
import { words } from '../words/words.ts'
import { fetchAgain, insist, LostPart } from './chunk.ts'

type Fault = { error: unknown; at: string }
export type FaultProps = { fault: Fault; again: () => void }

type CrashProps = {
  children: ReactNode
  /** Where the person is: elsewhere it is tried anew. */
  place?: string
  /** What stands for it; a whole page, if nothing is said. */
  show?: ComponentType<FaultProps>
}

/** The net under every screen: it says whether something was lost on its way here or the fault is ours. */
export class Crash extends Component<CrashProps, { fault: Fault | undefined }> {
  override state: { fault: Fault | undefined } = { fault: undefined }

  static getDerivedStateFromError(error: unknown): { fault: Fault } {
    return { fault: { error, at: new Date().toISOString() } }
  }

  /** What got lost on its way here is no fault of the page. */
  override componentDidCatch(error: unknown): void {
    if (!(error instanceof LostPart)) import('../api/report-crash.ts').catch(() => {})
  }

  override componentDidUpdate({ place }: CrashProps): void {
    if (this.state.fault && place !== this.props.place) this.again()
  }

  /** What takes its place later begins anew as well. */
  override componentWillUnmount(): void {
    if (this.state.fault) fetchAgain()
  }

  again = (): void => {
    fetchAgain()
    this.setState({ fault: undefined })
  }

  override render() {
    const { fault } = this.state
    const { children, show: Show = FaultPage } = this.props
    return fault ? <Show fault={fault} again={this.again} /> : children
  }
}

function FaultPage(props: FaultProps) {
  return (
    <main id="content" className="frame-main">
      <FaultCard {...props} />
    </main>
  )
}

/** In the place of a screen. */
export function FaultCard(props: FaultProps) {
  return (
    <div className="card stack stack-wide" role="alert">
      <FaultText {...props} title={(text) => <h1>{text}</h1>} />
    </div>
  )
}

/** Within a screen, which stays as it is with all that was typed in it. */
export function FaultPart(props: FaultProps) {
  return (
    <div className="stack" role="alert">
      <FaultText {...props} title={(text) => <h2>{text}</h2>} more={words.gone.typed} />
    </div>
  )
}

type FaultTextProps = FaultProps & { title: (text: string) => ReactNode; more?: string }

function FaultText({ fault: { error, at }, again, title, more }: FaultTextProps) {
  const kind = error instanceof LostPart ? (error.gone ? 'gone' : 'lost') : 'crash'
  const lost = kind === 'lost'
  useEffect(() => {
    if (!lost) return
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [lost, again])
  const press = () => {
    if (!lost) return location.reload()
    insist()
    again()
  }
  return (
    <>
      <div className="stack stack-close">
        {title(words[kind].title)}
        <p className="soft">
          {words[kind].body} {lost ? null : more}
        </p>
      </div>
      {kind === 'crash' ? (
        <p className="mono" translate="no">
          page/crashed {at} {String(error).slice(0, 500)}
        </p>
      ) : null}
      <Button look="primary" ref={takeFocus} onClick={press}>
        {lost ? words.signIn.tryAgain : words.crash.reload}
      </Button>
    </>
  )
}

/** Of whoever pressed what is gone now; nobody else's focus is moved. */
function takeFocus(button: HTMLButtonElement | null): void {
  if (document.activeElement === document.body) button?.focus()
}
