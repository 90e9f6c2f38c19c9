import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { words } from '../words/words.ts'

type Fault = { code: string; at: string; said: string }

/** The last net under every screen: it says that the fault is ours and what to quote. */
export class Crash extends Component<{ children: ReactNode }, { fault: Fault | undefined }> {
  override state: { fault: Fault | undefined } = { fault: undefined }

  static getDerivedStateFromError(error: unknown): { fault: Fault } {
    const said = error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 500) : 'unknown'
    return { fault: { code: 'page/crashed', at: new Date().toISOString(), said } }
  }

  override render() {
    return this.state.fault ? <Crashed fault={this.state.fault} /> : this.props.children
  }
}

function Crashed({ fault }: { fault: Fault }) {
  const { crash } = words
  return (
    <main className="frame-main">
      <div className="card stack stack-wide" role="alert">
        <div className="stack stack-close">
          <h1>{crash.title}</h1>
          <p className="soft">{crash.body}</p>
        </div>
        <p className="mono" translate="no">
          {fault.code} {fault.at} {fault.said}
        </p>
        <Button look="primary" onClick={() => location.reload()}>
          {crash.reload}
        </Button>
      </div>
    </main>
  )
}
