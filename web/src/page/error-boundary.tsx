import { Component, type ComponentType, type ReactNode, useEffect } from 'react'
import { Button } from '../ui/controls/button.tsx'
import { words } from '../words/words.ts'
import { ChunkLoadError, markRetried, onChunksRetried, retryFailedChunks } from './chunk.ts'

type Failure = { error: unknown; at: string }
export type FallbackProps = { failure: Failure; retry: () => void }

type ErrorBoundaryProps = {
  children: ReactNode
  resetKey?: string
  fallback?: ComponentType<FallbackProps>
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { failure: Failure | undefined }> {
  override state: { failure: Failure | undefined } = { failure: undefined }

  static getDerivedStateFromError(error: unknown): { failure: Failure } {
    return { failure: { error, at: new Date().toISOString() } }
  }

  override componentDidCatch(error: unknown): void {
    if (!(error instanceof ChunkLoadError)) import('../api/report-crash.ts').catch(() => {})
  }

  override componentDidMount(): void {
    this.stopListening = onChunksRetried(() => {
      if (this.state.failure?.error instanceof ChunkLoadError) this.setState({ failure: undefined })
    })
  }

  override componentDidUpdate({ resetKey }: ErrorBoundaryProps): void {
    if (this.state.failure && resetKey !== this.props.resetKey) this.retry()
  }

  override componentWillUnmount(): void {
    this.stopListening()
    if (this.state.failure) retryFailedChunks()
  }

  private stopListening = (): void => {}

  retry = (): void => {
    retryFailedChunks()
    this.setState({ failure: undefined })
  }

  override render() {
    const { failure } = this.state
    const { children, fallback: Fallback = ErrorPage } = this.props
    return failure ? <Fallback failure={failure} retry={this.retry} /> : children
  }
}

function ErrorPage(props: FallbackProps) {
  return (
    <main id="content" className="frame-main stack">
      <ErrorCard {...props} />
    </main>
  )
}

export function ErrorCard(props: FallbackProps) {
  return (
    <div className="card stack stack-wide" role="alert">
      <ErrorText {...props} title={(text) => <h1>{text}</h1>} />
    </div>
  )
}

export function InlineError(props: FallbackProps) {
  return (
    <div className="stack" role="alert">
      <ErrorText {...props} title={(text) => <h2>{text}</h2>} more={words.outdated.typed} />
    </div>
  )
}

export function NoFallback() {
  return null
}

type ErrorTextProps = FallbackProps & { title: (text: string) => ReactNode; more?: string }

function ErrorText({ failure: { error, at }, retry, title, more }: ErrorTextProps) {
  const kind = error instanceof ChunkLoadError ? (error.outdated ? 'outdated' : 'loadFailed') : 'crash'
  const isRetryable = kind === 'loadFailed'
  useEffect(() => {
    if (!isRetryable) return
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [isRetryable, retry])
  const press = () => {
    if (!isRetryable) return location.reload()
    markRetried()
    retry()
  }
  return (
    <>
      <div className="stack stack-close">
        {title(words[kind].title)}
        <p className="soft">
          {words[kind].body} {isRetryable ? null : more}
        </p>
      </div>
      {kind === 'crash' ? (
        <p className="mono" translate="no">
          page/crashed {at} {String(error).slice(0, 500)}
        </p>
      ) : null}
      <Button look="primary" ref={takeLostFocus} onClick={press}>
        {isRetryable ? words.signIn.tryAgain : words.crash.reload}
      </Button>
    </>
  )
}

/** Takes the focus only if the focused element was just removed. */
function takeLostFocus(button: HTMLButtonElement | null): void {
  if (document.activeElement === document.body) button?.focus()
}
